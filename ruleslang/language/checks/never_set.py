"""Reports `never-set`: a state is read and never written."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.reads_and_writes import state_uses
from ruleslang.language.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

never_set = Message(
    "never-set",
    "nothing ever sets the state `{name}`",
    help="set it somewhere, or make it a `value {name}`, which is computed",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    uses = state_uses(subject)
    for state in subject.program.states:
        if state.name in uses.read and state.name not in uses.written:
            yield never_set(subject.span(state.origin), name=state.name)
