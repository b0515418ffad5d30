"""Reports `never-read`: a state is only written."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.reads_and_writes import state_uses
from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

never_read = Message(
    "never-read",
    "the state `{name}` is set, and no rule reads it",
    help="drop it, or let something depend on it; what only players look at may stay",
    severity=Severity.ADVICE,
)


def _counts(state: d.State) -> bool:
    """Whether rules are expected to read a state: a word or a card may be there to be seen."""
    return isinstance(state.type, (t.Number, t.Truth))


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every number and truth that is only written."""
    uses = state_uses(subject)
    for state in subject.program.states:
        if state.name in uses.written and state.name not in uses.read and _counts(state):
            yield never_read(subject.span(state.origin), name=state.name)
