"""Parses a text to a tree of all of it, and diagnostics."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, cast
from weakref import ref

from attrs import define, evolve, field
from lark import UnexpectedInput

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.build import build
from ruleslang.language.syntax.build_by_hand import Refused
from ruleslang.language.syntax.chunk import Chunk, split_into_chunks
from ruleslang.language.syntax.declarations import Comment, Declaration, Header, Junk, Tree
from ruleslang.language.syntax.diagnostics.raw_text import (
    MAX_MISTAKES,
    at_sight,
    not_text,
    too_big,
    too_many_mistakes,
)
from ruleslang.language.syntax.grammar import LayoutError
from ruleslang.language.syntax.parse_failure import WORD, mask
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source, Span
from ruleslang.source.walk import MOVED_FROM, answers, field_names

T = TypeVar("T")
Parsed: TypeAlias = tuple[Tree, tuple[Diagnostic, ...]]

BYTE_ORDER_MARK = "\ufeff"
OPEN_ENDED = (
    "unclosed-bracket",
    "missing-block",
    "missing-otherwise",
    "outside-declaration",
    "line-goes-on",
)
"""After these, lines at the margin that begin no declaration belong to the same mistake."""

MOST_UNREAD_LINES = 8
"""A header with more of them is not read at all."""


def parse(source: Source, before: Parsed | None = None) -> Parsed:
    """
    Return the tree of a text and its syntax errors, one for each unreadable declaration.

    Never raises, and returns a tree for any text: unreadable parts are `Junk`. What is written as
    in an earlier text, of which `before` is the tree, is not parsed again.
    """
    refusal = refused(source)
    if refusal:
        return Tree(source, (Junk(span=source.span(0, len(source.text))),)), (refusal,)
    reading = Reading(known=_known(*before) if before is not None else {})
    for chunk in chunks(source):
        if len(reading.diagnostics) >= MAX_MISTAKES:
            reading.give_up(chunk)
            break
        reading.take(chunk)
    return Tree(source, tuple(reading.declarations), comments(source)), tuple(reading.diagnostics)


def refused(source: Source) -> Diagnostic | None:
    """Return why a text is not read at all; None if it is."""
    return too_big(source) or not_text(source)


def chunks(source: Source) -> tuple[Chunk, ...]:
    """Return the chunks of a source."""
    return split_into_chunks(source, 1 if source.text.startswith(BYTE_ORDER_MARK) else 0)


@define
class Reading:
    """The state of parsing chunk by chunk."""

    declarations: list[Declaration] = field(factory=list)
    diagnostics: list[Diagnostic] = field(factory=list)
    known: Mapping[str, tuple[int, Declaration]] = field(factory=dict)
    """Chunks that were read before: their places and their declarations."""
    _is_open: bool = False  # whether the last error may continue in the next chunk

    def take(self, chunk: Chunk) -> None:
        """Parse one more chunk."""
        if not mask(chunk.text).strip():
            return
        if self._goes_on(chunk):
            before = self.declarations.pop()
            self.declarations.append(evolve(before, span=before.span.cover(_written(chunk))))
            return
        if chunk.text in self.known:
            start, known = self.known[chunk.text]
            copy = moved(known, chunk.source, chunk.start - start)
            answers(copy)[MOVED_FROM] = ref(known)
            self.declarations.append(copy)
            self._is_open = False
            return
        declarations, diagnostics = _read(chunk)
        if self._is_of_header(diagnostics):
            declarations = [Junk(True, span=unread.span) for unread in declarations]
        self.declarations.extend(declarations)
        self.diagnostics.extend(diagnostics)
        self._is_open = (
            bool(self.diagnostics)
            and isinstance(self.declarations[-1], Junk)
            and self.diagnostics[-1].slug in OPEN_ENDED
        )

    def _is_of_header(self, diagnostics: Sequence[Diagnostic]) -> bool:
        """Return whether a chunk is a line of the header above it that is not indented."""
        if not self.declarations or not isinstance(self.declarations[-1], Header):
            return False
        return any(error.slug == "outside-declaration" for error in diagnostics)

    def pass_over(self, chunk: Chunk) -> None:
        """Skip a chunk that is known to have no error."""
        if mask(chunk.text).strip():
            self._is_open = False

    def give_up(self, chunk: Chunk) -> None:
        """Leave the rest unread, from this chunk on."""
        self.declarations.append(Junk(span=chunk.span(0, len(chunk.source.text) - chunk.start)))
        self.diagnostics.append(too_many_mistakes(chunk.span(0, 1)))

    def _goes_on(self, chunk: Chunk) -> bool:
        """Return whether a chunk continues the last error."""
        match = WORD.match(mask(chunk.text))
        word = match.group() if match else ""
        return self._is_open and bool(word) and word not in keywords.DECLARATIONS


def _known(before: Tree, mistakes: Sequence[Diagnostic]) -> dict[str, tuple[int, Declaration]]:
    """Return the chunks of a text that are one declaration without errors, with their places."""
    inside: dict[int, list[Declaration]] = {}
    read = chunks(before.source)
    starts = [chunk.start for chunk in read]
    for declaration in before.declarations:
        at = bisect_right(starts, declaration.span.start) - 1
        inside.setdefault(at, []).append(declaration)
    for mistake in mistakes:
        inside.pop(bisect_right(starts, mistake.span.start) - 1, None)
    return {
        read[at].text: (starts[at], declarations[0])
        for at, declarations in inside.items()
        if len(declarations) == 1 and not isinstance(declarations[0], Junk)
    }


def moved(part: T, source: Source, by: int) -> T:
    """Return a part of a tree as it is in another text, `by` letters further down."""
    kind: Any = part.__class__
    if kind is tuple:
        return cast("T", tuple([moved(each, source, by) for each in cast("Any", part)]))
    if isinstance(part, Span):
        return cast("T", Span(source, part.start + by, part.end + by))
    names = field_names(kind)
    if names is None:
        return part
    copy = object.__new__(kind)
    for name in names:
        object.__setattr__(copy, name, moved(getattr(part, name), source, by))
    return cast("T", copy)


def _read(chunk: Chunk) -> tuple[list[Declaration], Sequence[Diagnostic]]:
    """
    Return the declarations of a chunk, and its error; one at the margin leaves the lines above it
    intact.

    Only a header can have several errors, one for each unreadable line.
    """
    seen = at_sight(chunk)
    diagnostic = None if _is_begun_well(chunk) else _wrongly_begun(chunk)
    if diagnostic:
        return [Junk(span=_written(chunk))], [seen or diagnostic]
    declaration, diagnostic = _try(chunk)
    if diagnostic is None:
        return [declaration], [seen] if seen else []
    margin = _at_margin(chunk, diagnostic)
    if margin:
        above, mistake = _try(Chunk(chunk.source, chunk.start, margin))
        if not mistake:
            below = Chunk(chunk.source, margin, chunk.end)
            return [above, Junk(span=_written(below))], [seen or diagnostic]
    if chunk.text.startswith("rulebook"):
        declarations, diagnostics = _header_in_lines(chunk, diagnostic)
        if declarations:
            return declarations, [seen] if seen else diagnostics
    return [declaration], [seen or diagnostic]


def _is_begun_well(chunk: Chunk) -> bool:
    """Return whether a chunk begins a declaration, indented so that tabs and spaces don't mix."""
    match = WORD.match(chunk.text)
    return bool(match and match.group() in keywords.DECLARATIONS and "\t" not in chunk.text)


