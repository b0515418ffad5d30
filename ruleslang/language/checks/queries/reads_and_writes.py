"""The states that rules read and write."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from attrs import frozen

from ruleslang.language.checks.queries.call_graph import effects
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.locals import Slot
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.walk import find


@frozen
class StateUses:
    """The names of the states that something depends on, and of those that something writes."""

    read: frozenset[str]
    written: frozenset[str]


@lru_cache(1)
def state_uses(subject: Subject) -> StateUses:
    """Return the states read and written; a shared cost does both."""
    paid = {node.name for node in find(subject.program, s.SharedCost)}
    written = {node.name for node in find(subject.program, s.StatePlace)}
    return StateUses(frozenset(_states_read(subject) | paid), frozenset(written | paid))


def _states_read(subject: Subject) -> set[str]:
    """
    Return the states that something depends on; adding to a state is not a dependence on it.

    Whatever names a state as a place and does not set it, reads it: a cost, a `swap`.
    """
    program, beside = subject.program, subject.compiled
    parts = (program, *beside.measures, *beside.choosers, *beside.properties)
    times = Counter(node.name for part in parts for node in find(part, e.ReadState))
    times.update(node.name for node in find(program, s.StatePlace))
    for change in find(program, s.Assign):
        if isinstance(change.place, s.StatePlace):
            changed = change.place.name
            times[changed] -= 1 + sum(
                node.name == changed for node in find(change.value, e.ReadState)
            )
    shown = {node.name for node in find(program, s.RevealState)}
    return {name for name, number in times.items() if number > 0} | shown | {program.payoff}


def slots_read(top: Any) -> set[Slot]:
    slots = {local.slot for local in find(top, e.Local)}
    return slots | {slot for limit in find(top, s.Limit) for slot in limit.for_each}


def parameters_in_patterns(subject: Subject) -> set[tuple[str, int]]:
    """
    Return the parameters of procedures and actions that some pattern tests: heads of hooks, `until
    …`, preferences of players.
    """
    heads: list[tuple[str, patterns.Pattern]] = []
    for effect in effects(subject):
        here = effect_traits(effect)
        if here.event is not None:
            heads.append((event_name(here.event), here.arguments))
    ends = find(subject.program, s.UntilNextEnd)
    heads += [(event_name(node.event), node.pattern) for node in ends]
    starts = find(subject.program, s.UntilNextStart)
    heads += [(event_name(node.event), node.pattern) for node in starts]
    for chooser in subject.compiled.choosers:
        heads += [(node.name, node.pattern) for node in chooser.preferences]
    return {
        (name, place)
        for name, pattern in heads
        for place, entry in enumerate(pattern or ())
        if not isinstance(entry, patterns.AnyEntry)
    }
