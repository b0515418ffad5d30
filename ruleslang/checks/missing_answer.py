"""A procedure that promises an answer gives one, however it ends."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.call_graph import effects, own_statements
from ruleslang.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def may_not_answer(span: Span, name: str) -> Diagnostic:
    """A procedure that answers can come to its end without an answer."""
    return error(
        "may-not-answer",
        span,
        f"`{name}` can end without an answer",
        help="let its last line be `answer …`, in every branch; or let it answer `… or none`",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every procedure that answers, and every hook in the place of one, that may forget to."""
    answering = {
        procedure.name
        for procedure in subject.program.procedures
        if procedure.answers is not None and not isinstance(procedure.answers, t.Optional)
    }
    for procedure in subject.program.procedures:
        if procedure.name in answering and _may_forget(procedure.body.statements):
            yield may_not_answer(subject.span(procedure.origin), procedure.name)
    for effect in effects(subject):
        if not isinstance(effect, s.Hook) or effect.moment != "instead of":
            continue
        if effect.procedure in answering and _may_forget(effect.block):
            yield may_not_answer(subject.span(effect.origin), effect.procedure)


def _may_forget(block: tuple[s.Statement, ...]) -> bool:
    return _falls_through(block) or any(isinstance(node, s.Stop) for node in own_statements(block))


def _falls_through(block: tuple[s.Statement, ...]) -> bool:
    """Whether a block can come to its end without leaving the procedure."""
    return all(map(_goes_on, block))


def _goes_on(node: s.Statement) -> bool:
    match node:
        case s.Answer() | s.Stop() | s.Cancel() | s.Wins():
            return False
        case s.End(if_under_way=False):
            return False
        case s.If(_, then, otherwise) | s.MayChoose(_, _, then, otherwise):
            return _falls_through(then) or _falls_through(otherwise)
        case s.Menu(_, branches):
            return any(_falls_through(branch.block) for branch in branches)
        case s.Depending(_, cases, otherwise):
            blocks = [case.block for case in cases]
            return any(map(_falls_through, blocks if otherwise is None else [*blocks, otherwise]))
        case s.Repeat(None, None, None, None, _):
            return False
        case _:
            return True
