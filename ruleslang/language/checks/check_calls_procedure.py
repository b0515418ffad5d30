"""Reports `check-calls-procedure`: a `check` calls a procedure, which may change the state."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import whole
from ruleslang.language.checks.subject import Subject
from ruleslang.program.events import ProcedureRun
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Traits
from ruleslang.source.diagnostic import Diagnostic, Message

check_calls_procedure = Message(
    "check-calls-procedure",
    "the check `{name}` calls `{called}`, which is no check",
    help="make `{called}` a `check` too, or this one a `procedure`",
)


def _called(subject: Subject, here: Traits) -> Iterator[str]:
    """The procedures other than checks that a statement runs."""
    for run in here.runs:
        called = subject.procedures.get(run.name) if isinstance(run, ProcedureRun) else None
        if called is not None and called.word != "check":
            yield called.name


def check(subject: Subject) -> Iterator[Diagnostic]:
    for procedure in subject.program.procedures:
        if procedure.word == "check":
            for node in subject.statements(whole(procedure.body)):
                for called in _called(subject, traits(node)):
                    yield check_calls_procedure(
                        subject.span(node.origin), name=procedure.name, called=called
                    )
