"""Where the reading of a chunk stopped, and what could have stood there."""

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
SHOWN = 40  # letters of a text that a message repeats
LAYOUT = ("EOL", "_INDENT", "_DEDENT", "$END")


@frozen(slots=False)
class Failure:
    """
    The first thing in a chunk that cannot stand where it stands.

    `offset` counts from the start of the chunk. `layout` is `EOL`, `_INDENT`, `_DEDENT` or `$END`
    when a line or a block begins or ends where it should not, and None when something is written
    there. `expected` has keywords and signs as they are spelt, and the names of other terminals.
    """

    chunk: Chunk
    offset: int
    layout: str | None
    expected: frozenset[str]

    @cached_property
    def text(self) -> str:
        """The chunk, with texts and comments hidden: signs in them are no signs."""
        return hide(self.chunk.text)

    @cached_property
    def line_start(self) -> int:
        """Where the line begins on which reading stopped."""
        return self.text.rfind("\n", 0, self.offset) + 1

    @cached_property
    def line_end(self) -> int:
        end = self.text.find("\n", self.offset)
        return len(self.text) if end < 0 else end

    @property
    def before(self) -> str:
        """The line up to where reading stopped."""
        return self.text[self.line_start : self.offset]

    @property
    def rest(self) -> str:
        """The line from where reading stopped."""
        return self.text[self.offset : self.line_end]

    @cached_property
    def met(self) -> str:
        """The word or sign where reading stopped; empty where a line or a block begins or ends."""
        found = None if self.layout else TOKEN.match(self.chunk.text, self.offset)
        return found.group() if found else ""

    @property
    def first(self) -> re.Match[str] | None:
        """The first word of the line, placed in the whole chunk."""
        return re.compile(r"[^\W\d]\w*").match(self.text, self.line_start + len(self.margin))

    @property
    def margin(self) -> str:
        """The blanks before the line's first word."""
        line = self.text[self.line_start : self.line_end]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def here(self, length: int | None = None) -> Span:
        """The place where reading stopped, as long as what is written there or as `length`."""
        return self.span(self.offset, self.offset + (len(self.met) if length is None else length))

    def span(self, start: int, end: int) -> Span:
        """A place in the source, from offsets in the chunk."""
        return self.chunk.span(start, end)


def examine(chunk: Chunk) -> Failure | None:
    """What keeps a chunk from being read, or None when nothing does."""
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
    A text of the same length in which quoted texts and comments say nothing.

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
    What a message repeats of a text, however long it is.

    >>> quoted("pile")
    '`pile`'
    """
    return f"`{text}`" if len(text) <= SHOWN else f"`{text[:SHOWN]}…`"


def spelling(terminal: str) -> str:
    """A keyword or a sign as it is written, and any other terminal by its name."""
    return spellings().get(terminal, terminal)
