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

    `left_out` are spans of the source, in order, that are read as blanks.
    """

    source: Source
    start: int
    end: int
    left_out: tuple[Span, ...] = ()

    @property
    def text(self) -> str:
        text = self.source.text
        for span in self.left_out:
            text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
        return text[self.start : self.end]

    def without(self, span: Span) -> Chunk:
        """Return the chunk with a span blanked out."""
        return evolve(self, left_out=(*self.left_out, span))

    def span(self, start: int, end: int) -> Span:
        """Return the span in the source of offsets in this chunk."""
        return Span(self.source, self.start + start, self.start + end)


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
