"""A check changes nothing and asks nobody, so that its odds can be counted."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.call_graph import own_statements, whole
from ruleslang.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span

PURE = (
    s.Let,
    s.RollDie,
    s.Pick,
    s.Rank,
    s.Answer,
    s.Stop,
    s.If,
    s.Depending,
    s.ForEach,
    s.Repeat,
    s.AsUsual,
)


def check_changes(span: Span, name: str) -> Diagnostic:
    """A check does something that lasts."""
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
    """Every line of a check that is more than rolling and computing."""
    for procedure in subject.program.procedures:
        if procedure.word != "check":
            continue
        for node in own_statements(whole(procedure.body)):
            if isinstance(node, s.Call):
                called = subject.procedures.get(node.procedure)
                if called is not None and called.word != "check":
                    yield calls_no_check(subject.span(node.origin), procedure.name, called.name)
            elif isinstance(node, s.Assign):
                if not isinstance(node.place, s.LocalPlace):
                    yield check_changes(subject.span(node.origin), procedure.name)
            elif not isinstance(node, PURE) or (
                isinstance(node, (s.Pick, s.Rank)) and node.last == "choice"
            ):
                yield check_changes(subject.span(node.origin), procedure.name)