def _wrongly_begun(chunk: Chunk) -> Diagnostic | None:
    """Return the error that keeps a chunk from being tried at all, or None."""
    from ruleslang.language.syntax.diagnostics.diagnose import at_the_margin
    from ruleslang.language.syntax.diagnostics.misplaced_lines import indented_first_line

    return indented_first_line(chunk) if chunk.text[0] in " \t\r\n#" else at_the_margin(chunk)


def _header_in_lines(
    chunk: Chunk, diagnostic: Diagnostic | None
) -> tuple[list[Declaration], list[Diagnostic]]:
    """
    Return a header without its unreadable lines, which become junk; empty if nothing is left.

    The header names the files and pieces of the rulebook: without it their names are unknown.
    """
    junk: list[Declaration] = []
    diagnostics: list[Diagnostic] = []
    header: Declaration
    while diagnostic and len(junk) < MOST_UNREAD_LINES:
        line = _line_below_the_head(chunk, diagnostic)
        if line is None:
            return [], []
        junk.append(Junk(True, span=line))
        diagnostics.append(diagnostic)
        chunk = chunk.without(line)
        header, diagnostic = _try(chunk)
    return ([], []) if diagnostic else ([header, *junk], diagnostics)


def _line_below_the_head(chunk: Chunk, diagnostic: Diagnostic) -> Span | None:
    """Return the text on the line of an error, unless it is the first line or left out already."""
    text, span, fix = chunk.source.text, diagnostic.span, diagnostic.fix
    start = text.rfind("\n", 0, span.start) + 1
    is_block = fix is not None and diagnostic.slug == "indented-declaration"
    last = fix.edits[-1].span.start if fix and is_block else start
    end = text.find("\n", last)
    line = text[start : len(text) if end < 0 else end]
    span_of_line = Span(
        chunk.source, start + len(line) - len(line.lstrip()), start + len(line.rstrip())
    )
    return None if start <= chunk.start or span_of_line in chunk.left_out else span_of_line


