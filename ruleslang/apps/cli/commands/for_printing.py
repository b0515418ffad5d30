"""Commands that bring a rulebook to the table, and to other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from ruleslang.apps.cli.application import PRINT, app, guarded
from ruleslang.apps.cli.options import Cards, Language, Printed, Rulebook
from ruleslang.apps.cli.output_format import Format

KindName = Annotated[
    str,
    typer.Argument(
        metavar="[KIND]",
        help="Only this kind of cards, and the kinds below it.",
        show_default=False,
    ),
]
To = Annotated[
    str,
    typer.Option(
        "--output", "-o", metavar="PATH", show_default=False, help="The file or folder to write."
    ),
]
Size = Annotated[
    str,
    typer.Option(metavar="NAME|WxH", help="poker, bridge, mini, tarot, square, or millimetres."),
]
ChangedSince = Annotated[
    str,
    typer.Option(
        metavar="REV", show_default=False, help="Only cards that changed since this git revision."
    ),
]
Preview = Annotated[
    bool, typer.Option("--preview", help="Show the pages in a browser, anew after each save.")
]
Port = Annotated[
    int, typer.Option(min=0, max=65535, help="The port of the preview; 0: any free one.")
]


@app.command(rich_help_panel=PRINT)
@guarded
def fields(
    rulebook: Rulebook,
    kind: KindName = "",
    cards: Cards = [],  # noqa: B006
    format: Printed = Format.text,
) -> int:
    """List the kinds of cards: their fields, what these may hold, and what reads them."""
    from ruleslang.apps.cli import fields as room

    return room.run(rulebook, kind, tuple(cards), format)


@app.command(rich_help_panel=PRINT)
@guarded
def cards(
    rulebook: Rulebook,
    kind: KindName = "",
    cards: Cards = [],  # noqa: B006
    lang: Language = "",
    to: Annotated[
        str,
        typer.Option(
            metavar="csv|tsv|xlsx|json",
            show_default=False,
            help="Write tables, which --cards reads back.",
        ),
    ] = "",
    output: To = "",
) -> int:
    """Show every card as a row of its kind's table, or write the tables for a spreadsheet."""
    from ruleslang.apps.cli import cards as room

    return room.run(room.Order(rulebook, kind, tuple(cards), lang, to, output))


@app.command(rich_help_panel=PRINT)
@guarded
def print(
    rulebook: Rulebook,
    kind: KindName = "",
    cards: Cards = [],  # noqa: B006
    lang: Language = "",
    png: Annotated[bool, typer.Option("--png", help="A picture of each card, 300 dpi.")] = False,
    boards: Annotated[bool, typer.Option("--boards", help="The boards, as SVG.")] = False,
    sheet: Annotated[bool, typer.Option("--sheet", help="The summary sheet of the rules.")] = False,
    review: Annotated[
        bool, typer.Option("--review", help="Card texts beside sentences made of their rules.")
    ] = False,
    data: Annotated[
        bool, typer.Option("--data", help="The cards as JSON, for templates of your own.")
    ] = False,
    paper: Annotated[str, typer.Option(metavar="a4|letter", help="The paper.")] = "a4",
    size: Size = "poker",
    bleed: Annotated[float, typer.Option(min=0, max=5, help="Millimetres beyond the cut.")] = 0,
    backs: Annotated[
        bool, typer.Option("--backs/--no-backs", help="Print backs, mirrored.")
    ] = True,
    one_each: Annotated[bool, typer.Option("--one-each", help="One copy of each card.")] = False,
    changed_since: ChangedSince = "",
    output: To = "",
    preview: Preview = False,
    port: Port = 0,
) -> int:
    """Print cards as a PDF to cut out; or pictures, boards, sheets, data."""
    from ruleslang.apps.cli import print as room

    outputs = {"png": png, "boards": boards, "sheet": sheet, "review": review, "data": data}
    layout = (paper, size, bleed, backs, one_each)
    order = (rulebook, kind, tuple(cards), lang, room.only(outputs), *layout, changed_since, output)
    return room.run(room.Order(*order, preview, port))


@app.command(rich_help_panel=PRINT)
@guarded
def export(
    rulebook: Rulebook,
    to: Annotated[
        str, typer.Option(metavar="tabletop-simulator|csv|xlsx|json", help="For which program.")
    ],
    cards: Cards = [],  # noqa: B006
    lang: Language = "",
    url: Annotated[
        str,
        typer.Option(
            metavar="URL",
            show_default=False,
            help="The address from which Tabletop Simulator will load the pictures.",
        ),
    ] = "",
    output: To = "",
) -> int:
    """Write a rulebook for another program: decks and boards for a simulator, or its tables."""
    from ruleslang.apps.cli import export as room

    return room.run(room.Order(rulebook, tuple(cards), lang, to, url, output))
