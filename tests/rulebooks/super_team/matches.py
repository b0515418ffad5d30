"""Matches of Super Team for tests, with checks on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.match.interface import Match
from ruleslang.explanation.examples.properties import breach_in
from ruleslang.players.registry import make_bot
from ruleslang.program.program import Compiled
from tests.support.shipped import compiled

LONG = {"match_length": "long"}
STEPS = 3  # of the time track in a half
PIECES = 12


def super_team() -> Compiled:
    """The shipped rulebook."""
    return compiled("super_team")


def alternatives() -> list[tuple[str, str]]:
    """Every value of a reading or option that is not the starred one."""
    return [
        (option.name, value)
        for option in super_team().program.options
        for place, value in enumerate(option.values)
        if place != option.default
    ]


def mixture(chance: Random) -> dict[str, str]:
    """Any value of every reading and option."""
    return {option.name: chance.choice(option.values) for option in super_team().program.options}


def moments(
    options: Mapping[str, str],
    seed: int,
    automatic: int = 0,
    players: tuple[str, str] = ("random", "random"),
) -> Iterator[InterpretedMatch]:
    """A match, at every decision and at its end."""
    program = super_team().program
    match = Interpreter(program).start(seed=seed, automatic=automatic, options=options)
    bots = [make_bot(name, super_team(), seed, seat) for seat, name in enumerate(players)]
    while match.decision is not None:
        yield match
        match.choose(bots[match.decision.player].choose(match))
    yield match


def play(
    options: Mapping[str, str], seed: int, automatic: int = 0, longest: int | None = None
) -> None:
    """Play a match with random choices, to its end or for so long, and hold it to its bounds."""
    for number, match in enumerate(moments(options, seed, automatic)):
        if number % 20 == 0 or match.decision is None:
            holds_together(match, options)
        if number == longest:
            return
    assert match.fault is None, f"{dict(options)}, seed {seed}: {match.fault}"
    assert match.outcome is not None
    assert not match.outcome.capped
    over = set(match.position.states["time"].values())
    assert options or over == {STEPS}, "the second half has its steps, too"


def holds_together(match: Match, options: Mapping[str, str]) -> None:
    """No card and no piece in two places, and the rulebook's own properties."""
    state = match.position
    where = Counter(card for cards in state.zones.values() for card in cards)
    assert not where or max(where.values()) == 1
    places = Counter(space for space in state.spaces.values())
    assert not places or max(places.values()) == 1
    assert sum(places.values()) <= PIECES
    assert breach_in(super_team(), match, super_team().properties) is None, dict(options)