def declaration_or_none(chunk: Chunk) -> Declaration | None:
    """Return the declaration in a chunk, or None."""
    try:
        return build(chunk)
    except (UnexpectedInput, LayoutError, Refused):
        return None


def _try(chunk: Chunk) -> tuple[Declaration, Diagnostic | None]:
    try:
        return build(chunk), None
    except (UnexpectedInput, LayoutError):
        # Few texts have a mistake, and what explains one takes a tenth of a second to load.
        from ruleslang.language.syntax.diagnostics.diagnose import diagnose

        return Junk(span=_written(chunk)), diagnose(chunk)
    except Refused as refused:
        return Junk(span=_written(chunk)), refused.diagnostic


def _at_margin(chunk: Chunk, diagnostic: Diagnostic) -> int | None:
    """Return the offset of an error at the left margin below a head, or None."""
    start = diagnostic.span.start
    return start if start > chunk.start and chunk.source.text[start - 1] == "\n" else None


def _written(chunk: Chunk) -> Span:
    """Return the span of a chunk without surrounding blanks."""
    blanks = len(chunk.text) - len(chunk.text.lstrip())
    return chunk.span(blanks, max(blanks, len(chunk.text.rstrip())))


LINE = re.compile(r"^[^\n#]*#[^\n]*", re.MULTILINE)  # anchored: linear in the length of a line
IN_LINE = re.compile(r'"[^"]*"|(?P<comment>#.*)')
IN_ROW = re.compile(r'\|[ \t]*"[^"]*"(?=[ \t]*\|)|(?P<comment>#.*)')  # quotes hold a whole cell


def comments(source: Source) -> tuple[Comment, ...]:
    """Return all comments in order, including those in junk."""
    in_order = []
    for line in LINE.finditer(source.text):
        text = line.group().rstrip("\r")
        row = text.lstrip().startswith("|")
        for mark in (IN_ROW if row else IN_LINE).finditer(text):
            if mark.group("comment"):
                span = source.span(line.start() + mark.start(), line.start() + mark.end())
                in_order.append(Comment(span, not text[: mark.start()].strip()))
    return tuple(in_order)
