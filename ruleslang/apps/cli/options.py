"""The arguments and options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer
from attrs import NOTHING, field, frozen


class Format(StrEnum):
    """The output of a command: text for a person, or the JSON object of docs/formats."""

    text = "text"
    json = "json"


class ReportFormat(StrEnum):
    """The output of a report: as `Format`, or for other programs."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"
    junit = "junit"


def in_a_folder(path: str) -> str:
    """Return the path of a file to write; refuse it before the work if its folder is missing."""
    from pathlib import Path

    folder = Path(path).parent
    if not folder.is_dir():
        raise typer.BadParameter(f"there is no folder `{folder}`")
    return path


def option(default: Any, *names: str, **settings: Any) -> Any:
    """Return a field of a record that is an option of a command, as `typer.Option` makes it."""
    return _field(default, typer.Option(*names, **settings))


def output_file(usual: str, help: str) -> Any:
    """Return the option for the file to write, which has a usual name."""
    names = "--output", "-o"
    settings = {"metavar": "FILE", "callback": in_a_folder, "show_default": usual, "help": help}
    return option("", *names, **settings)


def argument(default: Any, **settings: Any) -> Any:
    """Return a field of a record that is an argument, as `option`; `...`: it is required."""
    return _field(default, typer.Argument(**settings))


def _field(default: Any, how: Any) -> Any:
    return field(default=NOTHING if default is ... else default, metadata={HOW: how})


HOW = "how"  # the metadata of a field with what typer is to know of it

Budget = Annotated[
    float | None,
    typer.Option(
        "--budget",
        metavar="SECONDS",
        show_default="20",
        min=0.1,
        max=1_000_000,
        help="A limit on CPU seconds and, in proportion, on steps and memory, of the command, or "
        "of each part of its work if it waits for people; without it, 20 s, and more with games.",
    ),
]
Rulebook = Annotated[str, typer.Argument(help="A shipped name, a file or a folder.")]
Cards = Annotated[
    tuple[str, ...],
    typer.Option(
        "--cards",
        metavar="FILE",
        help="A file of cards that replace the rulebook's own or join them.",
    ),
]
OptionSettings = Annotated[
    tuple[str, ...],
    typer.Option("--set", metavar="OPTION=VALUE", help="Set an option or choose a reading."),
]
Automatic = Annotated[
    int | None,
    typer.Option(
        "--automatic",
        min=0,
        show_default="the minimum that the rulebook allows",
        help="How many seats, from the last, play automatically.",
    ),
]
Engine = Annotated[
    str,
    typer.Option(
        metavar="auto|interpreter|wasm|c",
        help="The engine: all play the same games; auto picks the fastest.",
    ),
]
Games = Annotated[int, typer.Option(help="How many games.", min=1, max=1_000_000_000)]
OfEach = Annotated[
    int | None,
    typer.Option(
        "--games",
        min=1,
        max=1_000_000_000,
        help="How many games of each version; the maximum with --until.",
    ),
]
Until = Annotated[
    str,
    typer.Option(
        metavar="WIDTH",
        help="Play until the interval of the win rates is this narrow, such as `1%`.",
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
        help="The language of the game's texts, one of those in its header.",
    ),
]
Players = Annotated[
    str,
    typer.Option(
        metavar="WHO,WHO",
        help="The player at each seat: `random`, `search` (looks ahead; its first decision may "
        "take some seconds), a player of the rulebook, or the file of one that `learn` trained.",
    ),
]
Records = Annotated[
    str,
    typer.Option(
        metavar="FILE",
        callback=in_a_folder,
        help="Write every game to this file, one JSON object per line.",
    ),
]
From = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="FILE",
        help="Start from a position: a file of `given …` lines, and `when P` for what comes next.",
    ),
]
Printed = Annotated[Format, typer.Option("--format", help="The output format.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same random choices.")]
KindName = Annotated[
    str, typer.Argument(metavar="[KIND]", help="Only this kind of cards, and the kinds below it.")
]
Output = Annotated[
    str, typer.Option("--output", "-o", metavar="PATH", help="The file or folder to write.")
]


@frozen(kw_only=True)
class MatchOptions:
    """The options of all commands that play: cards, settings and players."""

    cards: Cards = ()
    settings: OptionSettings = ()
    seed: Seed = 1
    players: Players = ""
    automatic: Automatic = None
    jobs: Jobs = 0


@frozen(kw_only=True)
class GamesOptions(MatchOptions):
    """The same, and how many games are played of each version."""

    games: OfEach = None
    until: Until = ""
    format: Printed = Format.text


@frozen(kw_only=True)
class DesignerOptions(GamesOptions):
    """The same, and in which engine."""

    engine: Engine = "auto"
