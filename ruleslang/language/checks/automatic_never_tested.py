"""Reports `automatic-never-tested`: some seats are automatic, and no rule tests which."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

automatic_never_tested = Message(
    "automatic-never-tested",
    "some seats never decide, and no rule says what they do instead",
    help="test it: `if p is automatic: …`; to ask such a seat stops the match",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    program = subject.program
    may_decide = program.seats.automatic_low < program.seats.automatic_high
    blocks = graph(subject).blocks.values()
    asks = any(traits(node).asks for block in blocks for node in subject.statements(block))
    if may_decide and asks and not any(True for _ in find(program, e.IsAutomatic)):
        header = next(cited for cited in subject.compiled.cited if cited.kind == "rulebook")
        yield automatic_never_tested(subject.span(header.origin))
