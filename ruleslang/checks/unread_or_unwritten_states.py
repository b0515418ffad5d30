"""Reports `never-set` and `never-read`: a state that is only read, or only written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, advice, warning
from ruleslang.source.span import Span


def never_set(span: Span, name: str) -> Diagnostic:
    """A state is read, and nothing ever sets it."""
    return warning(
        "never-set",
        span,
        f"nothing ever sets the state `{name}`",
        help=f"set it somewhere, or make it a `value {name}`, which is computed",
    )


def never_read(span: Span, name: str) -> Diagnostic:
    """A state is set, and nothing depends on it."""
    return advice(
        "never-read",
        span,
        f"the state `{name}` is set, and no rule reads it",
        help="drop it, or let something depend on it; what only players look at may stay",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every state that is only read; every number and truth that is only written."""
    program = subject.program
    paid = {node.name for node in find(program, s.SharedCost)}
    read = _read(subject) | paid  # what cannot be paid is not offered
    written = {node.name for node in find(program, s.StatePlace)} | paid
    for state in program.states:
        if state.name in read and state.name not in written:
            yield never_set(subject.span(state.origin), state.name)
        elif state.name in written and state.name not in read and _counts(state):
            yield never_read(subject.span(state.origin), state.name)


def _counts(state: d.State) -> bool:
    """Whether rules are expected to read a state: a word or a card may be there to be seen."""
    return isinstance(state.type, (t.Number, t.Truth))


def _read(subject: Subject) -> set[str]:
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
