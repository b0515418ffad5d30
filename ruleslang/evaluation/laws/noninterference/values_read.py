"""
Records which hidden values statements read in play, so that no leak rests on any other value.

A rule may come to a line only with some values of a state: after `else` of what was revealed, or
where a player knows what they did before. A change to a value with which no game came to that line,
though it came there often and the value is common, shows nothing of what players can learn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from attrs import define, field

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Begun, Match, Observer, Reader
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Player, Value
from ruleslang.evaluation.laws.noninterference.leaking_lines import read_by
from ruleslang.players.secrecy.secret_bodies import secret_names
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.passes.parts import parts_of
from ruleslang.program.program import Program, memoised
from ruleslang.program.walk import find
from ruleslang.source.walk import asked_with

GAMES = 20
LONGEST = 60  # decisions of one of them
OFTEN = 10  # times for each value that the state has in play

# A statement, a state it reads, and the locals that are the player from whom the state is hidden.
Reading: TypeAlias = tuple[int, str, frozenset[Slot]]


@define(eq=False)
class ValuesRead:
    """How often a statement read each value of a hidden state, and how often it lay anywhere."""

    values: dict[Reading, Counter[Value]] = field(factory=dict)
    anywhere: dict[str, Counter[Value]] = field(factory=dict)

    def note(self, match: Match, begun: Begun) -> None:
        """Note what a statement of a game reads, as it is for each player."""
        for name, index in _places(match, begun):
            value = match.position.states[name][index]
            for who in match.population.players:
                seen = _for(value, who)
                at = _reading(match, begun, name, who)
                self.values.setdefault(at, Counter())[seen] += 1

    def note_all(self, match: Match) -> None:
        """Note the values of all hidden states at a decision, as they are for each player."""
        for name in _names(match.population.program):
            for value in match.position.states[name].values():
                for who in match.population.players:
                    self.anywhere.setdefault(name, Counter())[_for(value, who)] += 1

    def is_ruled_out(self, reading: Reading, value: Value) -> bool:
        """Return whether games often came to a statement, and never with this common value."""
        anywhere = self.anywhere.get(reading[1], Counter())
        enough = OFTEN * len(anywhere)
        there = self.values.get(reading, Counter())
        return not there[value] and there.total() >= enough <= anywhere[value]


@memoised
def values_read(program: Program) -> ValuesRead:
    """Return the values of hidden states that statements of some random games read."""
    found, engine = ValuesRead(), engine_for(program)
    for seed in range(GAMES):
        chance = Stream(derive(seed, stream_number("values read")))
        match = engine.start(seed=seed, observers=[Observer(statement=found.note)])
        for _ in range(LONGEST):
            if match.decision is None:
                break
            found.note_all(match)
            match.choose(chance.below(len(match.decision.choices)))
    return found


@define(eq=False)
class ChangedReads:
    """The statements that read what a probe changed, with the value that they read."""

    made: list[tuple[Reading, Value]] = field(factory=list)

    def note(self, match: Match, begun: Begun, change: Rearrangement, who: Player) -> None:
        """Note a statement of a perturbed match that is about to read what was changed."""
        changed = {(name, at): value for name, at, value in change.states}
        for place in _places(match, begun) if changed else ():
            value = match.position.states[place[0]][place[1]]
            if place in changed and value == changed[place]:
                self.made.append((_reading(match, begun, place[0], who), _for(value, who)))

    def is_ruled_out(self, program: Program) -> bool:
        """Return whether one of them reads what no game came there with."""
        return bool(self.made) and any(
            values_read(program).is_ruled_out(*read) for read in self.made
        )


def _places(match: Reader, begun: Begun) -> Iterator[tuple[str, tuple[Value, ...]]]:
    """Yield the places of hidden states that a statement itself reads."""
    for read in _reads(_names(match.population.program))(begun.statement):
        try:
            index = tuple(match.evaluate(part, dict(begun.locals)) for part in read.index)
        except (Fault, KeyError):
            continue
        if index in match.position.states[read.name]:
            yield read.name, index


@asked_with
def _reads(statement: s.Statement, hidden: frozenset[str]) -> tuple[e.ReadState, ...]:
    """Return the reads of hidden states in the expressions that a statement itself reads."""
    reads = (read for part in read_by(statement) for read in find(part, e.ReadState))
    return tuple(read for read in reads if read.name in hidden)


@memoised
def _names(program: Program) -> frozenset[str]:
    """Return the states that are hidden from somebody."""
    return secret_names(program) & {state.name for state in program.states}


def _reading(match: Reader, begun: Begun, name: str, who: Player) -> Reading:
    slots = frozenset(slot for slot, value in begun.locals.items() if value is who)
    return parts_of(match.population.program).number(begun.statement), name, slots


def _for(value: Value, who: Player) -> Value:
    """Return a value as it is for a player: their own, or another player's."""
    if isinstance(value, Player):
        return "their own" if value is who else "another player's"
    return value
