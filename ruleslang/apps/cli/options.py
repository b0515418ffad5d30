"""The arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer
from attrs import field, frozen

from ruleslang.apps.cli.output_format import Format

Budget = Annotated[
    float | None,
    typer.Option(
        "--budget",
        metavar="SECONDS",
        show_default="20",
        min=0.1,
        max=1_000_000,
        help="A limit on the CPU seconds of the command; without it, games asked for add to 20 s. "
        "Steps and memory have limits in proportion.",
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
        help="A file of cards that replace the rulebook's own or join them.",
    ),
]
Settings = Annotated[
    list[str],
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        show_default=False,
        help="Set an option or choose a reading.",
    ),
]
Automatic = Annotated[
    int | None,
    typer.Option(
        "--automatic",
        min=0,
        show_default="the least that the rulebook allows",
        help="How many seats, from the last, play automatically.",
    ),
]
Engine = Annotated[
    str,
    typer.Option(
        metavar="auto|interpreter|python|c",
        help="The engine: all play the same games; auto picks the quickest.",
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
        help="Play until the interval of who wins is this narrow, as `1%`.",
    ),
]
Jobs = Annotated[
    int, typer.Option(help="How many processes; 0: one for each processor.", min=0, max=1024)
]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        show_default=False,
        help="The language of the game's texts, one of those in its header.",
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
        metavar="FILE",
        show_default=False,
        help="Write every game to this file, one JSON object a line.",
    ),
]
From = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="FILE",
        show_default=False,
        help="Start from a position: a file of `given …` lines, and `when P` for what comes next.",
    ),
]
At = Annotated[
    str,
    typer.Option(
        metavar="N|FILE",
        show_default=False,
        help="After N decisions of the seed's match, or at a save.",
    ),
]
Printed = Annotated[Format, typer.Option("--format", help="How to print.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same match, for ever.")]


@frozen
class DesignerOptions:
    """What the commands of designers ask alike: which cards and settings, who plays, how long."""

    cards: Cards = field(factory=list)
    set: Settings = field(factory=list)
    games: OfEach = None
    until: Until = ""
    seed: Seed = 1
    players: Players = ""
    automatic: Automatic = None
    jobs: Jobs = 0
    engine: Engine = "auto"
    format: Printed = Format.text


@frozen
class OmittedOptions:
    """Stands beside a record of options: a command does not have these."""

    names: tuple[str, ...]
