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
