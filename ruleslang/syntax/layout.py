"""
Line ends and indentation as tokens.

A token that is added has no width, and lies where the last word ended (or, for the beginning of a
block, where its first word begins): so the places of the tree are exact without trimming.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.lark import PostLex

MAX_BLOCKS = 40
MAX_BRACKETS = 40
TAB = 4
OPENING = ("LPAR", "LSQB", "LBRACE")
CLOSING = ("RPAR", "RSQB", "RBRACE")


class LayoutError(Exception):
    """Indentation that cannot be read: `slug` says what is wrong with it, at `offset`."""

    def __init__(self, slug: str, offset: int) -> None:
        super().__init__(slug)
        self.slug = slug
        self.offset = offset


class Layout(PostLex):
    """Turns newlines into line ends, and changes of indentation into the ends of blocks."""

    # Lines end everywhere, also in brackets. Where a name is always tried, a keyword is only met as
    # a whole word, also where no name may stand: else `seenby all` would be read.
    always_accept = ("EOL", "NAME")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens of one piece; no state is kept, so one parser can serve many threads."""
        blocks = [0]
        brackets = 0
        last = Token("EOL", "", start_pos=0, end_pos=0)
        for token in stream:
            if token.type == "EOL":
                if not brackets:
                    yield from _line_end(token, last, blocks)
                continue
            brackets = _brackets(token, brackets)
            last = token
            yield token
        yield from (_mark("_DEDENT", _end(last)) for _ in blocks[1:])


def indentation(text: str) -> int:
    """How far the first word of a line stands from the margin."""
    blanks = text[: len(text) - len(text.lstrip(" \t"))]
    return len(blanks.expandtabs(TAB))


def _line_end(token: Token, last: Token, blocks: list[int]) -> Iterator[Token]:
    yield _mark("EOL", _end(last))
    depth = indentation(token.rsplit("\n", 1)[1])
    if depth > blocks[-1]:
        blocks.append(depth)
        yield _mark("_INDENT", _end(token))
    while depth < blocks[-1]:
        blocks.pop()
        yield _mark("_DEDENT", _end(last))
    if depth != blocks[-1]:
        raise LayoutError("uneven-indentation", _end(token))
    if len(blocks) > MAX_BLOCKS:
        raise LayoutError("too-deep", _end(token))


def _brackets(token: Token, depth: int) -> int:
    if token.type in OPENING:
        depth += 1
    elif token.type in CLOSING:
        depth = max(depth - 1, 0)
    if depth > MAX_BRACKETS:
        raise LayoutError("too-deep", token.start_pos or 0)
    return depth


def _end(token: Token) -> int:
    return token.end_pos or 0


def _mark(kind: str, place: int) -> Token:
    return Token(
        kind, "", start_pos=place, end_pos=place, line=0, column=0, end_line=0, end_column=0
    )
