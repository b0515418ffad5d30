"""The place where parsing a chunk failed, the expected tokens, and the intended word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from attrs import frozen
from lark import UnexpectedInput, UnexpectedToken

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.grammar import GOING_ON, LayoutError, parser, spellings
from ruleslang.source.span import Source, Span
from ruleslang.source.suggest import is_one_typo

TOKEN = re.compile(r'[^\W\d]\w*|\d+|"[^"\n]*"?|\.\.|[<>]=?|\S')
HIDDEN = re.compile(r'"([^"\n]*)("|$)|#[^\n]*', re.MULTILINE)
SHOWN = 40  # longest text that a message repeats
LAYOUT = ("EOL", "_INDENT", "_DEDENT", "$END")
CONTINUED = re.compile(rf"^([ \t]*)\S.*(?:\n\1[ \t]+(?:{GOING_ON.pattern}).*)+", re.MULTILINE)
BETWEEN = re.compile(r"(?<=\S)\s*\n[ \t]+")
WORD = re.compile(r"[^\W\d]\w*")
FAR = 20_000  # letters: longer texts would take too long
LONG = 2000  # letters of a line: what explains a mistake goes over it many times


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
        return mask(self.chunk.text)

    @cached_property
    def line_start(self) -> int:
        """The offset of the line on which parsing stopped."""
        return self.text.rfind("\n", 0, self.offset) + 1

    @cached_property
    def line_end(self) -> int:
        end = self.text.find("\n", self.offset)
        return len(self.text) if end < 0 else end

    @property
    def is_long(self) -> bool:
        """Whether its line is longer than one that is explained."""
        return self.line_end - self.line_start > LONG

    @property
    def line(self) -> str:
        """The line on which parsing stopped, masked."""
        return self.text[self.line_start : self.line_end]

    @property
    def written_line(self) -> str:
        """That line as it is written."""
        return self.chunk.text[self.line_start : self.line_end]

    @property
    def above(self) -> str:
        """The lines above it, masked."""
        return self.text[: self.line_start]

    @property
    def written_above(self) -> str:
        """Those lines as they are written."""
        return self.chunk.text[: self.line_start]

    @property
    def rulebook(self) -> str:
        """The text of the file, and of the files beside it."""
        return f"{self.chunk.source.text}\n{self.chunk.source.beside}"

    @property
    def before(self) -> str:
        """The line up to where parsing stopped."""
        return self.text[self.line_start : self.offset]

    @property
    def rest(self) -> str:
        """The line from where parsing stopped."""
        return self.text[self.offset : self.line_end]

    @cached_property
    def found(self) -> str:
        """The word or sign where parsing stopped; empty at the start or end of a line or block."""
        token = None if self.layout else TOKEN.match(self.chunk.text, self.offset)
        return token.group() if token else ""

    @property
    def first(self) -> re.Match[str] | None:
        """The first word of the line, matched in the whole chunk."""
        return re.compile(r"[^\W\d]\w*").match(self.text, self.line_start + len(self.margin))

    @property
    def first_word(self) -> str:
        """The first word of the line; empty if it begins with none."""
        return self.first.group() if self.first else ""

    @property
    def margin(self) -> str:
        """The indentation of the line."""
        return self.line[: len(self.line) - len(self.line.lstrip(" \t"))]

    def here(self, length: int | None = None) -> Span:
        """Return the span where parsing stopped, with the length of the word or of `length`."""
        return self.span(self.offset, self.offset + (len(self.found) if length is None else length))

    def span(self, start: int, end: int) -> Span:
        """Return the span in the source of offsets in the chunk."""
        return self.chunk.span(start, end)


def examine(chunk: Chunk) -> Failure | None:
    """Return the first syntax error of a chunk, or None."""
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


def mask(text: str) -> str:
    """
    Return a text of the same length with quoted texts and comments masked.

    >>> mask('card c "a = b" x2  # = 3')
    'card c "_____" x2       '
    """
    return HIDDEN.sub(_hidden, text)


def joined(chunk: Chunk) -> Chunk:
    """Return a chunk in which lines are joined to those that continue them, but for comments."""
    gaps = (
        chunk.span(lines.start() + gap.start(), lines.start() + gap.end())
        for lines in CONTINUED.finditer(mask(chunk.text))
        for gap in BETWEEN.finditer(lines[0])
    )
    return chunk.without(*(gap for gap in gaps if not gap.text.strip()))


def _hidden(match: re.Match[str]) -> str:
    if match.group().startswith("#"):
        return " " * len(match.group())
    return '"' + "_" * len(match.group(1)) + match.group(2)


def quoted(text: str) -> str:
    """
    Return a text in backquotes, abbreviated if it is long.

    >>> quoted("pile")
    '`pile`'
    """
    return f"`{text}`" if len(text) <= SHOWN else f"`{text[:SHOWN]}…`"


def spelling(terminal: str) -> str:
    """Return a keyword or sign as written, or the name of another terminal."""
    return spellings().get(terminal, terminal)


def corrected_head(text: str, head: re.Match[str], others: Iterable[str] = ()) -> str | None:
    """Return the correction of the first word of the last line, such that it opens a block."""
    if len(text) > FAR or head.group() in keywords.KEYWORDS:
        return None
    near = (
        *others,
        *slips(head.group(), keywords.KEYWORDS),
        *closest_words(head.group(), keywords.KEYWORDS),
    )
    return next((known for known in near if _opens_block(_corrected(text, head, known))), None)


def slips(word: str, known: Iterable[str]) -> list[str]:
    """
    Return the known words one typing error away from `word`, transpositions first.

    >>> slips("wisn", ["win", "wins", "with"])
    ['wins', 'win']
    """
    low = word.lower()
    candidates = (
        candidate for candidate in known if candidate != word and _is_typo(low, candidate)
    )
    return sorted(candidates, key=lambda candidate: (len(candidate) != len(low), candidate))


def closest_words(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words most like `word`."""
    from difflib import get_close_matches  # only needed for errors

    return get_close_matches(word.lower(), sorted(known), n=3, cutoff=0.75)


def reads(text: str) -> bool:
    """Return whether a text can be parsed to the end of its last line."""
    return examine_text(text) is None


def examine_text(text: str) -> Failure | None:
    """Return the first syntax error up to the end of a text's last line, or None."""
    failure = _examine(text)
    if failure and failure.offset >= len(text.rstrip()) and failure.layout != "EOL":
        return None
    return failure


def _is_typo(word: str, known: str) -> bool:
    """Return whether the words differ by a transposition, a missing or a surplus letter."""
    if len(word) == len(known):
        return sorted(word) == sorted(known) and (word == known or is_one_typo(word, known))
    return min(len(word), len(known)) > 1 and is_one_typo(word, known)


def _opens_block(text: str) -> bool:
    """Return whether the last line of a text can be the head of a block."""
    failure = _examine(text)
    return failure is not None and failure.expected == {"_INDENT"}


def _corrected(text: str, word: re.Match[str], correction: str) -> str:
    return text[: word.start()] + correction + text[word.end() :]


def _examine(text: str) -> Failure | None:
    chunk = Chunk(Source("", text), 0, len(text))
    try:
        return examine(chunk)
    except LayoutError as stopped:
        return Failure(chunk, stopped.offset, "EOL", frozenset())
