"""
How lines and indentation are read, and how deep they may go.

The end of a line or block has no width, and lies where the last word ended (or, for the beginning
of a block, where its first word begins): so the places of the tree are exact without trimming.
"""

from __future__ import annotations

import re

MAX_BLOCKS = 40
MAX_BRACKETS = 40
TAB = 4
OPENING = frozenset({"LPAR", "LSQB", "LBRACE"})
CLOSING = frozenset({"RPAR", "RSQB", "RBRACE"})
GOING_ON = re.compile(r"so[ \t]+that\b")  # what begins no line, but goes on with the one above


class LayoutError(Exception):
    """Indentation that cannot be read: `slug` says what is wrong with it, at `offset`."""

    def __init__(self, slug: str, offset: int) -> None:
        super().__init__(slug)
        self.slug = slug
        self.offset = offset


def indentation(text: str) -> int:
    """How far the first word of a line stands from the margin."""
    blanks = text[: len(text) - len(text.lstrip(" \t"))]
    return len(blanks.expandtabs(TAB))
