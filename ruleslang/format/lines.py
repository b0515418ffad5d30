"""What the printers hand on: the lines of the formatted text, each with the place it comes from."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field, frozen

from ruleslang.syntax.node import Marks, Name, Text

WIDTH = 100
INDENT = 4


@frozen
class Line:
    """
    One line of the formatted text, before comments, wrapping and the right edge.

    `at` is an offset in the line of the source that it comes from, or, with `above`, in the line
    below that one; so comments find their line again.
    """

    depth: int
    text: str
    at: int
    marks: Marks | None = field(default=None, eq=False)  # None: no marks may stand here
    above: bool = False

    def fits(self) -> bool:
        """Whether the line, without its margin, is no longer than a line may be."""
        return self.depth * INDENT + len(self.text) <= WIDTH


def names(nodes: Iterable[Name]) -> str:
    """Names with commas between them."""
    return ", ".join(node.text for node in nodes)


def text(node: Text) -> str:
    """Display text, as `"A word"`."""
    return f'"{node.text}"'


def label(node: Text | None) -> str:
    """Display text with a blank before it, or nothing."""
    return "" if node is None else f" {text(node)}"


def copies(number: int | None) -> str:
    """`x4` with a blank before it, or nothing."""
    return "" if number is None else f" x{number}"


def clause(word: str, name: Name | None) -> str:
    """A keyword and a name with a blank before them, or nothing without the name."""
    return "" if name is None else f" {word} {name.text}"


def marks_text(marks: Marks) -> str:
    """
    The marks of a line, or nothing: citations in order, then `designed`.

    `[X-4, X-AMB-2] designed`
    """
    cites = sorted((cite.text for cite in marks.cites), key=citation_key)
    words = [f"[{', '.join(cites)}]"] if cites else []
    return " ".join([*words, "designed"] if marks.designed else words)


def citation_key(cite: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """
    Where a citation stands among others: numbers by size, and before words.

    >>> sorted(["X-AMB-2", "X-100", "X-99"], key=citation_key)
    ['X-99', 'X-100', 'X-AMB-2']
    """
    parts = cite.split("-")
    return tuple((0, int(p), "") if p.isdigit() else (1, 0, p) for p in parts), cite
