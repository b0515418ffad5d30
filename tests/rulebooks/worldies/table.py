"""Matches of OLÉ for tests, with checks on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.match.interface import Match, Observer
from ruleslang.players.registry import make_bot
from ruleslang.program.program import Compiled
from tests.support import open_questions
from tests.support.shipped import compiled

CARDS = 24 + 6 + 48 + 12


def worldies() -> Compiled:
    """The shipped rulebook."""
    return compiled("worldies")


def alternatives() -> list[tuple[str, str]]:
    """Every value of a reading or option that is not the starred one."""
    return open_questions.alternatives(worldies())


def turns(
    options: Mapping[str, str],
    seed: int,
    players: tuple[str, str] = ("random", "random"),
    reached: Callable[[int], None] | None = None,
) -> Iterator[InterpretedMatch]:
    """A match, at every decision and at its end; `reached` is told of the parts at work."""
    observer = Observer(reached=reached)
    match = Interpreter(worldies().program).start(seed=seed, options=options, observers=(observer,))
    bots = [make_bot(name, worldies(), seed, seat) for seat, name in enumerate(players)]
    while match.decision is not None:
        yield match
        match.choose(bots[match.decision.player].choose(match))
    yield match


def play(options: Mapping[str, str], seed: int, longest: int | None = None) -> None:
    """Play a match with random choices, to its end or for so long, and hold it to its bounds."""
    for number, match in enumerate(turns(options, seed)):
        if number % 10 == 0 or match.decision is None:
            holds_together(match)
        if number == longest:
            return
    assert match.fault is None, f"{dict(options)}, seed {seed}: {match.fault}"
    assert match.outcome is not None
    assert match.outcome.winners
    assert not match.outcome.capped


def holds_together(match: Match) -> None:
    """Every card in one place, and points within their bounds."""
    position = match.position
    where = Counter(card for cards in position.zones.values() for card in cards)
    assert len(where) == CARDS
    assert max(where.values()) == 1
    assert all(0 <= points <= 7 for points in position.states["score"].values())
