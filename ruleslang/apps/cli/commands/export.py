"""`export`: writes a rulebook for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from attrs import frozen

from ruleslang.apps.cli.commands import cards as tables
from ruleslang.apps.cli.error_messages import Mistake, as_mistakes
from ruleslang.apps.cli.load_game import compiled_or_none
from ruleslang.apps.cli.options import Cards, Language, Output, Rulebook
from ruleslang.apps.cli.output import at_work, plural
from ruleslang.apps.cli.output_format import Format
from ruleslang.apps.printing.card_data import CannotPrint
from ruleslang.apps.printing.tabletop import tabletop
from ruleslang.apps.printing.typeset import CannotSet
from ruleslang.library.files import write_whole_bytes
from ruleslang.library.find_rulebook import find

SIMULATOR = "tabletop-simulator"
FORMS = (SIMULATOR, "csv", "xlsx", "json")


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    to: Annotated[
        str, typer.Option(metavar="tabletop-simulator|csv|xlsx|json", help="For which program.")
    ]
    cards: Cards = ()
    lang: Language = ""
    url: Annotated[
        str,
        typer.Option(
            metavar="URL",
            show_default=False,
            help="The address from which Tabletop Simulator will load the pictures.",
        ),
    ] = ""
    output: Output = ""


def run(options: Options) -> int:
    """Write the files; status 1 if the rulebook has errors."""
    if options.to not in FORMS:
        raise Mistake(f"`--to {options.to}` is none of {', '.join(FORMS)}")
    if options.to != SIMULATOR:
        return tables.run(
            tables.Options(
                rulebook=options.rulebook,
                cards=options.cards,
                lang=options.lang,
                to=options.to,
                output=options.output,
            )
        )
    compiled = compiled_or_none(
        "export", options.rulebook, options.cards, Format.text, options.lang
    )
    if compiled is None:
        return 1
    program = compiled.program
    folder = Path(options.output or f"{program.name}_tts")
    url = options.url or folder.resolve().as_uri()
    with as_mistakes(CannotPrint, CannotSet), at_work("drawing decks and boards"):
        files = list(tabletop(program, find(options.rulebook).folder, url, options.lang))
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files:  # the object that names the pictures comes last
        write_whole_bytes(folder / name, data)
    print(f"wrote {plural(len(files), 'file')} to {folder}: {files[-1][0]} is the saved object")
    if not options.url:
        print("its pictures lie on this machine; --url says where others find them")
    return 0
