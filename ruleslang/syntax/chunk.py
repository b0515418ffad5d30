"""A stretch of a text that is read by itself: one declaration and what hangs on it."""

from __future__ import annotations

import re

from attrs import evolve, frozen

from ruleslang.source.span import Source, Span

HEAD = re.compile(r"^(?=[^\W\d])", re.MULTILINE)


@frozen
class Chunk:
    """
    A stretch of a source from one letter in column 1 up to the next.

    `left_out` are places in the source, in order: what stands there is read as blanks.
    """

    source: Source
    start: int
    end: int
    left_out: tuple[Span, ...] = ()

    @property
    def text(self) -> str:
        text = self.source.text
        for each in self.left_out:
            text = text[: each.start] + " " * (each.end - each.start) + text[each.end :]
        return text[self.start : self.end]

    def without(self, span: Span) -> Chunk:
        """The chunk with blanks in the place of a span of the source."""
        return evolve(self, left_out=(*self.left_out, span))

    def span(self, start: int, end: int) -> Span:
        """The place in the source of a stretch of this chunk."""
        return Span(self.source, self.start + start, self.start + end)


def cut(source: Source, begin: int = 0) -> tuple[Chunk, ...]:
    """
    The pieces of a source, in order; whatever stands before the first head is one of them.

    An unclosed bracket would eat the rest of the file, and cutting at known words only would blame
    a misspelt head on its neighbour: so every letter in column 1 begins a chunk.
    """
    starts = [found.start() + begin for found in HEAD.finditer(source.text[begin:])]
    if not starts or starts[0] != begin:
        starts.insert(0, begin)
    ends = [*starts[1:], len(source.text)]
    return tuple(Chunk(source, start, end) for start, end in zip(starts, ends, strict=True))
