"""Matches of Ollapion for tests: played to the end, with checks on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.players.registry import make_bot
from ruleslang.program.program import Compiled
from tests.support.shipped import compiled

CARDS = 58 + 16
COUNTS = (2, 3, 4, 5)
TEAMS = {"game_mode": "two_against_two"}
ONE_DIE = {**TEAMS, "life_dice": "one_per_team"}
SIMPLE = {"monster_powers": "ignored"}


def ollapion() -> Compiled:
    """The shipped rulebook."""
    return compiled("ollapion")


def alternatives() -> list[tuple[str, str]]:
    """Every value of a reading or option that is not the starred one."""
    return [
        (option.name, value)
        for option in ollapion().program.options
        for place, value in enumerate(option.values)
        if place != option.default
    ]


def mixture(chance: Random) -> dict[str, str]:
    """Any value of every reading and option."""
    return {option.name: chance.choice(option.values) for option in ollapion().program.options}


def turns(
    players: int, options: Mapping[str, str], seed: int, bots: tuple[str, ...] = ()
) -> Iterator[InterpretedMatch]:
    """A match, at every decision and at its end."""
    match = Interpreter(ollapion().program).start(seed=seed, players=players, options=options)
    names = bots or ("random",) * players
    seated = [make_bot(name, ollapion(), seed, seat) for seat, name in enumerate(names)]
    while match.decision is not None:
        yield match
        match.choose(seated[match.decision.player].choose(match))
    yield match


def play(players: int, options: Mapping[str, str], seed: int, end: int | None = None) -> None:
    """Play a match with random choices, to its end or a decision, and hold it to the laws."""
    most = 16 if "sixteen" in options.values() else 10
    for number, match in enumerate(turns(players, options, seed)):
        if number % 10 == 0 or match.decision is None:
            _holds_together(match, most)
        if number == end:
            return
    assert match.fault is None, f"{players} players, {dict(options)}, seed {seed}: {match.fault}"
    assert match.outcome is not None
    assert match.outcome.winners
    assert not match.outcome.capped


def _holds_together(match: InterpretedMatch, most: int) -> None:
    state = match.machine.state
    where = Counter(card for cards in state.zones.values() for card in cards)
    assert len(where) == CARDS
    assert max(where.values()) == 1
    assert all(0 <= points <= most for points in state.states["life"].values())
    assert all(len(faces) == 2 for faces in state.dice["force"].values())
