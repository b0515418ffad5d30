"""
Records what the condition of a rule reads: cells with their values.

A cell is one place of the state: a state or dice at an index, one zone, the place of a card, what
it counts as, the space of a piece, the pieces of a space, the players, the active player, the
effects that modify a value, the runs in progress. Options do not change and are none. Of `after`
and `playable` only the answer counts, and nothing that is read to find it. The order that the
active player gives to a set does not count. See decisions 0021 and 0063.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, TypeAlias

from attrs import define, field

from ruleslang.interpreter.effects_in_force import Force, span_env
from ruleslang.interpreter.evaluate import evaluate, holds
from ruleslang.interpreter.machine import Heard, Machine
from ruleslang.interpreter.state import State, parts_of
from ruleslang.match.values import Card, CardDefinition, Env, Place, Value
from ruleslang.program import expressions as e

Fingerprint: TypeAlias = Mapping[Hashable, Value]


UNSET = "unset"


def fingerprint(m: Machine, force: Force, member: Value) -> Fingerprint:
    """The cells that a rule's condition, with its span, reads for a member."""
    watched = _watched(m.state)
    state, m.state = m.state, watched
    heard, m.heard = m.heard, Heard()
    looked_at = m.usage.looked_at
    kept = m.known, m.known_at, m.kept
    m.known, m.known_at, m.kept = {}, -1, 0
    try:
        env = span_env(m, force)
        if env is not None:
            _evaluate_for(m, force.effect.condition, member, env)
    finally:
        m.state, m.heard = state, heard
        m.usage.looked_at = looked_at
        m.known, m.known_at, m.kept = kept
    return watched.cells


def _evaluate_for(m: Machine, condition: e.Expr, member: Value, env: Env) -> None:
    if not isinstance(condition, e.ThereIs):
        evaluate(m, condition, env)
        return
    _evaluate_membership(m, condition.subject, member, env)
    env[condition.variable] = member
    holds(m, condition.condition, env)


def _evaluate_membership(m: Machine, subject: e.Expr, member: Value, env: Env) -> None:
    """Evaluate the condition of `S where C` for this member alone."""
    if isinstance(subject, e.Where):
        _evaluate_membership(m, subject.subject, member, env)
        env[subject.variable] = member
        evaluate(m, subject.condition, env)
    else:
        evaluate(m, subject, env)


class _Noting(Mapping[Any, Any]):
    """A mapping of the state that records which entries are read."""

    def __init__(self, kept: Mapping[Any, Any], what: str, cells: dict[Hashable, Value]) -> None:
        self.kept, self.what, self.cells = kept, what, cells

    def __getitem__(self, key: Any) -> Any:
        value = self.kept.get(key, UNSET)
        is_unordered = isinstance(key, Place) and not key.zone.ordered
        self.cells[self.what, key] = frozenset(value) if is_unordered else value
        return self.kept[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.kept)

    def __len__(self) -> int:
        return len(self.kept)


@define(eq=False)
class _WatchedState(State):
    """The same state; reads of it are recorded."""

    unwatched: State = field(kw_only=True)
    cells: dict[Hashable, Value] = field(kw_only=True)
    answers: int = field(kw_only=True, default=0)

    def looked(self, cell: Hashable, value: Value) -> None:
        self.cells[cell] = value

    def title_of(self, card: Card) -> CardDefinition:
        self.cells["counts as", card] = self.counting_as.get(card)
        return State.title_of(self, card)

    def answered(self, value: Value) -> None:
        """Record an answer of `after` or `playable`, not what was read for it."""
        self.answers += 1
        self.cells["answer", self.answers] = value

    def imagined(self) -> State:
        """A copy for a hypothetical position, whose reads are not recorded."""
        return self.unwatched.imagined()


_MAPPINGS = ("zones", "where", "spaces", "standing", "limits")


_NESTED = ("states", "dice")


def _watched(state: State) -> _WatchedState:
    cells: dict[Hashable, Value] = {}
    parts = parts_of(state)
    for kept in _MAPPINGS:
        parts[kept] = _Noting(parts[kept], kept, cells)
    for kept in _NESTED:
        parts[kept] = {name: _Noting(at, name, cells) for name, at in parts[kept].items()}
    return _WatchedState(**parts, unwatched=state, cells=cells)
