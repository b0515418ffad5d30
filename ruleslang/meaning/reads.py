"""
What an expression may read, as names that writes touch: never too little, sometimes too much.

It says which rules need not be tested after a write and which kept values are still right, never
what happens in play. States, zones and dice go by their names; `players`, `active`, `pieces`,
`counting_as`, `lasting` and `under way` stand for the rest; `*` means anything at all.
"""

from __future__ import annotations

from typing import Any

from ruleslang.meaning.lookup_tables import Source, Tables
from ruleslang.meaning.machine import Machine
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.walk import walk

Reads = frozenset[str]

_ANY_ZONE = frozenset({"holder", "zone_of", "title"})
_PLAYERS = frozenset({"next", "previous", "clockwise", "members", "allies"})
_PIECES = frozenset({"space", "piece_on"})


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
    for node in walk(tuple(part for part in parts if part is not None)):
        match node:
            case (
                e.ReadState(name=name)
                | e.ReadZone(name=name)
                | e.ReadDice(name=name)
                | e.DiceAt(name=name)
            ):
                names.add(name)
            case e.FaceOf() | e.FacesOf():
                names.update(tables.dice)
            case e.CallWord(word=word):
                _word(tables, word, names)
            case e.CallValue(name=name):
                if name not in seen:
                    seen[name] = None
                    _value(tables, name, seen, names)
            case e.Everything(what="players" | "winners" as what):
                names.add(what)
            case e.Active():
                names.add("active")
            case e.IsKind() | e.IsTitle() | e.In() | e.Equal() | e.Except() | e.ReadField():
                names.add("counting_as")
            case s.KindEntry() | s.EqualEntry() | s.MemberEntry() | s.Change():
                names.add("counting_as")
            case e.Playable() | e.ThisUnderWay() | e.ReadPlace():
                names.add("*")
    return names


def _word(tables: Tables, word: str, names: set[str]) -> None:
    if word in _ANY_ZONE:
        names.update(tables.zones, {"counting_as"})
    if word in _PLAYERS:
        names.add("players")
    if word in _PIECES:
        names.add("pieces")
    if word == "allies":
        names.add("active")  # whose, when nobody is named


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
