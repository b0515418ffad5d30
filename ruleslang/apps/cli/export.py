"""`export`: writes a rulebook for other programs."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from ruleslang.apps.cli import cards as tables
from ruleslang.apps.cli.error_messages import Mistake, as_mistakes
from ruleslang.apps.cli.load_game import compiled_or_none
from ruleslang.apps.cli.output import at_work, plural
from ruleslang.apps.cli.output_format import Format
from ruleslang.apps.printing.card_data import CannotPrint
from ruleslang.apps.printing.tabletop import tabletop
from ruleslang.apps.printing.typeset import CannotSet
from ruleslang.library.files import write_whole_bytes
from ruleslang.library.find_rulebook import find

SIMULATOR = "tabletop-simulator"
FORMS = (SIMULATOR, "csv", "xlsx", "json")


@frozen
class Order:
    """The arguments of the command; `url` will host the pictures, empty: this machine."""

    rulebook: str
    cards: tuple[str, ...]
    lang: str
    to: str
    url: str
    output: str


def run(order: Order) -> int:
    """Write the files; status 1 if the rulebook has errors."""
    if order.to not in FORMS:
        raise Mistake(f"`--to {order.to}` is none of {', '.join(FORMS)}")
    if order.to != SIMULATOR:
        options = (order.rulebook, "", order.cards, order.lang, order.to, order.output)
        return tables.run(tables.Order(*options))
    compiled = compiled_or_none("export", order.rulebook, order.cards, Format.text, order.lang)
    if compiled is None:
        return 1
    program = compiled.program
    folder = Path(order.output or f"{program.name}_tts")
    url = order.url or folder.resolve().as_uri()
    with as_mistakes(CannotPrint, CannotSet), at_work("drawing decks and boards"):
        files = list(tabletop(program, find(order.rulebook).folder, url, order.lang))
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files:  # the object that names the pictures comes last
        write_whole_bytes(folder / name, data)
    print(f"wrote {plural(len(files), 'file')} to {folder}: {files[-1][0]} is the saved object")
    if not order.url:
        print("its pictures lie on this machine; --url says where others find them")
    return 0
