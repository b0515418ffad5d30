"""A chunk of a text that is parsed by itself: one declaration with its indented lines."""

from __future__ import annotations

import re

from attrs import evolve, frozen

from ruleslang.source.span import Source, Span

HEAD = re.compile(r"^(?=[^\W\d]|\d+ ?[x×*]? ?cards? )", re.MULTILINE)


@frozen
class Chunk:
    """
    A span of a source, from one letter (or `6x card`) in column 1 up to the next.

    `left_out` are spans of the source, in order, that are each read as one blank.
    """

    source: Source
    start: int
    end: int
    left_out: tuple[Span, ...] = ()

    @property
    def text(self) -> str:
        parts, start = [], self.start
        for span in self.left_out:
            parts.append(self.source.text[start : span.start])
            start = span.end
        return " ".join((*parts, self.source.text[start : self.end]))

    def without(self, *spans: Span) -> Chunk:
        """Return the chunk with spans blanked out."""
        in_order = sorted((*self.left_out, *spans), key=lambda span: span.start)
        return evolve(self, left_out=tuple(in_order))

    def span(self, start: int, end: int) -> Span:
        """Return the span in the source of offsets in this chunk."""
        return Span(self.source, self._place(start), self._place(end))

    def _place(self, offset: int) -> int:
        place = self.start + offset
        for span in self.left_out:
            if place > span.start:
                place += span.end - span.start - 1
        return place


def split_into_chunks(source: Source, begin: int = 0) -> tuple[Chunk, ...]:
    """
    Split a source into chunks; what precedes the first head is a chunk too.

    Every letter in column 1 starts a chunk: an unclosed bracket must not hide the rest of the file,
    and a misspelt head must be reported and not become part of the declaration before it.
    """
    starts = [head.start() + begin for head in HEAD.finditer(source.text[begin:])]
    if not starts or starts[0] != begin:
        starts.insert(0, begin)
    ends = [*starts[1:], len(source.text)]
    return tuple(Chunk(source, start, end) for start, end in zip(starts, ends, strict=True))
