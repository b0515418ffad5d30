"""
What rules, named values and expressions may read of a match; named values that are asked are
followed.

Never too little, sometimes too much. An engine may leave out a test of a rule, and may keep a
value, where nothing of this was written; a match must not show what it says too much.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from ruleslang.nodes.frozen import frozen
from ruleslang.program import declarations as d
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.effects import WrittenEffect, read_for_force
from ruleslang.program.passes.effect_table import EffectTable
from ruleslang.program.program import Program
from ruleslang.program.traits.expressions import ACTIVE, ANYTHING, COUNTS_AS, cells_read
from ruleslang.program.traits.vocabulary import Cell, CellKind
from ruleslang.program.walk import walk

Cells: TypeAlias = "frozenset[Cell]"  # without indexes; named values among them, and what they read

LASTING = Cell("lasting")

# Parts of heads, which may compare what a card counts as.
_COMPARING = (patterns.KindEntry, patterns.EqualEntry, patterns.MemberEntry, s.Change)
_STORED: frozenset[CellKind] = frozenset(("state", "zone", "dice"))


@frozen(eq=False)
class ReadTable:
    """
    What each named value reads, by itself, its modifiers and the values it asks.

    `rules` has what each rule reads that is in force by itself, with its span.
    """

    values: Mapping[str, Cells]
    rules: Mapping[s.EffectId, Cells]

    def cells(self, parts: Iterable[Any]) -> Cells:
        """What some parts read."""
        direct = frozenset(_direct(tuple(parts)))
        return direct.union(*(self.values[each.name] for each in direct if each.kind == "value"))

    def reads_one_of(self, parts: Iterable[Any], names: frozenset[str]) -> bool:
        """Whether some parts may read a state, dice or a zone of these names."""
        return any(
            cell.kind == "anything"
            or (cell.kind in _STORED and (cell.name in names or (not cell.name and bool(names))))
            for cell in self.cells(parts)
        )

    def reads_what_cards_are(self, parts: Iterable[Any]) -> bool:
        """Whether some parts may read which definition a card counts as."""
        return not self.cells(parts).isdisjoint((ANYTHING, COUNTS_AS))


def read_table(program: Program, effects: EffectTable) -> ReadTable:
    """What all named values and rules of a program read."""
    direct = {value.name: {LASTING, *_direct(value)} for value in program.values}
    for written in effects.written:
        if isinstance(written.effect, s.Modifier):
            direct[written.effect.value].update(_direct(written.effect), _of_span(written))
    values = {name: _followed(direct, name) for name in direct}
    table = ReadTable(values, {})
    return ReadTable(values, {each.effect.id: _of_rule(table, each) for each in effects.whenevers})


def _direct(part: Any) -> Iterator[Cell]:
    for cell in cells_read(part):
        yield Cell(cell.kind, cell.name)
    if any(isinstance(each, _COMPARING) for each in walk(part)):
        yield COUNTS_AS


def _followed(direct: Mapping[str, set[Cell]], name: str) -> Cells:
    """What a value reads, with all that it asks."""
    found: set[Cell] = set()
    waiting = [Cell("value", name)]
    while waiting:
        cell = waiting.pop()
        if cell not in found:
            found.add(cell)
            if cell.kind == "value":
                waiting += direct[cell.name]
    return frozenset(found)


def _of_rule(table: ReadTable, written: WrittenEffect) -> Cells:
    """What a rule reads; whose turn it is too, since sets of players are in order of turn."""
    assert isinstance(written.effect, s.Whenever)
    span = frozenset(_of_span(written))
    asked = (table.values[each.name] for each in span if each.kind == "value")
    return table.cells([written.effect.condition]).union(span, {ACTIVE}, *asked)


def _of_span(written: WrittenEffect) -> Iterator[Cell]:
    """When an effect is in force; of what is printed on cards, also where they lie."""
    begun_by = written.begun_by
    yield from _direct(read_for_force(begun_by))
    if isinstance(begun_by, d.Standing) and written.carriers is not None:
        yield Cell("zone", begun_by.zone or "")
        yield COUNTS_AS
