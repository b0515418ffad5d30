"""Formatted lines with their places in the source."""

from __future__ import annotations

from attrs import field, frozen

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
