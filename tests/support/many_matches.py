"""Thousands of matches of chance players, by the quickest engine that plays them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ruleslang.engine.choose_engine import AUTO, engine_named
from ruleslang.engine.match.interface import Match
from ruleslang.players.registry import make_bot
from ruleslang.program.program import Compiled


def play_to_the_end(
    compiled: Compiled,
    options: Mapping[str, str],
    seeds: Iterable[int],
    holds: Callable[[Match], None],
    seats: tuple[int, int] = (2, 0),
) -> None:
    """
    Play matches under the same options, each of which must end by its rules.

    `holds` is asked of every match when it is over; `seats` are the players and, of them, the
    automatic ones. What an engine plays is held to the interpreter by tests of its own.
    """
    players, automatic = seats
    for seed in seeds:
        match = engine_named(AUTO, compiled.program).start(
            seed=seed, options=options, players=players, automatic=automatic
        )
        match.play_on([make_bot("random", compiled, seed, seat) for seat in range(players)])
        assert match.fault is None, f"{dict(options)}, seed {seed}: {match.fault}"
        assert match.outcome is not None
        assert not match.outcome.capped, f"{dict(options)}, seed {seed}: capped"
        holds(match)
