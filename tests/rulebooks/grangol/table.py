"""Matches of Grangol for tests: played to the end, with checks on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.players.registry import make_bot
from ruleslang.program.declarations import Option
from ruleslang.program.program import Compiled
from tests.support.shipped import compiled

CARDS = 92  # 90 in the deck, and two CAMBIO


def grangol() -> Compiled:
    """The shipped rulebook."""
    return compiled("grangol")


def readings() -> list[Option]:
    """The open questions that can be answered in several ways."""
    return [option for option in grangol().program.options if option.reading]


def alternatives() -> list[tuple[str, str]]:
    """Every answer that is not the starred one: reading and value."""
    return [
        (option.name, value)
        for option in readings()
        for place, value in enumerate(option.values)
        if place != option.default
    ]


def turns(
    options: Mapping[str, str], seed: int, players: tuple[str, str] = ("random", "random")
) -> Iterator[InterpretedMatch]:
    """A match, at every decision and at its end."""
    match = Interpreter(grangol().program).start(seed=seed, options=options)
    bots = [make_bot(name, grangol(), seed, seat) for seat, name in enumerate(players)]
    while match.decision is not None:
        yield match
        match.choose(bots[match.decision.player].choose(match))
    yield match


def play(options: Mapping[str, str], seed: int, most: int | None = None) -> None:
    """Play a match with random choices, to its end or `most` decisions, and hold it to the laws."""
    for number, match in enumerate(turns(options, seed)):
        if number % 10 == 0 or match.decision is None:
            _holds_together(match)
        if number == most:
            return
    assert match.fault is None, f"{dict(options)}, seed {seed}: {match.fault}"
    assert match.outcome is not None
    assert not match.outcome.capped


def _holds_together(match: InterpretedMatch) -> None:
    where = Counter(card for cards in match.machine.state.zones.values() for card in cards)
    assert len(where) == CARDS
    assert max(where.values()) == 1
