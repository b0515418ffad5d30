"""A compiled game that is kept, with the changed ones of its declarations put in anew."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from attrs import evolve

from ruleslang.checks.queries.example_facts import ExampleFacts, facts_of
from ruleslang.library.kept_declarations import KeptDeclarations, KeptSegment
from ruleslang.library.lazy_sequence import OnDemand
from ruleslang.lower.incremental_lowering import Again, Before
from ruleslang.nodes.made_when_read import made_when_read
from ruleslang.program.compact_serial import (
    Unfit,
    field_from_lists,
    game_from_lists,
    item_from_lists,
    node_from_lists,
    part_of_lists,
)
from ruleslang.program.declarations import Example, Value
from ruleslang.program.displayed_parts import Origin
from ruleslang.program.program import Compiled, Numbering, Program
from ruleslang.program.types import Type
from ruleslang.source.span import Span
from ruleslang.syntax.chunk import Chunk

EXAMPLES = "examples"


class SplicedGame:
    """What is kept, and what was lowered again of it so far; chunks are given by their numbers."""

    def __init__(self, kept: KeptDeclarations) -> None:
        self._kept = kept
        self._again: dict[int, Again] = {}  # by the number of the segment

    @property
    def numbering(self) -> Numbering:
        """Which numbers the paper rulebook has."""
        found: Numbering = field_from_lists(Compiled, self._kept.game, "numbering")
        return found

    def value_types(self, changed: Collection[int]) -> Mapping[str, Type]:
        """The types of all values but those of chunks that have changed."""
        own = {
            place
            for number in self._segments_of(changed)
            for part, start, end in self._kept.segments[number].parts
            if part == "values"
            for place in range(start, end)
        }
        return {
            field_from_lists(Value, each, "name"): field_from_lists(Value, each, "type")
            for place, each in enumerate(part_of_lists(self._kept.game, "values"))
            if place not in own
        }

    def program(self) -> Program:
        """The program with what was lowered so far; its origins are left out."""
        return self._game(self._kept.game).program

    def to_lower(self, changed: Collection[int]) -> Iterator[tuple[int, Before]]:
        """
        The segments of chunks that have changed, in the order in which they were lowered.

        What is lowered of one must be taken before the next is asked for.
        """
        own = [(number, self._kept.segments[number]) for number in self._segments_of(changed)]
        for number, segment in sorted(own, key=lambda each: each[1].first):
            parts = {name: self._part(name, start, end) for name, start, end in segment.parts}
            first = segment.first + self._moved_by(segment.first)
            yield number, Before(segment.stage, first, segment.names, parts)

    def take(self, number: int, again: Again) -> None:
        """Put what a segment became in its place."""
        self._again[number] = again

    def growth(self) -> dict[int, int]:
        """By how much the numbers of origins grow, by where the segments end that changed."""
        growth: dict[int, int] = {}
        for number, again in self._again.items():
            segment = self._kept.segments[number]
            by = len(again.origins) - (segment.end - segment.first)
            if by:
                growth[segment.end] = growth.get(segment.end, 0) + by
        return growth

    def game(
        self,
        origins: Callable[[], tuple[Origin, ...]],
        each: Sequence[Origin],
        examples: Callable[[], tuple[Example, ...]],
    ) -> Compiled:
        """
        The game, whose origins and examples are made when they are read; `each` makes one origin.
        """
        compiled = self._game(self._kept.game)
        program = evolve(compiled.program, origins=made_when_read(origins, each))
        return evolve(compiled, program=program, examples=made_when_read(examples))

    def examples(self) -> tuple[Example, ...]:
        """The examples."""
        moved = self._moved()
        found = [node_from_lists(Example, each, moved) for each in self._kept.examples]
        for start, end, new in sorted(self._by_part().get(EXAMPLES, ()), reverse=True):
            found[start:end] = new
        return tuple(found)

    def facts(self) -> tuple[ExampleFacts, ...]:
        """What checks ask of each example."""
        moved = self._moved()
        found = [
            facts_of(node_from_lists(Example, self._kept.examples[number], moved))
            if facts is None
            else node_from_lists(ExampleFacts, facts, moved)
            for number, facts in enumerate(self._kept.facts)
        ]
        for start, end, new in sorted(self._by_part().get(EXAMPLES, ()), reverse=True):
            found[start:end] = map(facts_of, new)
        return tuple(found)

    def origins(self, chunks: Sequence[Chunk]) -> tuple[Origin, ...]:
        """All origins, in the lines where they are now."""
        stretches, lines = [*self._stretches()], _lines(chunks)
        ends = [*(each[0] for each in stretches[1:]), self._number_of_origins()]
        found: list[Origin] = []
        for (first, again, other), end in zip(stretches, ends, strict=True):
            places = range(other, other + end - first)
            if again is not None:
                found += again.origins[places.start : places.stop]
            else:
                found += [_origin(self._row(place, chunks), chunks, lines) for place in places]
        return tuple(found)

    def places(self, chunks: Sequence[Chunk]) -> tuple[Sequence[Origin], Sequence[Span]]:
        """The origins, in the lines where they are now, and their places."""
        stretches = [*self._stretches()]
        firsts = [each[0] for each in stretches]
        lines = _lines(chunks)

        def found(origin: int) -> tuple[Again | None, int]:
            first, again, other = stretches[bisect_right(firsts, origin) - 1]
            return again, other + origin - first

        def origin(number: int) -> Origin:
            again, place = found(number)
            if again is not None:
                return again.origins[place]
            return _origin(self._row(place, chunks), chunks, lines)

        def span(number: int) -> Span:
            again, place = found(number)
            if again is not None:
                return again.spans[place]
            row = self._row(place, chunks)
            chunk = chunks[row[0]]
            return Span(chunk.source, chunk.start + row[1], chunk.start + row[2])

        number = self._number_of_origins()
        return OnDemand(number, origin), OnDemand(number, span)

    def _part(self, name: str, start: int, end: int) -> tuple[Any, ...]:
        is_example = name == EXAMPLES
        part = self._kept.examples if is_example else part_of_lists(self._kept.game, name)
        return tuple(item_from_lists(name, each) for each in part[start:end])

    def _segments_of(self, chunks: Collection[int]) -> list[int]:
        """The numbers of the segments of some chunks."""
        return [number for number, chunk in enumerate(self._kept.chunks) if chunk in chunks]

    def _moved_by(self, origin: int) -> int:
        """By how much the numbers of origins have grown before one."""
        return sum(by for end, by in self.growth().items() if end <= origin)

    def _number_of_origins(self) -> int:
        """How many origins there are."""
        return len(self._kept.origins) + sum(self.growth().values())

    def _game(self, plain: Any) -> Compiled:
        """The game that is kept, without examples, with what has changed of it."""
        compiled = game_from_lists(plain, self._moved())
        own: dict[str, Any] = {}
        of_program: dict[str, Any] = {}
        for name, changes in self._by_part().items():
            if name == EXAMPLES:
                continue
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
        growth = self.growth()
        if not growth:
            return None
        rows = [0] * (len(self._kept.origins) + 1)
        for end, by in growth.items():
            rows[end] += by
        return [number + by for number, by in enumerate(accumulate(rows))]

    def _stretches(self) -> Iterator[tuple[int, Again | None, int]]:
        """
        The origins in stretches: the number of the first, what became of the segment that they are
        of, and the number of the first there; or None, and the number that it had.
        """
        own: list[tuple[KeptSegment, Again]] = sorted(
            ((self._kept.segments[number], again) for number, again in self._again.items()),
            key=lambda each: each[0].first,
        )
        first = done = 0
        for segment, again in own:
            yield first, None, done
            first += segment.first - done
            yield first, again, 0
            first += len(again.origins)
            done = segment.end
        yield first, None, done

    def _row(self, number: int, chunks: Sequence[Chunk]) -> list[Any]:
        """What is kept of an origin that has not changed."""
        row: list[Any] = self._kept.origins[number]
        chunk = chunks[row[0]]
        if not 0 <= row[1] <= row[2] <= chunk.end - chunk.start or type(row[7]) is not str:
            raise Unfit("an origin does not stand in its chunk")
        return row


def _lines(chunks: Sequence[Chunk]) -> Sequence[int]:
    """The line in which each chunk begins."""
    return OnDemand(
        len(chunks), cache(lambda at: chunks[at].source.line_and_column(chunks[at].start)[0])
    )


def _origin(row: Sequence[Any], chunks: Sequence[Chunk], lines: Sequence[int]) -> Origin:
    """What a row says; `lines` are those in which the chunks begin."""
    at, _, _, line, column, end_line, end_column, excerpt, cites, designed = row
    first = lines[at]
    return Origin(
        chunks[at].source.name,
        first + line,
        column,
        first + end_line,
        end_column,
        excerpt,
        tuple(cites),
        bool(designed),
    )
