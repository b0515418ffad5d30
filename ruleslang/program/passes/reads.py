"""
What rules, named values and expressions may read, as names that writes touch.

Never too little, sometimes too much: it says which rules need not be tested after a write and which
kept values are still right, and must not be visible in play. States, zones and dice go by their
names; `players`, `active`, `pieces`, `counting_as`, `lasting` and `winners` stand for the rest; `*`
means anything at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.effects import WrittenEffect
from ruleslang.program.passes.effect_table import EffectTable
from ruleslang.program.program import Program
from ruleslang.program.traits.expressions import cells_read
from ruleslang.program.traits.vocabulary import CellKind
from ruleslang.program.walk import walk

Reads = frozenset[str]

# How writes name what an expression reads.
_NAMES: dict[CellKind, str] = {
    "active": "active",
    "anything": "*",
    "counts as": "counting_as",
    "lasting": "lasting",
    "pieces": "pieces",
    "players": "players",
    "result": "winners",
}

# Parts of heads, which may compare what a card counts as.
COMPARING = (s.KindEntry, s.EqualEntry, s.MemberEntry, s.Change)


class _Everything(frozenset[str]):
    """Reads that any write touches."""

    def isdisjoint(self, other: object) -> bool:
        """Never."""
        return False


EVERYTHING: Reads = _Everything({"*"})


@frozen(eq=False)
class ReadTable:
    """
    What each named value reads, by itself, its modifiers and the values it asks; and what each rule
    that is in force by itself reads, with its span.
    """

    values: Mapping[str, Reads]
    rules: Mapping[s.EffectId, Reads]
    zones: frozenset[str]
    dice: frozenset[str]


@frozen(eq=False)
class _Direct:
    """What is read without following named values, and the values that are asked."""

    names: frozenset[str]
    values: frozenset[str]


def read_table(program: Program, effects: EffectTable) -> ReadTable:
    """What all named values and rules of a program read."""
    zones = frozenset(each.name for each in program.zones)
    empty = ReadTable({}, {}, zones, frozenset(each.name for each in program.dice))
    direct = {each.name: _of_value(empty, each, effects) for each in program.values}
    values = {name: _closed(direct, name) for name in direct}
    with_values = ReadTable(values, {}, empty.zones, empty.dice)
    rules = {each.effect.id: _of_rule(with_values, each) for each in effects.whenevers}
    return ReadTable(values, rules, empty.zones, empty.dice)


def reads_of_parts(table: ReadTable, parts: Iterable[Any]) -> Reads:
    """What parts of a program read, with what is read to work out the values they ask."""
    direct = _direct(table, parts)
    return _set_of(direct.names.union(*(table.values[name] for name in direct.values)))


def _set_of(names: frozenset[str]) -> Reads:
    return EVERYTHING if "*" in names else frozenset(names)


def _direct(table: ReadTable, parts: Iterable[Any]) -> _Direct:
    whole = tuple(part for part in parts if part is not None)
    names: set[str] = set()
    values: set[str] = set()
    for cell in cells_read(whole):
        if cell.kind == "value":
            values.add(cell.name)
        elif cell.kind in ("zone", "dice", "state"):
            names.update((cell.name,) if cell.name else _all_of(table, cell.kind))
        else:
            names.add(_NAMES[cell.kind])
    if any(isinstance(each, COMPARING) for each in walk(whole)):
        names.add("counting_as")
    return _Direct(frozenset(names), frozenset(values))


def _all_of(table: ReadTable, kind: CellKind) -> frozenset[str]:
    return table.zones if kind == "zone" else table.dice


def _closed(direct: Mapping[str, _Direct], name: str) -> Reads:
    """What a value reads, with all that it asks."""
    found, waiting = {name}, [name]
    while waiting:
        new = direct[waiting.pop()].values - found
        found |= new
        waiting += new
    return _set_of(frozenset().union(*(direct[each].names for each in found)))


def _of_value(table: ReadTable, value: d.Value, effects: EffectTable) -> _Direct:
    """A value reads what its lines read, and what its modifiers and their spans read."""
    parts: list[Any] = [value]
    names = frozenset({"lasting"})
    for written in effects.modifiers.get(value.name, ()):
        parts += [written.effect, *_span(written)]
        names |= _of_carriers(table, written)
    for lasting in effects.lastings:
        for effect in lasting.effects:
            if isinstance(effect, s.Modifier) and effect.value == value.name:
                parts += [effect, lasting.condition]
    direct = _direct(table, parts)
    return _Direct(direct.names | names, direct.values)


def _of_rule(table: ReadTable, written: WrittenEffect) -> Reads:
    """What a rule reads; `active` too, since sets of players are in order of turn."""
    assert isinstance(written.effect, s.Whenever)
    read = reads_of_parts(table, [written.effect.condition, *_span(written)])
    return _set_of(read | {"active"} | _of_carriers(table, written))


def _span(written: WrittenEffect) -> tuple[Any, ...]:
    standing = written.begun_by
    return (standing.condition, standing.index) if isinstance(standing, d.Standing) else ()


def _of_carriers(table: ReadTable, written: WrittenEffect) -> Reads:
    """What says which cards carry an effect that is printed on them."""
    standing = written.begun_by
    if written.carriers is None or not isinstance(standing, d.Standing):
        return frozenset()
    zones = table.zones if standing.zone is None else frozenset({standing.zone})
    return zones | {"counting_as"}
