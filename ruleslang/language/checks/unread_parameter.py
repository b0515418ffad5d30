"""Reports `unread-parameter`: a parameter is never read."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.reads_and_writes import parameters_in_patterns, slots_read
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

unread_parameter = Message(
    "unread-parameter",
    "`{of}` takes `{name}`, and nothing reads it",
    help="drop it, or use it: perhaps another name was written in its place",
    severity=Severity.ADVICE,
)


def _parameters(
    subject: Subject, procedure: d.Procedure, asked: set[tuple[str, int]], of_others: set[str]
) -> Iterator[Diagnostic]:
    read = slots_read(procedure)
    for place, parameter in enumerate(procedure.parameters):
        known = place in read or parameter.name in of_others or parameter.changeable
        if not known and (procedure.name, place) not in asked:
            yield unread_parameter(
                subject.span(procedure.origin), name=parameter.name, of=procedure.name
            )


def check(subject: Subject) -> Iterator[Diagnostic]:
    asked = parameters_in_patterns(subject)
    of_others = {place.name for place in find(subject.program, e.ReadPlace)}
    for procedure in subject.program.procedures:
        yield from _parameters(subject, procedure, asked, of_others)
