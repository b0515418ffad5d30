"""Reports `needless-line`: a line of a header states a default."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ruleslang.language.syntax.declarations import (
    DecisionCap,
    Firings,
    Header,
    ProcedureDepth,
    ReactionDepth,
    Tree,
)
from ruleslang.language.syntax.node import Name, Node
from ruleslang.program import limits
from ruleslang.program.program import Ending, Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.fix import Certainty, Edit, Fix
from ruleslang.source.span import Span


def needless_line(span: Span) -> Diagnostic:
    diagnostic = advice(
        "needless-line", span, "this holds without the line", help="leave the line out"
    )
    text = span.source.text
    start, end = text.rfind("\n", 0, span.start), text.find("\n", span.end)
    if text[span.end : end].strip():
        return diagnostic  # no fix if a comment or a citation follows on the line
    return evolve(diagnostic, fix=Fix((Edit(span.source.span(start, end), ""),), Certainty.SURE))


def _holds_anyway(line: Node) -> bool:
    match line:
        case ReactionDepth(number=number):
            return number == limits.REACTIONS_BY_DEFAULT
        case ProcedureDepth(number=number):
            return number == limits.UNDER_WAY_BY_DEFAULT
        case Firings(number=number):
            return number == limits.FIRINGS_BY_DEFAULT
        case DecisionCap(number=number, winners=Name(text="nobody")):
            return number == Ending().decisions
    return False


def check(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """Every bound of a header that equals the default."""
    for tree in trees:
        for header in tree.declarations:
            for line in header.items if isinstance(header, Header) else ():
                if _holds_anyway(line):
                    yield needless_line(line.span)
