"""Commands that bring a rulebook to the table, and to other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from ruleslang.cli.application import app, guarded
from ruleslang.cli.options import Cards, Language, Printed, Rulebook
from ruleslang.cli.output_format import Format

KindName = Annotated[
    str,
    typer.Argument(
        metavar="[KIND]", help="A kind of cards, and those below it.", show_default=False
    ),
]
To = Annotated[
    str,
    typer.Option("--output", "-o", metavar="PATH", show_default=False, help="Where to write it."),
]


@app.command()
@guarded
def fields(
    rulebook: Rulebook,
    kind: KindName = "",
    cards: Cards = [],  # noqa: B006
    format: Printed = Format.text,
) -> int:
    """List the kinds of cards: their fields, what these may hold, and what reads them."""
    from ruleslang.cli import fields as room

    return room.run(rulebook, kind, tuple(cards), format)


@app.command()
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
            help="Write tables that can be changed and laid over again with --cards.",
        ),
    ] = "",
    output: To = "",
) -> int:
    """Show every card as a row of its kind's table, or write the tables for a spreadsheet."""
    from ruleslang.cli import cards as room

    return room.run(room.Order(rulebook, kind, tuple(cards), lang, to, output))
