"""Commands that compare versions of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from ruleslang.cli.application import app, guarded
from ruleslang.cli.options import (
    Automatic,
    Cards,
    Engine,
    Jobs,
    OfEach,
    Players,
    Printed,
    Rulebook,
    Seed,
    Settings,
    Until,
)
from ruleslang.cli.output_format import Format


@app.command()
@guarded
def compare(
    rulebook: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A rulebook, or a revision of it: RULEBOOK@REV.", show_default=False
        ),
    ],
    other: Annotated[
        str,
        typer.Argument(
            metavar="[B]", help="The other one; not said: A once more.", show_default=False
        ),
    ] = "",
    cards: Cards = [],  # noqa: B006
    set: Settings = [],  # noqa: B006
    games: OfEach = None,
    until: Until = "",
    seed: Seed = 1,
    players: Players = "",
    automatic: Automatic = None,
    jobs: Jobs = 0,
    engine: Engine = "auto",
    format: Printed = Format.text,
) -> int:
    """Play two versions from the same seeds, and say what is another; --cards and --set are B's."""
    from ruleslang.cli import bench
    from ruleslang.cli import compare as room

    manner = bench.Manner(games, until, seed, players, automatic, jobs, engine, format)
    return room.run(room.Order(rulebook, other, tuple(cards), tuple(set), manner))


@app.command()
@guarded
def readings(
    rulebook: Rulebook,
    pairs: Annotated[
        bool, typer.Option("--pairs/--no-pairs", help="Also two at once that touch the same.")
    ] = True,
    set: Settings = [],  # noqa: B006
    cards: Cards = [],  # noqa: B006
    games: OfEach = None,
    seed: Seed = 1,
    players: Players = "",
    automatic: Automatic = None,
    jobs: Jobs = 0,
    engine: Engine = "auto",
    format: Printed = Format.text,
) -> int:
    """Say what each answer to an open question would change, all over the same deals."""
    from ruleslang.cli import bench
    from ruleslang.cli import readings as room

    manner = bench.Manner(games, "", seed, players, automatic, jobs, engine, format)
    return room.run(room.Order(rulebook, tuple(cards), tuple(set), pairs, manner))


@app.command()
@guarded
def vary(
    rulebook: Rulebook,
    changes: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME=VALUES...",
            show_default=False,
            help="As `'copies(giant)=1..4'`, `'strength(giant)=5,7'`, `rain=first,last`.",
        ),
    ],
    goal: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="GOAL",
            show_default=False,
            help="What the best one has: `'seat 1 wins = 50%'`, `'lowest decisions'`.",
        ),
    ] = "",
    set: Settings = [],  # noqa: B006
    cards: Cards = [],  # noqa: B006
    games: OfEach = None,
    seed: Seed = 1,
    players: Players = "",
    automatic: Automatic = None,
    jobs: Jobs = 0,
    engine: Engine = "auto",
    format: Printed = Format.text,
) -> int:
    """Play a grid of versions from the same seeds, and find the best one for a goal."""
    from ruleslang.cli import bench
    from ruleslang.cli import vary as room

    manner = bench.Manner(games, "", seed, players, automatic, jobs, engine, format)
    over = tuple(cards), tuple(set)
    return room.run(room.Order(rulebook, tuple(changes), goal, *over, manner))


AtTheTable = Annotated[
    int | None,
    typer.Option("--players", min=1, show_default="the fewest", help="How many sit at the table."),
]
Seconds = Annotated[
    float | None,
    typer.Option(min=0.1, max=1e6, show_default="120", help="Processor time in all to learn in."),
]
OfEachLearner = Annotated[
    int | None,
    typer.Option(
        "--games",
        min=1,
        max=1_000_000_000,
        show_default=False,
        help="How many games each learner plays, instead of a time: the same seed and games give "
        "the same player.",
    ),
]
Learners = Annotated[int, typer.Option(min=1, max=16, help="How many learn, each by itself.")]
KeptIn = Annotated[
    str,
    typer.Option(metavar="FILE", show_default="RULEBOOK.learned", help="Where the player is kept."),
]
Advice = Annotated[
    bool,
    typer.Option(
        "--advice/--no-advice", help="Whether players of the rulebook advise and oppose it."
    ),
]


@app.command()
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
    from ruleslang.cli import learn as room

    laid_over, chosen = tuple(cards), tuple(set)
    length = room.length(games, seconds)
    return room.run(
        room.Order(
            rulebook, laid_over, chosen, players, *length, learners, seed, out, advice, format
        )
    )


@app.command()
@guarded
def weigh(
    rulebook: Rulebook,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="CARD...", show_default=False, help="Cards, as the rules call them."
        ),
    ],
    set: Settings = [],  # noqa: B006
    cards: Cards = [],  # noqa: B006
    deals: Annotated[
        int | None,
        typer.Option(
            "--games",
            min=20,
            max=1_000_000_000,
            show_default="1,000; with --until, as many as it takes",
            help="How many deals of each card by each player; with --until, at most.",
        ),
    ] = None,
    until: Until = "",
    seed: Seed = 1,
    players: Players = "",
    automatic: Automatic = None,
    format: Printed = Format.text,
) -> int:
    """Deal a card to one seat and an average one to the other: is it too strong, and how sure?"""
    from ruleslang.cli import bench
    from ruleslang.cli import weigh as room

    manner = bench.Manner(deals, until, seed, players, automatic, 1, "auto", format)
    return room.run(room.Order(rulebook, tuple(names), tuple(cards), tuple(set), manner))


@app.command()
@guarded
def watch(
    rulebook: Rulebook,
    cards: Cards = [],  # noqa: B006
    set: Settings = [],  # noqa: B006
    seed: Seed = 1,
    players: Players = "",
    automatic: Automatic = None,
    jobs: Jobs = 0,
) -> int:
    """Follow a rulebook while it is written: check, examples and games after every save."""
    from ruleslang.cli import bench
    from ruleslang.cli import watch as room

    manner = bench.Manner(None, "", seed, players, automatic, jobs)
    return room.run(room.Order(rulebook, tuple(cards), tuple(set), manner))


@app.command()
@guarded
def report(
    rulebook: Rulebook,
    games: OfEach = None,
    out: Annotated[
        str,
        typer.Option(
            metavar="FILE", show_default="RULEBOOK-report.html", help="Where the page is written."
        ),
    ] = "",
    set: Settings = [],  # noqa: B006
    cards: Cards = [],  # noqa: B006
    seed: Seed = 1,
    players: Players = "",
    automatic: Automatic = None,
    jobs: Jobs = 0,
    engine: Engine = "auto",
    format: Printed = Format.text,
) -> int:
    """Write a page of what play shows: who wins, how long it lasts, skill, measures, cards."""
    from ruleslang.cli import bench
    from ruleslang.cli import report as room

    manner = bench.Manner(games, "", seed, players, automatic, jobs, engine, format)
    return room.run(room.Order(rulebook, tuple(cards), tuple(set), out, manner))
