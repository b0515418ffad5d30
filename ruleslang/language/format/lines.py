"""Formatted lines with their places in the source."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import Factory, define, field, frozen

from ruleslang.language.syntax.declarations import Comment, Tree
from ruleslang.language.syntax.grammar import GOING_ON
from ruleslang.language.syntax.node import Marks

WIDTH = 100
INDENT = 4


@frozen
class Line:
    """
    A formatted line, before comments, wrapping and the right edge.

    `at` is an offset in the source line that it comes from, or, with `above`, in the line below
    that one; so comments find their line again.
    """

    depth: int
    text: str
    at: int
    marks: Marks | None = field(default=None, eq=False)  # None: no marks allowed here
    above: bool = False

    def fits(self) -> bool:
        """Return whether the line, without its margin, is within the limit."""
        return self.depth * INDENT + len(self.text) <= WIDTH


def marks_text(marks: Marks) -> str:
    """
    Return the marks of a line, or empty: sorted citations, then `designed`.

    `[X-4, X-AMB-2] designed`
    """
    cites = sorted((cite.text for cite in marks.cites), key=citation_key)
    words = [f"[{', '.join(cites)}]"] if cites else []
    return " ".join([*words, "designed"] if marks.designed else words)


def citation_key(cite: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """
    Return the sort key of a citation: numbers by size, and before words.

    >>> sorted(["X-AMB-2", "X-100", "X-99"], key=citation_key)
    ['X-99', 'X-100', 'X-AMB-2']
    """
    parts = cite.split("-")
    return tuple((0, int(p), "") if p.isdigit() else (1, 0, p) for p in parts), cite


@frozen
class Blank:
    """One or more blank lines."""


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


Gap: TypeAlias = tuple[Blank | Remark, ...]


@frozen
class Origin:
    """
    One logical line of the source.

    `gap` is the text between it and the line before; `inside` are comments within it; `trailing` is
    the comment behind it, or None.
    """

    start: int
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


@define
class _Reading:
    """The state of reading a source; only `origins` writes it."""

    lines: list[Origin] = Factory(list)
    gap: list[Blank | Remark] = Factory(list)
    inside: list[str] = Factory(list)
    start: int = 0
    column: int = 0
    depth: int = 0  # open brackets
    is_open: bool = False  # inside a logical line


def origins(tree: Tree) -> Origins:
    """Return the logical lines of a tree's source."""
    comments = {tree.source.line_and_column(c.span.start)[0]: c for c in tree.comments}
    lines = tuple(_physical(tree.source.text, comments))
    reading = _Reading()
    for line, goes_on in zip(lines, _goes_on(lines), strict=True):
        _read(reading, line, goes_on)
    return Origins(tuple(reading.lines), tuple(reading.gap))


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


def _read(reading: _Reading, line: _Physical, goes_on: bool) -> None:
    column, code, comment = column_of(line.raw), line.code, line.comment
    if not reading.is_open:
        if not code:
            reading.gap.append(Remark(column, comment_text(comment)) if comment else Blank())
            return
        reading.start, reading.column = line.start + len(code) - len(code.lstrip()), column
    reading.depth = max(0, reading.depth + balance(code))
    reading.is_open = reading.depth > 0 or goes_on
    if comment and reading.is_open:
        reading.inside.append(comment_text(comment))
    elif not reading.is_open:
        _close(reading, comment_text(comment) if comment else None)


def _close(reading: _Reading, trailing: str | None) -> None:
    line = Origin(
        reading.start, reading.column, tuple(reading.gap), tuple(reading.inside), trailing
    )
    reading.lines.append(line)
    reading.gap, reading.inside = [], []


def column_of(raw: str) -> int:
    """Return the width of a line's indentation, with tab stops at multiples of the step."""
    wide = raw.expandtabs(INDENT)
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
