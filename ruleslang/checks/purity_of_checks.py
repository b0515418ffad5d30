"""Reports `check-changes-state` and `check-calls-procedure`: a `check` may only roll and compute,
so that its odds can be counted.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.call_graph import whole
from ruleslang.checks.subject import Subject
from ruleslang.program.events import ProcedureRun
from ruleslang.program.traits.effects import may_stand_in_check
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Traits
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def check_changes(span: Span, name: str) -> Diagnostic:
    """A check changes something that outlasts it."""
    return error(
        "check-changes-state",
        span,
        f"the check `{name}` may not do this",
        help="a check only rolls, computes and answers; make it a `procedure`, or move this out",
    )


def calls_no_check(span: Span, name: str, called: str) -> Diagnostic:
    """A check calls a procedure that may change something."""
    return error(
        "check-calls-procedure",
        span,
        f"the check `{name}` calls `{called}`, which is no check",
        help=f"make `{called}` a `check` too, or this one a `procedure`",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every statement of a check that does more than roll and compute."""
    for procedure in subject.program.procedures:
        if procedure.word != "check":
            continue
        for node in subject.statements(whole(procedure.body)):
            for called in _called(subject, traits(node)):
                yield calls_no_check(subject.span(node.origin), procedure.name, called)
            if not may_stand_in_check(traits(node)):
                yield check_changes(subject.span(node.origin), procedure.name)


def _called(subject: Subject, here: Traits) -> Iterator[str]:
    """The procedures that a statement runs and that are not checks."""
    for run in here.runs:
        called = subject.procedures.get(run.name) if isinstance(run, ProcedureRun) else None
        if called is not None and called.word != "check":
            yield called.name
