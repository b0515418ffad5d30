"""Lines of a header that say what holds anyway, and one that is better said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.program import limits
from ruleslang.program.program import LANGUAGE_VERSION, Ending, Program
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span
from ruleslang.syntax.declarations import DecisionCap, Header, Language, ReactionDepth, Tree
from ruleslang.syntax.node import Name, Node


def language_unsaid(span: Span) -> Diagnostic:
    """No line says in which version of the language the text is written."""
    return advice(
        "language-unsaid",
        span,
        "no line says in which version of the language this is written",
        help=f"write `language {LANGUAGE_VERSION}` in the next line: a later version may read a "
        "text otherwise",
    )


def needless_line(span: Span) -> Diagnostic:
    """A line of the header says what holds without it."""
    return advice("needless-line", span, "this holds without the line", help="leave the line out")


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
