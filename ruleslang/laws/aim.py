"""Which statements read what is hidden: there it pays to put it otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from attrs import define, field

from ruleslang.laws.named import towards
from ruleslang.laws.probe import NAME_OF_A_CARD, one_change
from ruleslang.meaning.chance import Stream
from ruleslang.meaning.evaluate import EVALUATORS, evaluate
from ruleslang.meaning.faults import Fault
from ruleslang.meaning.machine import Frame, Machine
from ruleslang.meaning.reads import reads_of_parts
from ruleslang.meaning.values import Player
from ruleslang.program.walk import children
from ruleslang.secrecy.arrangement import Arrangement, exchange
from ruleslang.secrecy.hidden import hidden
from ruleslang.secrecy.secrets import secret_names

AT_ONCE = 30  # changes that are tried when a statement comes
IN_ALL = 90  # of one statement
SUCCESSES = 6
IN_VAIN = 40  # of one statement, that changed nothing


@define(eq=False)
class Aim:
    """How often each statement may still be tried, and may still succeed."""

    tries: dict[int, int] = field(factory=dict)
    successes: dict[int, int] = field(factory=dict)
    in_vain: dict[int, int] = field(factory=dict)
    parts: dict[int, list[Any]] = field(factory=dict)

    def take(
        self, m: Machine, statement: Any, frame: Frame, who: Player, stream: Stream
    ) -> Arrangement | None:
        """Something hidden from a player that the statement reads, put otherwise; None: nothing."""
        origin = statement.origin
        if m.secret is not None or m.snapshot is not None:
            return None
        if not self._parts(m, statement) or self.successes.get(origin, 0) >= SUCCESSES:
            return None
        tried = self.tries.get(origin, 0)
        if tried >= IN_ALL:
            return None
        self.tries[origin] = tried + AT_ONCE
        found = self._search(m, statement, frame, who, stream)
        if found is not None:
            self.successes[origin] = self.successes.get(origin, 0) + 1
            self.tries[origin] = tried
        return found

    def changed_nothing(self, origin: int) -> None:
        """What a statement read was otherwise, and nothing came of it: it may be tried again."""
        self.in_vain[origin] = self.in_vain.get(origin, 0) + 1
        if self.in_vain[origin] <= IN_VAIN and self.successes.get(origin, 0):
            self.successes[origin] -= 1

    def _search(
        self, m: Machine, statement: Any, frame: Frame, who: Player, stream: Stream
    ) -> Arrangement | None:
        unseen = hidden(m, who)
        if unseen.is_empty:
            return None
        parts = self._parts(m, statement)
        before = _values(m, parts, frame)
        named = towards(m, unseen, parts, stream)
        for attempt in range(AT_ONCE):
            change = named[attempt] if attempt < len(named) else one_change(m, unseen, stream)
            with _put(m, change):
                after = _values(m, parts, frame)
            if None not in (before, after) and before != after:
                return change
        return None

    def _parts(self, m: Machine, statement: Any) -> list[Any]:
        """The expressions of a statement that read something hidden."""
        found = self.parts.get(statement.origin)
        if found is None:
            secret = {*secret_names(m.tables.program), "guises", "*"}
            found = self.parts[statement.origin] = [
                each
                for each in children(statement)
                if type(each) in EVALUATORS
                and not reads_of_parts(m.tables, [each]).isdisjoint(secret)
            ]
        return found


def _values(m: Machine, parts: list[Any], frame: Frame) -> list[Any] | None:
    """What they are; None when they cannot be worked out."""
    try:
        return [evaluate(m, each, dict(frame.env)) for each in parts]
    except (Fault, KeyError):
        return None


@contextmanager
def _put(m: Machine, change: Arrangement) -> Iterator[None]:
    """What is hidden is otherwise, for a look."""
    places = [
        *((m.state.states[name], at, value) for name, at, value in change.states),
        *((m.state.dice[name], at, faces) for name, at, faces in change.dice),
    ]
    kept = [(place, at, place[at]) for place, at, _ in places]
    for one, other in change.pairs:
        exchange(one, other, NAME_OF_A_CARD)
    for place, at, value in places:
        place[at] = value
    m.known_at = -1
    try:
        yield
    finally:
        for one, other in change.pairs:
            exchange(one, other, NAME_OF_A_CARD)
        for place, at, value in kept:
            place[at] = value
        m.known_at = -1
