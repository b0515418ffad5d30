"""Citations and `designed`, as they stand at the right edge."""

from __future__ import annotations

from ruleslang.syntax.node import Marks


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
