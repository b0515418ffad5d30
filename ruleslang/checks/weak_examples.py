"""Reports `proves-nothing` and `automatic-never-tested`: examples without an expected result,
and automatic seats that no rule asks about.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.call_graph import graph
from ruleslang.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, warning
from ruleslang.source.span import Span


def proves_nothing(span: Span) -> Diagnostic:
    """An example acts and states no expected result."""
    return warning(
        "proves-nothing",
        span,
        "this example has no `then`, so it proves nothing",
        help="say what holds at its end: `then score(home) is 1`",
    )


def automatic_never_tested(span: Span) -> Diagnostic:
    """Some seats may be automatic or not, and no rule tells which they are."""
    return warning(
        "automatic-never-tested",
        span,
        "some seats never decide, and no rule says what they do instead",
        help="test it: `if p is automatic: …`; to ask such a seat stops the match",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every example without a `then`; a header with automatic seats that no rule thinks of."""
    for example in subject.examples:
        if not example.expects:
            yield proves_nothing(subject.span(example.origin))
    program = subject.program
    may_decide = program.seats.automatic_low < program.seats.automatic_high
    blocks = graph(subject).blocks.values()
    asks = any(traits(node).asks for block in blocks for node in subject.statements(block))
    if may_decide and asks and not any(True for _ in find(program, e.IsAutomatic)):
        header = next(cited for cited in subject.compiled.cited if cited.kind == "rulebook")
        yield automatic_never_tested(subject.span(header.origin))
