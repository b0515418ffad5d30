"""Reports `may-not-answer`: a procedure that declares an answer can finish without one."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import effects
from ruleslang.language.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import event_name
from ruleslang.program.traits.effects import falls_through, statements_of_run
from ruleslang.source.diagnostic import Diagnostic, Message

may_not_answer = Message(
    "may-not-answer",
    "`{name}` can end without an answer",
    help="let its last line be `answer …`, in every branch; or let it answer `… or none`",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Procedures with an answer, and `instead of` hooks on them, that may finish without it."""
    answering = {
        procedure.name
        for procedure in subject.program.procedures
        if procedure.answers is not None and not isinstance(procedure.answers, t.Optional)
    }
    for procedure in subject.program.procedures:
        if procedure.name in answering and _may_forget(procedure.body.statements):
            yield may_not_answer(subject.span(procedure.origin), name=procedure.name)
    for effect in effects(subject):
        if not isinstance(effect, s.Hook) or effect.moment != "instead of":
            continue
        name = event_name(effect.event)
        if name in answering and _may_forget(effect.block):
            yield may_not_answer(subject.span(effect.origin), name=name)


def _may_forget(block: tuple[s.Statement, ...]) -> bool:
    run = statements_of_run(block)
    return falls_through(block) or any(isinstance(node, s.Stop) for node in run)
