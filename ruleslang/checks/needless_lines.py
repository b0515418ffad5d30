"""Lines of a header that say what holds anyway, and one that is better said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from ruleslang.program import limits
from ruleslang.program.program import LANGUAGE_VERSION, Ending, Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.fix import Certainty, Edit, Fix
from ruleslang.source.span import Span
from ruleslang.syntax.declarations import DecisionCap, Header, Language, ReactionDepth, Tree
from ruleslang.syntax.node import Name, Node


def language_unsaid(span: Span) -> Diagnostic:
    """No line says in which version of the language the text is written."""
    said = advice(
        "language-unsaid",
        span,
        "no line says in which version of the language this is written",
        help=f"write `language {LANGUAGE_VERSION}` in the next line: a later version may read a "
        "text otherwise",
    )
    end = span.source.text.find("\n", span.start)
    edit = Edit(span.source.span(end, end), f"\n    language {LANGUAGE_VERSION}")
    return evolve(said, fix=Fix((edit,), Certainty.SURE)) if end > 0 else said


def needless_line(span: Span) -> Diagnostic:
    """A line of the header says what holds without it."""
    said = advice("needless-line", span, "this holds without the line", help="leave the line out")
    text = span.source.text
    start, end = text.rfind("\n", 0, span.start), text.find("\n", span.end)
    if text[span.end : end].strip():
        return said  # a remark or a citation stands behind it: what becomes of it, nobody knows
    return evolve(said, fix=Fix((Edit(span.source.span(start, end), ""),), Certainty.SURE))


def check(trees: Sequence[Tree], _: Program) -> Iterator[Diagnostic]:
    """The header's `language`, and its bounds that are the usual ones."""
    for tree in trees:
        for header in tree.declarations:
            if isinstance(header, Header):
                yield from _lines(header)


def _lines(header: Header) -> Iterator[Diagnostic]:
    if not any(isinstance(line, Language) for line in header.items):
        yield language_unsaid(header.name.span)
    for line in header.items:
        if _holds_anyway(line):
            yield needless_line(line.span)


def _holds_anyway(line: Node) -> bool:
    match line:
        case ReactionDepth(number=number):
            return number == limits.REACTIONS_BY_DEFAULT
        case DecisionCap(number=number, winners=Name(text="nobody")):
            return number == Ending().decisions
    return False
