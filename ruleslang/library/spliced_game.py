"""A game that is kept, with some of its declarations lowered again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any

from ruleslang.library.kept_declarations import KeptDeclarations, KeptSegment
from ruleslang.lower.again import Again, Before
from ruleslang.nodes.frozen import evolve
from ruleslang.program.compact import (
    Unfit,
    field_from_lists,
    game_from_lists,
    item_from_lists,
    part_of_lists,
)
from ruleslang.program.declarations import Value
from ruleslang.program.display import Origin
from ruleslang.program.program import Compiled, Numbering, Program
from ruleslang.program.types import Type
from ruleslang.source.span import Span
from ruleslang.syntax.chunk import Chunk


class SplicedGame:
    """What is kept, and what was lowered again of it so far; `changed` are numbers of chunks."""

    def __init__(self, kept: KeptDeclarations, changed: frozenset[int]) -> None:
        self._kept = kept
        self._changed = changed
        self._again: dict[int, Again] = {}  # by the number of the segment

    @property
    def numbering(self) -> Numbering:
        """Which numbers the paper rulebook has."""
        found: Numbering = field_from_lists(Compiled, self._kept.game, "numbering")
        return found

    @cached_property
    def value_types(self) -> Mapping[str, Type]:
        """The types of all values that have not changed."""
        changed = {
            place
            for each in self._kept.segments
            if each.chunk in self._changed
            for part, start, end in each.parts
            if part == "values"
            for place in range(start, end)
        }
        return {
            field_from_lists(Value, each, "name"): field_from_lists(Value, each, "type")
            for place, each in enumerate(part_of_lists(self._kept.game, "values"))
            if place not in changed
        }

    def program(self) -> Program:
        """The program with what was lowered so far; its origins are left out."""
        return self._game().program

    def to_lower(self) -> Iterator[tuple[int, Before]]:
        """
        The segments of what has changed, in the order in which they were lowered.

        What is lowered of one must be taken before the next is asked for.
        """
        own = (n for n, each in enumerate(self._kept.segments) if each.chunk in self._changed)
        for number in sorted(own, key=lambda number: self._kept.segments[number].first):
            segment = self._kept.segments[number]
            parts = {name: self._part(name, start, end) for name, start, end in segment.parts}
            first = segment.first + self._moved_by(segment.first)
            yield number, Before(segment.stage, first, segment.names, parts)

    def take(self, number: int, again: Again) -> None:
        """Put what a segment became in its place."""
        self._again[number] = again

    def result(self, chunks: Sequence[Chunk]) -> tuple[Compiled, tuple[Span, ...]]:
        """The game and the places of its origins; `chunks` are all that are there now."""
        compiled = self._game()
        origins, spans = self._origins(chunks)
        return evolve(compiled, program=evolve(compiled.program, origins=origins)), spans

    def _part(self, name: str, start: int, end: int) -> tuple[Any, ...]:
        return tuple(
            item_from_lists(name, each) for each in part_of_lists(self._kept.game, name)[start:end]
        )

    def _moved_by(self, origin: int) -> int:
        """By how much the numbers of origins have grown before one."""
        return sum(
            len(again.origins) - (segment.end - segment.first)
            for number, again in self._again.items()
            if (segment := self._kept.segments[number]).end <= origin
        )

    def _game(self) -> Compiled:
        compiled = game_from_lists(self._kept.game, self._moved())
        own: dict[str, Any] = {}
        of_program: dict[str, Any] = {}
        for name, changes in self._by_part().items():
            owner: Any = compiled if hasattr(compiled, name) else compiled.program
            part = list(getattr(owner, name))
            for start, end, new in sorted(changes, reverse=True):
                part[start:end] = new
            (own if owner is compiled else of_program)[name] = tuple(part)
        return evolve(compiled, **own, program=evolve(compiled.program, **of_program))

    def _by_part(self) -> dict[str, list[tuple[int, int, tuple[Any, ...]]]]:
        """What takes the place of what, in each part of the game."""
        found: dict[str, list[tuple[int, int, tuple[Any, ...]]]] = {}
        for number, again in self._again.items():
            for name, start, end in self._kept.segments[number].parts:
                found.setdefault(name, []).append((start, end, again.parts[name]))
        return found

    def _moved(self) -> Sequence[int] | None:
        """The number that each origin has now; None when all have those they had."""
        rows = [0] * (len(self._kept.origins) + 1)
        for number, again in self._again.items():
            segment = self._kept.segments[number]
            rows[segment.end] += len(again.origins) - (segment.end - segment.first)
        if not any(rows):
            return None
        return [number + by for number, by in enumerate(accumulate(rows))]

    def _origins(self, chunks: Sequence[Chunk]) -> tuple[tuple[Origin, ...], tuple[Span, ...]]:
        """The origins as they are now, and their places."""
        own: list[tuple[KeptSegment, Again]] = sorted(
            ((self._kept.segments[number], again) for number, again in self._again.items()),
            key=lambda each: each[0].first,
        )
        lines = [each.source.line_and_column(each.start)[0] for each in chunks]
        origins: list[Origin] = []
        spans: list[Span] = []
        done = 0
        for segment, again in own:
            self._unchanged(done, segment.first, chunks, lines, origins, spans)
            origins += again.origins
            spans += again.spans
            done = segment.end
        self._unchanged(done, len(self._kept.origins), chunks, lines, origins, spans)
        return tuple(origins), tuple(spans)

    def _unchanged(
        self,
        first: int,
        end: int,
        chunks: Sequence[Chunk],
        lines: Sequence[int],
        origins: list[Origin],
        spans: list[Span],
    ) -> None:
        """The origins of what has not changed, in the lines where they are now."""
        for row in self._kept.origins[first:end]:
            number, start, stop, line, column, end_line, end_column, excerpt, cites, designed = row
            chunk, above = chunks[number], lines[number]
            if not 0 <= start <= stop <= chunk.end - chunk.start or type(excerpt) is not str:
                raise Unfit("an origin does not stand in its chunk")
            spans.append(Span(chunk.source, chunk.start + start, chunk.start + stop))
            origins.append(
                Origin(
                    chunk.source.name,
                    above + line,
                    column,
                    above + end_line,
                    end_column,
                    excerpt,
                    tuple(cites),
                    bool(designed),
                )
            )
