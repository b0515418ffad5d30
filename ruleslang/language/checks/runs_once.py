"""Reports `runs-once`: the body of a loop always ends it."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program.traits.effects import falls_through
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

runs_once = Message(
    "runs-once",
    "this `{loop}` never comes round: its lines always lead out of it",
    help="does the line that ends it belong further in, below a condition or a choice?",
    label="here at the latest",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `repeat` and `take turns` that is left in its first pass, whatever happens in it."""
    for block in graph(subject).blocks.values():
        for node in subject.statements(block):
            if isinstance(node, s.Repeat | s.TakeTurns) and not falls_through(node.block):
                last = next(line for line in node.block if not falls_through((line,)))
                yield runs_once(
                    subject.span(node.origin),
                    at=subject.span(last.origin),
                    loop="repeat" if isinstance(node, s.Repeat) else "take turns",
                )
