"""Commands that compare versions of a game."""

from __future__ import annotations

from typing import Annotated

import typer
from attrs import evolve

from ruleslang.apps.cli.application import BALANCE, PLAY, VALIDATE, WRITE, app, guarded
from ruleslang.apps.cli.options import (
    Cards,
    DesignerOptions,
    OmittedOptions,
    Printed,
    Rulebook,
    Seed,
    Settings,
)
from ruleslang.apps.cli.output_format import Format


@app.command(rich_help_panel=BALANCE)
@guarded
def compare(
    rulebook: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A rulebook, or a revision of it: RULEBOOK@REV.", show_default=False
        ),
    ],
    manner: DesignerOptions,
    other: Annotated[
        str,
        typer.Argument(
            metavar="[B]", help="The other version; without it, A itself.", show_default=False
        ),
    ] = "",
) -> int:
    """Play two versions from the same seeds, and say what differs; --cards and --set change B."""
    from ruleslang.apps.cli import compare as room

    return room.run(room.Order(rulebook, other, manner))


@app.command(rich_help_panel=VALIDATE)
@guarded
def readings(
    rulebook: Rulebook,
    manner: DesignerOptions,
    pairs: Annotated[
        bool,
        typer.Option("--pairs/--no-pairs", help="Also pairs of answers that touch the same cells."),
    ] = True,
) -> int:
    """Play every answer to the open questions with the same deals, and say what it changes."""
    from ruleslang.apps.cli import readings as room

    return room.run(room.Order(rulebook, pairs, manner))


@app.command(rich_help_panel=BALANCE)
@guarded
def vary(
    rulebook: Rulebook,
    changes: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME=VALUES...",
            show_default=False,
            help="For example `'copies(giant)=1..4'`, `'strength(giant)=5,7'`, `rain=first,last`.",
        ),
    ],
    manner: DesignerOptions,
    goal: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="GOAL",
            show_default=False,
            help="What to look for: `'seat 1 wins = 50%'`, `'lowest decisions'`.",
        ),
    ] = "",
) -> int:
    """Play a grid of versions from the same seeds, and find the best one for a goal."""
    from ruleslang.apps.cli import vary as room

    return room.run(room.Order(rulebook, tuple(changes), goal, manner))


AtTheTable = Annotated[
    int | None,
    typer.Option("--players", min=1, show_default="the fewest", help="The number of players."),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        min=0.1, max=1e6, show_default="120", help="Seconds of processor time to learn in."
    ),
]
OfEachLearner = Annotated[
    int | None,
    typer.Option(
        "--games",
        min=1,
        max=1_000_000_000,
        show_default=False,
        help="How many games each learner plays, instead of a time; the same seed and games "
        "give the same player.",
    ),
]
Learners = Annotated[
    int, typer.Option(min=1, max=16, help="How many learners, each trained by itself.")
]
KeptIn = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        show_default="RULEBOOK.learned",
        help="The file for the player.",
    ),
]
Advice = Annotated[
    bool,
    typer.Option(
        "--advice/--no-advice", help="Learn from and against the players of the rulebook."
    ),
]


@app.command(rich_help_panel=PLAY)
@guarded
def learn(
    rulebook: Rulebook,
    set: Settings = [],  # noqa: B006
    cards: Cards = [],  # noqa: B006
    players: AtTheTable = None,
    seconds: Seconds = None,
    games: OfEachLearner = None,
    learners: Learners = 3,
    seed: Seed = 1,
    out: KeptIn = "",
    advice: Advice = True,
    format: Printed = Format.text,
) -> int:
    """Let a player learn the game by playing it, and say how it stands against others."""
    from ruleslang.apps.cli import learn as room

    laid_over, chosen = tuple(cards), tuple(set)
    length = room.length(games, seconds)
    return room.run(
        room.Order(
            rulebook, laid_over, chosen, players, *length, learners, seed, out, advice, format
        )
    )


@app.command(rich_help_panel=BALANCE)
@guarded
def weigh(
    rulebook: Rulebook,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="CARD...", show_default=False, help="Names of cards, as in the rules."
        ),
    ],
    manner: Annotated[DesignerOptions, OmittedOptions(("games", "engine"))],
    deals: Annotated[
        int | None,
        typer.Option(
            "--games",
            min=20,
            max=1_000_000_000,
            show_default="1,000; with --until, as many as it takes",
            help="How many deals of each card for each player; with --until, at most.",
        ),
    ] = None,
    learn: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1e6,
            metavar="SECONDS",
            show_default="20, and 0 with --players",
            help="Seconds of processor in which three players first learn the game, who then play.",
        ),
    ] = None,
) -> int:
    """Deal a card to one seat and an average one to the other: is it too strong, and how sure?"""
    from ruleslang.apps.cli import weigh as room

    return room.run(room.Order(rulebook, tuple(names), learn, evolve(manner, games=deals)))


@app.command(rich_help_panel=WRITE)
@guarded
def watch(
    rulebook: Rulebook,
    manner: Annotated[DesignerOptions, OmittedOptions(("games", "until", "engine", "format"))],
) -> int:
    """Follow a rulebook while it is written: check, examples and games after every save."""
    from ruleslang.apps.cli import watch as room

    return room.run(room.Order(rulebook, manner))


@app.command(rich_help_panel=BALANCE)
@guarded
def report(
    rulebook: Rulebook,
    manner: DesignerOptions,
    out: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            show_default="RULEBOOK-report.html",
            help="The file for the page.",
        ),
    ] = "",
) -> int:
    """Write a page of charts: who wins, how much is skill, how long games last, each card."""
    from ruleslang.apps.cli import report as room

    return room.run(room.Order(rulebook, out, manner))
