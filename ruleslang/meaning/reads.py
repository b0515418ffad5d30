"""
What an expression may read, as names that writes touch: never too little, sometimes too much.

It says which rules need not be tested after a write and which kept values are still right, never
what happens in play. States, zones and dice go by their names; `players`, `active`, `pieces`,
`counting_as`, `lasting` and `under way` stand for the rest; `*` means anything at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ruleslang.meaning.lookup_tables import Source, Tables
from ruleslang.meaning.machine import Machine
from ruleslang.program import statements as s
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


def reads_of_source(m: Machine, source: Source) -> Reads:
    """What a rule of the text reads; `active`, since sets of players are in order of turn."""
    cache = m.tables.reads
    found = cache.get(source)
    if found is None:
        parts = (source.effect.condition, source.standing.condition, source.standing.index)
        names = _collect(m.tables, [part for part in parts if part is not None], {}, {"active"})
        if source.titles is not None:
            names |= {"counting_as"} | set(
                m.tables.zones if source.standing.zone is None else (source.standing.zone,)
            )
        found = cache[source] = _set_of(names)
    return found


def reads_of_value(tables: Tables, name: str) -> Reads:
    """What a named value reads, by itself, its modifiers and other values."""
    found = tables.reads.get(name)
    if found is None:
        names: set[str] = set()
        _value(tables, name, {name: None}, names)
        found = tables.reads[name] = _set_of(names)
    return found


def reads_of_parts(tables: Tables, parts: list[Any]) -> Reads:
    """What expressions read, with what is read to work out the values they name."""
    return _set_of(_collect(tables, parts, {}, set()))


def _set_of(names: set[str]) -> Reads:
    return EVERYTHING if "*" in names else frozenset(names)


def _collect(tables: Tables, parts: list[Any], seen: dict[str, None], names: set[str]) -> set[str]:
    whole = tuple(part for part in parts if part is not None)
    for cell in cells_read(whole):
        if cell.kind == "value":
            if cell.name not in seen:
                seen[cell.name] = None
                _value(tables, cell.name, seen, names)
        elif cell.kind in ("zone", "dice", "state"):
            names.update((cell.name,) if cell.name else _all_of(tables, cell.kind))
        else:
            names.add(_NAMES[cell.kind])
    if any(isinstance(each, COMPARING) for each in walk(whole)):
        names.add("counting_as")
    return names


def _all_of(tables: Tables, kind: CellKind) -> Iterable[str]:
    return tables.zones if kind == "zone" else tables.dice


def _value(tables: Tables, name: str, seen: dict[str, None], names: set[str]) -> None:
    """A value reads what its lines read, and what its modifiers and their spans read."""
    names.add("lasting")
    _collect(tables, [tables.values[name]], seen, names)
    for source in tables.modifiers.get(name, ()):
        standing = source.standing
        _collect(tables, [source.effect, standing.condition, standing.index], seen, names)
        if source.titles is not None:
            names.update(
                tables.zones if source.standing.zone is None else (source.standing.zone,),
                {"counting_as"},
            )
    for last in tables.lasting_statements:
        for effect in last.effects:
            if isinstance(effect, s.Modifier) and effect.value == name:
                _collect(tables, [effect, last.condition], seen, names)
