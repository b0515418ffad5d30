"""What the builders hand to one another before it becomes a node, and how a builder refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.source.diagnostic import Diagnostic, Label, error
from ruleslang.source.span import Span
from ruleslang.syntax.node import Marks
from ruleslang.syntax.statements import (
    Block,
)

Builder: TypeAlias = Callable[..., Any]
"""Takes the place of a rule and what its parts became, and gives what the rule becomes."""


class Refused(Exception):
    """A piece that the grammar accepts and that still cannot be a tree."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.slug)
        self.diagnostic = diagnostic


@frozen
class Part:
    """One of several parts that may come in any order, each at most once."""

    word: str
    value: Any
    span: Span


@frozen
class Suite:
    """What follows a condition or a case: its block, and the marks of the head's line."""

    block: Block
    marks: Marks


def part(word: str) -> Builder:
    """The builder of a part that says one thing, or merely that it is there."""
    return lambda span, value=True: Part(word, value, span)


def once(parts: Iterable[Part]) -> dict[str, Any]:
    """The values of parts by their words; to say one of them twice is a mistake."""
    found: dict[str, Part] = {}
    for each in parts:
        if each.word in found:
            raise Refused(said_twice(found[each.word], each))
        found[each.word] = each
    return {word: each.value for word, each in found.items()}


def said_twice(first: Part, again: Part) -> Diagnostic:
    """
    A part of a declaration that may stand there only once stands there again.

    Which of them is meant, nobody could tell.
    """
    return error(
        "said-twice",
        again.span,
        f"`{again.word}` is said a second time",
        help="keep one of them",
        labels=(Label(first.span, "said here"),),
    )


def no_marks(span: Span) -> Marks:
    """The marks of a line that has none, at the end of what it says."""
    return Marks(span=Span(span.source, span.end, span.end))
