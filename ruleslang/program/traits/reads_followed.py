"""What parts of a program read when the named values that they call are followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.effects import WrittenEffect, written_effects
from ruleslang.program.program import Program
from ruleslang.program.traits.expressions import COUNTS_AS, cells_read
from ruleslang.program.traits.vocabulary import Cell, CellKind
from ruleslang.program.walk import walk

# Parts of heads, which may compare what a card counts as.
_COMPARING = (s.KindEntry, s.EqualEntry, s.MemberEntry, s.Change)
_STORED: frozenset[CellKind] = frozenset(("state", "zone", "dice"))


@frozen(eq=False)
class ReadsFollowed:
    """What every named value of a program reads: its lines, and the modifiers that change it."""

    values: Mapping[str, frozenset[Cell]]

    def cells(self, parts: Iterable[Any]) -> frozenset[Cell]:
        """What some parts read, without indexes."""
        found: set[Cell] = set()
        waiting = list(_cells(tuple(parts)))
        while waiting:
            cell = waiting.pop()
            if cell not in found:
                found.add(cell)
                if cell.kind == "value":
                    waiting += self.values[cell.name]
        return frozenset(found)

    def reads_one_of(self, parts: Iterable[Any], names: frozenset[str]) -> bool:
        """Whether some parts may read a state, dice or a zone of these names."""
        return any(
            cell.kind == "anything"
            or (cell.kind in _STORED and (cell.name in names or (not cell.name and bool(names))))
            for cell in self.cells(parts)
        )

    def reads_what_cards_are(self, parts: Iterable[Any]) -> bool:
        """Whether some parts may read which definition a card counts as."""
        return any(cell.kind in ("anything", "counts as") for cell in self.cells(parts))


_made: dict[int, tuple[Program, ReadsFollowed]] = {}
MOST_KEPT = 64  # programs


def reads_followed(program: Program) -> ReadsFollowed:
    """The reads of a program, worked out once."""
    found = _made.get(id(program))
    if found is None or found[0] is not program:
        if len(_made) >= MOST_KEPT:
            _made.clear()
        found = _made[id(program)] = program, _of(program)
    return found[1]


def _of(program: Program) -> ReadsFollowed:
    values = {value.name: set(_cells(value)) for value in program.values}
    for written in written_effects(program):
        if isinstance(written.effect, s.Modifier):
            values[written.effect.value].update(_of_modifier(written))
    return ReadsFollowed({name: frozenset(cells) for name, cells in values.items()})


def _of_modifier(written: WrittenEffect) -> Iterator[Cell]:
    """What it says, when it is in force, and of what is printed on cards: where they lie."""
    begun_by = written.begun_by
    yield from _cells((written.effect, begun_by.condition))
    if isinstance(begun_by, d.Standing):
        yield from _cells(begun_by.index)
        if written.printed:
            yield Cell("zone", begun_by.zone or "")
            yield COUNTS_AS


def _cells(part: Any) -> Iterator[Cell]:
    for cell in cells_read(part):
        yield Cell(cell.kind, cell.name)
    if any(isinstance(each, _COMPARING) for each in walk(part)):
        yield COUNTS_AS
