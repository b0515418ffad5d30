"""The place where parsing a chunk failed, and the expected tokens."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from attrs import frozen
from lark import UnexpectedInput, UnexpectedToken

from ruleslang.source.span import Span
from ruleslang.syntax.chunk import Chunk
from ruleslang.syntax.grammar import parser, spellings

TOKEN = re.compile(r'[^\W\d]\w*|\d+|"[^"\n]*"?|\.\.|[<>]=?|\S')
HIDDEN = re.compile(r'"([^"\n]*)("|$)|#[^\n]*', re.MULTILINE)
SHOWN = 40  # longest text that a message repeats
LAYOUT = ("EOL", "_INDENT", "_DEDENT", "$END")


@frozen(slots=False)
class Failure:
    """
    The first syntax error in a chunk.

    `offset` is relative to the chunk. `layout` is `EOL`, `_INDENT`, `_DEDENT` or `$END` for an
    unexpected start or end of a line or block, and None for unexpected text. `expected` has
    keywords and signs as they are spelt, and the names of other terminals.
    """

    chunk: Chunk
    offset: int
    layout: str | None
    expected: frozenset[str]

    @cached_property
    def text(self) -> str:
        """The chunk, with texts and comments masked."""
        return hide(self.chunk.text)

    @cached_property
    def line_start(self) -> int:
        """The offset of the line on which parsing stopped."""
        return self.text.rfind("\n", 0, self.offset) + 1

    @cached_property
    def line_end(self) -> int:
        end = self.text.find("\n", self.offset)
        return len(self.text) if end < 0 else end

    @property
    def before(self) -> str:
        """The line up to where parsing stopped."""
        return self.text[self.line_start : self.offset]

    @property
    def rest(self) -> str:
        """The line from where parsing stopped."""
        return self.text[self.offset : self.line_end]

    @cached_property
    def met(self) -> str:
        """The word or sign where parsing stopped; empty at the start or end of a line or block."""
        found = None if self.layout else TOKEN.match(self.chunk.text, self.offset)
        return found.group() if found else ""

    @property
    def first(self) -> re.Match[str] | None:
        """The first word of the line, matched in the whole chunk."""
        return re.compile(r"[^\W\d]\w*").match(self.text, self.line_start + len(self.margin))

    @property
    def margin(self) -> str:
        """The indentation of the line."""
        line = self.text[self.line_start : self.line_end]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def here(self, length: int | None = None) -> Span:
        """The span where parsing stopped, with the length of the word or of `length`."""
        return self.span(self.offset, self.offset + (len(self.met) if length is None else length))

    def span(self, start: int, end: int) -> Span:
        """The span in the source of offsets in the chunk."""
        return self.chunk.span(start, end)


def examine(chunk: Chunk) -> Failure | None:
    """The first syntax error of a chunk, or None."""
    try:
        parser().parse(chunk.text + "\n")
    except UnexpectedInput as stopped:
        kind = stopped.token.type if isinstance(stopped, UnexpectedToken) else ""
        end = len(chunk.text.rstrip())
        offset = end if kind == "$END" else min(stopped.pos_in_stream or 0, len(chunk.text))
        reading: Any = stopped.interactive_parser
        layout = kind if kind in LAYOUT else None
        return Failure(chunk, offset, layout, frozenset(map(spelling, reading.accepts())))
    return None


def hide(text: str) -> str:
    """
    A text of the same length with quoted texts and comments masked.

    >>> hide('card c "a = b" x2  # = 3')
    'card c "_____" x2       '
    """
    return HIDDEN.sub(_hidden, text)


def _hidden(found: re.Match[str]) -> str:
    if found.group().startswith("#"):
        return " " * len(found.group())
    return '"' + "_" * len(found.group(1)) + found.group(2)


def quoted(text: str) -> str:
    """
    A text in backquotes, abbreviated if it is long.

    >>> quoted("pile")
    '`pile`'
    """
    return f"`{text}`" if len(text) <= SHOWN else f"`{text[:SHOWN]}…`"


def spelling(terminal: str) -> str:
    """A keyword or sign as written, or the name of another terminal."""
    return spellings().get(terminal, terminal)
