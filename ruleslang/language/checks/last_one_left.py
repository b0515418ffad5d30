"""Reports `last-one-left`: a rule about the last player left ignores that nobody may be left."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import effects, graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

LEFT = e.NumberOf(e.Everything("players"))


last_one_left = Message(
    "last-one-left",
    "the last two may be out in one step, and then nobody is left",
    help="write `number of players <= 1`; `players win` of nobody is a draw",
    severity=Severity.WARNING,
)


def _of_one(condition: e.Expr) -> bool:
    return condition in (e.Equal(LEFT, e.Literal(1)), e.Equal(e.Literal(1), LEFT))


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every test for exactly one player left, where players can be eliminated."""
    if not any(True for _ in find(subject.program, s.Eliminate)):
        return
    for block in graph(subject).blocks.values():
        for node in subject.statements(block):
            if isinstance(node, s.TakeTurns) and node.until is not None and _of_one(node.until):
                yield last_one_left(subject.span(node.origin))
    for effect in effects(subject):
        if isinstance(effect, s.Whenever) and _of_one(effect.condition):
            yield last_one_left(subject.span(effect.origin))
