"""The lines of a text as a reader counts them: each with those that continue it, and comments."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from ruleslang.language.syntax.declarations import Comment, Tree
from ruleslang.language.syntax.grammar import GOING_ON, TAB


@frozen
class Remark:
    """A comment on its own line, and its column."""

    column: int
    text: str


@frozen
class _Physical:
    """A source line: its offset, and its text before its comment."""

    start: int
    raw: str
    code: str
    comment: Comment | None


Gap: TypeAlias = tuple[Remark | None, ...]
"""The comments between two lines; None is a blank line."""


@frozen
class Origin:
    """
    One logical line of the source.

    `gap` is the text between it and the line before; `inside` are comments within it; `trailing` is
    the comment behind it, or None.
    """

    start: int
    end: int
    column: int
    gap: Gap
    inside: tuple[str, ...]
    trailing: str | None


@frozen
class Origins:
    """All logical lines of a source in order, and the text after the last one."""

    lines: tuple[Origin, ...]
    rest: Gap

    def at(self, offset: int) -> int:
        """Return the number of the line at an offset."""
        return bisect_right(self.lines, offset, key=lambda line: line.start) - 1


def origins(tree: Tree) -> Origins:
    """Return the logical lines of a tree's source."""
    comments = {tree.source.line_and_column(c.span.start)[0]: c for c in tree.comments}
    physical = tuple(_physical(tree.source.text, comments))
    lines: list[Origin] = []
    gap: list[Remark | None] = []
    inside: list[str] = []
    start = column = brackets = 0
    is_open = False
    for line, goes_on in zip(physical, _goes_on(physical), strict=True):
        remarks = [comment_text(line.comment)] if line.comment else []
        if not is_open:
            if not line.code:
                gap += [Remark(column_of(line.raw), text) for text in remarks] or [None]
                continue
            start = line.start + len(line.code) - len(line.code.lstrip())
            column = column_of(line.raw)
        brackets = max(0, brackets + balance(line.code))
        is_open = brackets > 0 or goes_on
        if is_open:
            inside += remarks
        else:
            end, trailing = line.start + len(line.raw), remarks[0] if remarks else None
            lines.append(Origin(start, end, column, tuple(gap), tuple(inside), trailing))
            gap, inside = [], []
    return Origins(tuple(lines), tuple(gap))


def _physical(text: str, comments: Mapping[int, Comment]) -> Iterator[_Physical]:
    start = 0
    for number, raw in enumerate(text.split("\n"), 1):
        comment = comments.get(number)
        code = raw if comment is None else raw[: comment.span.start - start]
        yield _Physical(start, raw, code.rstrip(), comment)
        start += len(raw) + 1


def _goes_on(lines: Sequence[_Physical]) -> list[bool]:
    """Return for each line whether the next non-empty one continues it."""
    goes_on, continued = False, []
    for line in reversed(lines):
        continued.append(goes_on or line.code.endswith(","))
        if line.code:
            goes_on = GOING_ON.match(line.code.lstrip()) is not None
    return continued[::-1]


def column_of(raw: str) -> int:
    """Return the width of a line's indentation, with tab stops at multiples of the step."""
    wide = raw.expandtabs(TAB)
    return len(wide) - len(wide.lstrip())


def balance(code: str) -> int:
    """
    Return how many more brackets a line opens than it closes; in a table row none count.

    >>> balance('value v = f(")", {a,')
    2
    """
    if code.lstrip().startswith("|"):
        return 0
    letters = re.sub(r'"[^"]*"', "", code)
    return sum(map(letters.count, "([{")) - sum(map(letters.count, ")]}"))


def comment_text(comment: Comment) -> str:
    """Return a comment without tabs and trailing blanks."""
    return comment.span.text.replace("\t", "    ").rstrip()
