"""Reports `ends-elsewhere`: an `if` needs no `else`, since what it calls ends the match."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.finishing import Finishing
from ruleslang.language.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

ends_elsewhere = Message(
    "ends-elsewhere",
    "`{procedure}`, in another file, ends the match",
    help="write `else` before the lines below: they are the other case",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `if` without `else`, not last in its block, that ends by such a call."""
    finishing = Finishing(subject)
    for block in _blocks(subject):
        for node in block[:-1]:
            called = _last_call(node)
            if called is None or finishing.procedure(called.procedure):
                continue
            procedure = subject.procedures[called.procedure]
            here, ended_at = subject.span(called.origin), subject.span(procedure.origin)
            if here.source != ended_at.source:
                yield ends_elsewhere(here, procedure=called.procedure)


def _blocks(subject: Subject) -> Iterator[s.Block]:
    for body in find(subject.program, s.Body):
        yield body.statements
    for effect, _ in subject.effects:
        yield effect_traits(effect).block or ()
    for node in find(subject.program, object):
        if isinstance(node, s.If | s.Depending | s.ForEach | s.Repeat | s.TakeTurns):
            yield from traits(node).blocks


def _last_call(node: s.Statement) -> s.Call | None:
    """The call with which an `if` without `else` ends."""
    if not isinstance(node, s.If) or node.otherwise or not node.then:
        return None
    last = node.then[-1]
    return last if isinstance(last, s.Call) else None
