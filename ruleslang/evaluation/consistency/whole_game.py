"""
Searches every position of a small game in which chance does nothing.

Two positions are one only if all that decides how the match goes on is equal (`position_key`).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Hashable

from attrs import define, field, frozen

from ruleslang.engine.match.entities import can_begin
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match
from ruleslang.evaluation.consistency.games import Game, quick
from ruleslang.evaluation.consistency.position_key import position_key
from ruleslang.program import statements as s
from ruleslang.program.program import Program
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find

MOST_POSITIONS = 30_000


@frozen
class WholeGame:
    """
    All positions that there are, with the default options, and the shortest game to one from which
    no end is reached.
    """

    positions: int
    stuck: Game | None


def whole_game(program: Program, seconds: float) -> WholeGame | None:
    """
    All positions of a game, with its default options, for each number of players.

    `None` if chance acts in it, a match meets a fault, or there are too many for the time.
    """
    nodes = (node for node in find(program, object) if isinstance(node, s.Statement))
    if any(traits(node).chance for node in nodes):
        return None
    until, positions, stuck = time.process_time() + seconds, 0, None
    for players in range(program.seats.low, program.seats.high + 1):
        if not can_begin(program, {}, players):
            continue
        graph = _Graph(players)
        try:
            if not graph.grow(quick(program, Game(1, players, (), ())), until):
                return None
        except Fault:
            return None
        positions += len(graph.before)
        stuck = graph.stuck() if stuck is None else stuck
    return WholeGame(positions, stuck)


@define
class _Graph:
    """The positions of a game, numbered as they were first reached, with those before each."""

    players: int
    before: list[list[int]] = field(factory=list)
    reached_by: list[tuple[int, int]] = field(factory=list)  # a position, and the choice there
    ends: list[int] = field(factory=list)

    def grow(self, opening: Match, until: float) -> bool:
        """Reach every position; whether there was time for it."""
        numbers: dict[Hashable, int] = {}
        waiting = deque([(-1, -1, opening)])
        while waiting:
            if time.process_time() >= until or len(numbers) > MOST_POSITIONS:
                return False
            before, pick, match = waiting.popleft()
            here = position_key(match)
            if here in numbers:
                self.before[numbers[here]].append(before)
                continue
            if match.chance.words():
                return False  # chance acts, if only in the opening
            number = numbers[here] = len(numbers)
            self.before.append([before])
            self.reached_by.append((before, pick))
            if match.fault is not None:
                return False
            if match.decision is None:
                if match.outcome is not None and not match.outcome.capped:
                    self.ends.append(number)
                continue
            for place in range(len(match.decision.choices)):
                after = match.copy()
                after.choose(place)
                waiting.append((number, place, after))
        return True

    def stuck(self) -> Game | None:
        """The shortest game to a position from which no end is reached."""
        ending, waiting = set[int](), [*self.ends]
        while waiting:
            number = waiting.pop()
            if number >= 0 and number not in ending:
                ending.add(number)
                waiting += self.before[number]
        number = next((n for n in range(len(self.before)) if n not in ending), -1)
        if number < 0:
            return None
        picks: list[int] = []
        while self.reached_by[number][0] >= 0:
            number, pick = self.reached_by[number]
            picks.insert(0, pick)
        return Game(1, self.players, (), tuple(picks))
