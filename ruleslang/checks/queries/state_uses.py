"""The states that rules read, and those that they write."""

from __future__ import annotations

from collections import Counter
from weakref import WeakKeyDictionary

from attrs import frozen

from ruleslang.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.walk import find


@frozen
class StateUses:
    """The names of the states that something depends on, and of those that something writes."""

    read: frozenset[str]
    written: frozenset[str]


_USES: WeakKeyDictionary[Subject, StateUses] = WeakKeyDictionary()


def state_uses(subject: Subject) -> StateUses:
    """Who reads and who writes; a shared cost does both, for what cannot be paid is not offered."""
    uses = _USES.get(subject)
    if uses is None:
        paid = {node.name for node in find(subject.program, s.SharedCost)}
        written = {node.name for node in find(subject.program, s.StatePlace)}
        read = _states_read(subject)
        uses = _USES[subject] = StateUses(frozenset(read | paid), frozenset(written | paid))
    return uses


def _states_read(subject: Subject) -> set[str]:
    """
    The states that something depends on; adding to a state is not a dependence on it.

    Whatever has the place of a state and does not set it, reads it: a cost, a `swap`.
    """
    program, beside = subject.program, subject.compiled
    parts = (program, *beside.measures, *beside.choosers)
    times = Counter(node.name for part in parts for node in find(part, e.ReadState))
    times.update(node.name for node in find(program, s.StatePlace))
    for change in find(program, s.Assign):
        if isinstance(change.place, s.StatePlace):
            own = change.place.name
            times[own] -= 1 + sum(node.name == own for node in find(change.value, e.ReadState))
    shown = {node.name for node in find(program, s.RevealState)}
    return {name for name, number in times.items() if number > 0} | shown | {program.payoff}
