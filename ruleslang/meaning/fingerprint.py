"""
What the condition of a rule looks at: the cells that working it out reads, and their values.

A cell is one place of the state: a state or dice at an index, one zone, where a card lies, what it
counts as, where a piece stands, what stands on a space, who plays, whose turn it is, a limit that
was counted, which effects modify a value, what is under way. Options do not change and are none.
Of what is read in an imagined position, the cell of the match counts. Which order the active player
gives to a set is not looked at. See decision 0021.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, MutableMapping
from typing import Any, TypeAlias

from ruleslang.match.values import Card, CardDefinition, Env, Place, Value
from ruleslang.meaning.effects_in_force import Force, span_env
from ruleslang.meaning.evaluate import evaluate, holds
from ruleslang.meaning.machine import Heard, Machine
from ruleslang.meaning.state import State
from ruleslang.nodes.frozen import define, field
from ruleslang.nodes.lazy import field_names
from ruleslang.program import expressions as e

Fingerprint: TypeAlias = Mapping[Hashable, Value]

UNSET = "unset"


def fingerprint(m: Machine, force: Force, member: Value) -> Fingerprint:
    """The cells that the condition of a rule reads for a member, its span with it."""
    watched = _watched(m.state)
    state, m.state = m.state, watched
    heard, m.heard = m.heard, Heard()
    looked_at = m.budget.looked_at
    kept = m.known, m.known_at, m.kept
    m.known, m.known_at, m.kept = {}, -1, 0
    try:
        env = span_env(m, force)
        if env is not None:
            _evaluate_for(m, force.effect.condition, member, env)
    finally:
        m.state, m.heard = state, heard
        m.budget.looked_at = looked_at
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
    """Of `S where C`, the condition is worked out for this member alone."""
    if isinstance(subject, e.Where):
        _evaluate_membership(m, subject.subject, member, env)
        env[subject.variable] = member
        evaluate(m, subject.condition, env)
    else:
        evaluate(m, subject, env)


# ---------------------------------------------------------------- a state that notes its readers


class _Noting(Mapping[Any, Any]):
    """A mapping of the state that notes each of its entries that is read."""

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


class _Imagined(MutableMapping[Any, Any]):
    """A copy of such a mapping, to be written; of what is read of it, the original is noted."""

    def __init__(self, original: Mapping[Any, Any]) -> None:
        self.original = original
        self.kept = dict(_silent(original))

    def __getitem__(self, key: Any) -> Any:
        self.original.get(key)
        return self.kept[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.kept[key] = value

    def __delitem__(self, key: Any) -> None:
        del self.kept[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.kept)

    def __len__(self) -> int:
        return len(self.kept)

    def __contains__(self, key: Any) -> bool:
        return key in self.kept


def _silent(mapping: Mapping[Any, Any]) -> Mapping[Any, Any]:
    """What a mapping holds, to be read without a note."""
    return mapping.kept if isinstance(mapping, (_Noting, _Imagined)) else mapping


@define(eq=False)
class _WatchedState(State):
    """The same state; what is read of it is noted."""

    unwatched: State = field(kw_only=True)
    cells: dict[Hashable, Value] = field(kw_only=True)

    def looked(self, cell: Hashable, value: Value) -> None:
        """Something was read that no mapping holds."""
        self.cells[cell] = value

    def title_of(self, card: Card) -> CardDefinition:
        """What a card counts as at this moment."""
        self.cells["counts as", card] = self.counting_as.get(card)
        return State.title_of(self, card)

    def imagined(self) -> State:
        """A copy to try something in, of which the cells of this state are noted."""
        parts = _parts(self)
        for kept in _MAPPINGS:
            parts[kept] = _Imagined(parts[kept])
        for kept in _NESTED:
            parts[kept] = {name: _Imagined(at) for name, at in parts[kept].items()}
        for kept in ("counting_as", "ages", "bits", "marks", "facts", "shown", "faces", "changed"):
            parts[kept] = dict(parts[kept])
        parts["touched"] = set(self.touched)
        parts["histories"] = {name: dict(noted) for name, noted in self.histories.items()}
        silent = {name: _silent(part) for name, part in parts.items() if name in _MAPPINGS}
        nested = {name: {at: _silent(one) for at, one in parts[name].items()} for name in _NESTED}
        unwatched = State(**{**parts, **silent, **nested})
        return _ImaginedState(**parts, unwatched=unwatched, cells=self.cells, real=self)


@define(eq=False)
class _ImaginedState(_WatchedState):
    """A copy of a state that is watched: what is read of it is noted of the original."""

    real: State = field(kw_only=True)

    def looked(self, cell: Hashable, value: Value) -> None:
        """Something was read that no mapping holds."""
        self.cells["imagined", cell] = value

    def title_of(self, card: Card) -> CardDefinition:
        """What a card counts as at this moment."""
        self.real.title_of(card)
        return State.title_of(self, card)


_MAPPINGS = ("zones", "where", "spaces", "standing", "limits")
_NESTED = ("states", "dice")


def _parts(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in field_names(State) or ()}


def _watched(state: State) -> _WatchedState:
    cells: dict[Hashable, Value] = {}
    parts = _parts(state)
    for kept in _MAPPINGS:
        parts[kept] = _Noting(parts[kept], kept, cells)
    for kept in _NESTED:
        parts[kept] = {name: _Noting(at, name, cells) for name, at in parts[kept].items()}
    return _WatchedState(**parts, unwatched=state, cells=cells)
