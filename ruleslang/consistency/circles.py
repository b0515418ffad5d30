"""
Searches by play for matches that players can keep going in a cycle.

Players look one choice ahead and return to a position that occurred before; else they decline, else
choose at random.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping

from attrs import evolve, frozen

from ruleslang.consistency.games import Game, begun
from ruleslang.consistency.search import every_setting
from ruleslang.engines.choose_engine import PYTHON, chosen_engine, engine_named
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.entities import settle
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match
from ruleslang.match.observer import Observer
from ruleslang.program import statements as s
from ruleslang.program.program import Program
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.walk import find

MOST_CIRCLES = 12  # games in which a circle is looked for
OFTEN = 100  # times that a position stands in one
MOST_LOOKED_AT = 24  # choices that are looked at, at one decision
IDLE = 80  # of 100 players who could decline do


@frozen
class Circle:
    """
    A position that occurred `times` times in `game`.

    `loop` is the origin of the statement that repeats, the innermost loop that the last round did
    not start; -1 if it is no line of the text. `chosen` are the actions and plays of that round.
    """

    times: int
    game: Game
    loop: int = -1
    chosen: tuple[int, ...] = ()


def circle(program: Program, seconds: float, *, seed: int = 1) -> Circle | None:
    """
    A game that its players keep going in a cycle; `None` if none was found.

    A counter ends most such games sooner or later, so only a position that occurs `OFTEN` times
    counts.
    """
    chance = Stream(derive(seed, stream_number("circle")))
    until = time.process_time() + seconds
    try:
        for number, (players, _) in enumerate(every_setting(program)):
            if time.process_time() >= until or number >= MOST_CIRCLES:
                break
            found = _circle(program, seed + number, players, chance, until)
            if found is not None:
                return found
    except (Fault, KeyboardInterrupt):
        pass
    return None


def _circle(
    program: Program, seed: int, players: int, chance: Stream, until: float
) -> Circle | None:
    name = chosen_engine(PYTHON, program, settle(program, {}, players, None)).name
    match = engine_named(name, program).start(seed=seed, players=players)
    stood: Counter[str] = Counter()
    last: dict[str, int] = {}
    picks: list[int] = []
    while match.decision is not None and time.process_time() < until:
        here = match.hash()
        stood[here] += 1
        if stood[here] >= OFTEN:
            game = Game(seed, players, (), tuple(picks))
            return Circle(stood[here], game, *_round(program, game, last[here]))
        last[here] = len(picks)
        picks.append(_stalling(match, stood, chance))
        match.choose(picks[-1])
    return None


def _stalling(match: Match, stood: Mapping[str, int], chance: Stream) -> int:
    """A choice that returns to an earlier position, or that does nothing; else a random one."""
    decision = match.decision
    assert decision is not None
    places = chance.permutation(len(decision.choices))
    for place in places[:MOST_LOOKED_AT]:
        after = match.copy()
        after.choose(place)
        if after.decision is not None and after.hash() in stood:
            return place
    declining = [place for place in places if decision.choices[place].declines]
    return (declining if declining and chance.below(100) < IDLE else places)[0]


def _round(program: Program, game: Game, since: int) -> tuple[int, tuple[int, ...]]:
    """The loop that the moves since this decision repeat, and the actions and plays among them."""
    ran: set[int] = set()
    chosen: dict[str, None] = {}
    match = begun(program, evolve(game, picks=()))
    observer = Observer(statement=lambda match, begun: ran.add(begun.statement.origin))
    for number, pick in enumerate(game.picks):
        if match.decision is None:
            break
        if number == since:
            match.observe(observer)
        if number >= since:
            chosen.setdefault(match.decision.choices[pick].action)
        match.choose(pick)
    heads = {action.name: action.origin for action in program.actions}
    heads |= {play.name: play.origin for play in program.plays}
    return _loop(program, ran), tuple(heads[name] for name in chosen if name in heads)


def _loop(program: Program, ran: set[int]) -> int:
    """The innermost loop that had begun before and ran in this round."""
    loops: list[s.Repeat | s.TakeTurns | s.ForEach] = [*find(program, s.Repeat)]
    loops += [*find(program, s.TakeTurns), *find(program, s.ForEach)]
    inside = {
        loop.origin: {statement.origin for statement in own_statements((loop,))} - {loop.origin}
        for loop in loops
        if loop.origin not in ran
    }
    round = [origin for origin, lines in inside.items() if lines & ran]
    return min(round, key=lambda origin: len(inside[origin]), default=-1)
