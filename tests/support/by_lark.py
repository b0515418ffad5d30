"""Texts read by Lark itself: what the tables and `lalr` must agree with."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import Token, Tree
from lark.lark import Lark, PostLex

from ruleslang.syntax.build import LEAVES, RULES
from ruleslang.syntax.chunk import Chunk
from ruleslang.syntax.grammar import grammar_path
from ruleslang.syntax.layout import CLOSING, GOING_ON, OPENING, indentation


class Layout(PostLex):
    """Line ends and indentation as tokens of no width."""

    always_accept = ("EOL", "NAME")
    text = ""  # what is read: Lark hands on only tokens

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        blocks, brackets = [0], 0
        last = Token("EOL", "", start_pos=0, end_pos=0)
        for token in stream:
            if token.type == "EOL":
                if not brackets and not _goes_on(self.text, token, blocks):
                    yield from _line_end(token, last, blocks)
                continue
            brackets += (token.type in OPENING) - (token.type in CLOSING)
            last = token
            yield token
        yield from (_mark("_DEDENT", last.end_pos) for _ in blocks[1:])


def _goes_on(text: str, token: Token, blocks: list[int]) -> bool:
    is_further_in = indentation(token.rsplit("\n", 1)[1]) > blocks[-1]
    return is_further_in and GOING_ON.match(text, token.end_pos or 0) is not None


def _line_end(token: Token, last: Token, blocks: list[int]) -> Iterator[Token]:
    yield _mark("EOL", last.end_pos)
    depth = indentation(token.rsplit("\n", 1)[1])
    if depth > blocks[-1]:
        blocks.append(depth)
        yield _mark("_INDENT", token.end_pos)
    while depth < blocks[-1]:
        blocks.pop()
        yield _mark("_DEDENT", last.end_pos)
    assert depth == blocks[-1]


def _mark(kind: str, place: int | None) -> Token:
    return Token(
        kind, "", start_pos=place, end_pos=place, line=0, column=0, end_line=0, end_column=0
    )


LAYOUT = Layout()


@cache
def _parser() -> Lark:
    return Lark(
        grammar_path().read_text("utf-8"),
        parser="lalr",
        lexer="contextual",
        postlex=LAYOUT,
        propagate_positions=True,
        maybe_placeholders=True,
    )


def read(chunk: Chunk) -> Any:
    """The declaration that a chunk says; Lark's own exceptions when it says none."""
    LAYOUT.text = chunk.text + "\n"
    tree = _parser().parse(LAYOUT.text)
    built: dict[int, Any] = {}
    for subtree in tree.iter_subtrees():
        parts = [
            built[id(child)] if isinstance(child, Tree) else _leaf(child, chunk)
            for child in subtree.children
            if not (isinstance(child, Token) and child.type == "EOL")
        ]
        span = chunk.span(subtree.meta.start_pos, subtree.meta.end_pos)
        built[id(subtree)] = RULES[subtree.data](span, *parts)
    return built[id(tree)]


def _leaf(token: Token | None, chunk: Chunk) -> Any:
    if token is None or token.type not in LEAVES:
        return token and str(token)
    return LEAVES[token.type](str(token), chunk.span(token.start_pos or 0, token.end_pos or 0))
