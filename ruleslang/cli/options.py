"""The arguments and options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

from ruleslang.cli.output_format import Format

Budget = Annotated[
    float | None,
    typer.Option(
        "--budget",
        metavar="SECONDS",
        show_default="20",
        min=0.1,
        max=1_000_000,
        help="Processor time that it may take, beside what is asked for by number: the more, the "
        "more steps and memory, too.",
    ),
]
Rulebook = Annotated[
    str, typer.Argument(help="A shipped name, a file or a folder.", show_default=False)
]
Cards = Annotated[
    list[str],
    typer.Option(
        "--cards",
        metavar="FILE",
        show_default=False,
        help="Card definitions that replace or join the rulebook's own.",
    ),
]
Settings = Annotated[
    list[str],
    typer.Option(
        "--set", metavar="OPTION=VALUE", show_default=False, help="Choose an option or a reading."
    ),
]
Automatic = Annotated[
    int | None,
    typer.Option(
        "--automatic",
        min=0,
        show_default="the least that the rulebook allows",
        help="How many of the last seats never decide.",
    ),
]
Engine = Annotated[
    str,
    typer.Option(
        metavar="auto|interpreter|python|c",
        help="What plays: the same games, at another speed; auto: the quickest.",
    ),
]
Games = Annotated[int, typer.Option(help="How many games.", min=1, max=1_000_000_000)]
OfEach = Annotated[
    int | None,
    typer.Option(
        "--games",
        min=1,
        max=1_000_000_000,
        show_default=False,
        help="How many games of each version; with --until, at most.",
    ),
]
Until = Annotated[
    str,
    typer.Option(
        metavar="WIDTH",
        show_default=False,
        help="Play until the interval of who wins is as narrow: `1%`.",
    ),
]
Jobs = Annotated[
    int,
    typer.Option(help="How many processes; 0: as many as there are processors.", min=0, max=1024),
]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        show_default=False,
        help="The language of the game's texts: one that its header names.",
    ),
]
Players = Annotated[
    str,
    typer.Option(
        metavar="WHO,WHO",
        show_default=False,
        help="Who sits where: `random`, `search` (looks ahead; its first decision may take some "
        "seconds), a player of the rulebook, or the file of one that `learn` kept.",
    ),
]
Records = Annotated[
    str,
    typer.Option(
        metavar="FILE", show_default=False, help="Write every game there, one JSON object a line."
    ),
]
From = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="FILE",
        show_default=False,
        help="Begin in a position: lines `given …`, and `when P` for what then goes on.",
    ),
]
At = Annotated[
    str,
    typer.Option(
        metavar="N|FILE",
        show_default=False,
        help="After so many decisions of the seed's match, or where a save stands.",
    ),
]
Printed = Annotated[Format, typer.Option("--format", help="How to print.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same match, for ever.")]
