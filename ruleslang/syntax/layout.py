"""Line ends and indentation as tokens, and limits of depth.

The end of a line or block has no width, and lies where the last word ended (or, for the start of a
block, where its first word begins): so spans are exact without trimming.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token
from lark.lark import PostLex

MAX_BLOCKS = 40
MAX_BRACKETS = 40
TAB = 4
OPENING = frozenset({"LPAR", "LSQB", "LBRACE"})
CLOSING = frozenset({"RPAR", "RSQB", "RBRACE"})
GOING_ON = re.compile(r"so[ \t]+that\b")  # a line that continues the one above
GOES_ON = "GOES_ON"  # a line end before such a line


class LayoutError(Exception):
    """Wrong indentation: `slug` names the error at `offset`."""

    def __init__(self, slug: str, offset: int) -> None:
        super().__init__(slug)
        self.slug = slug
        self.offset = offset


class Layout(PostLex):
    """Replaces newlines by tokens for ends of lines and for starts and ends of blocks."""

    # Lines end everywhere, also in brackets. Where a name is always tried, a keyword is only met as
    # a whole word, also where no name may stand: else `seenby all` would be read.
    always_accept = ("EOL", GOES_ON, "NAME")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens of a text; stateless."""
        blocks, brackets = [0], 0
        last, before = 0, ""  # the end and type of the last word
        for token in stream:
            kind = token.type
            if kind == "EOL" or kind == GOES_ON:
                depth = indentation(token.rpartition("\n")[2])
                goes_on = (kind == GOES_ON or before == "COMMA") and depth > blocks[-1]
                if not brackets and not goes_on:
                    yield from _line_end(token, last, depth, blocks)
                continue
            if kind in OPENING:
                brackets += 1
                if brackets > MAX_BRACKETS:
                    raise LayoutError("too-deep", token.start_pos or 0)
            elif kind in CLOSING and brackets:
                brackets -= 1
            last, before = token.end_pos or 0, kind
            yield token
        for _ in blocks[1:]:
            yield _mark("_DEDENT", last)


def _line_end(token: Token, last: int, depth: int, blocks: list[int]) -> Iterator[Token]:
    """The tokens for a line end and the indentation of the next line."""
    end = token.end_pos or 0
    yield _mark("EOL", last)
    if depth > blocks[-1]:
        blocks.append(depth)
        yield _mark("_INDENT", end)
    while depth < blocks[-1]:
        blocks.pop()
        yield _mark("_DEDENT", last)
    if depth != blocks[-1]:
        raise LayoutError("uneven-indentation", end)
    if len(blocks) > MAX_BLOCKS:
        raise LayoutError("too-deep", end)


def _mark(kind: str, place: int) -> Token:
    return Token(kind, "", place, 0, 0, 0, 0, place)


def indentation(text: str) -> int:
    """The indentation of the first word of a line."""
    blanks = text[: len(text) - len(text.lstrip(" \t"))]
    return len(blanks.expandtabs(TAB))
