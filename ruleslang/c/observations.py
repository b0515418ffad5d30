"""Encodes what a seat may know of a match as a row of numbers, always of the same width."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from attrs import frozen

from ruleslang.c.features import UNSEEN, Features, features
from ruleslang.match.decision import SeenValue, View, ZoneView
from ruleslang.match.entities import Population, place_name
from ruleslang.match.values import Value, name_of
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

NOTHING = -1  # none, no card on top, a piece off the boards
ENTRIES = 8  # of a set or a list that have a place in the row, behind their number


@frozen(eq=False, slots=False)
class Observations:
    """The layout of a row: the names of its parts in order, with their widths."""

    population: Population
    parts: Mapping[str, int]
    numbers: Mapping[str, Mapping[str, int]]  # of each part what names stand for

    @cached_property
    def width(self) -> int:
        return sum(self.parts.values())

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """A name for each number of a row."""
        return tuple(name for part in self.parts for name in self._columns_of(part))

    def _columns_of(self, part: str) -> Sequence[str]:
        if part.startswith("zone "):
            return [f"{part}: {each}" for each in ("cards", "top", *self.numbers[part])]
        if part == "players":
            return [f"{player.name} is in" for player in self.population.players]
        if self.parts[part] == 1:
            return [part]
        return [f"{part}: number", *(f"{part}: entry {at + 1}" for at in range(ENTRIES))]

    @cached_property
    def features(self) -> Features:
        """The layout of rows encoded for a neural network."""
        return features(self.population, self.parts, self.numbers)

    def row(self, view: View) -> array[int]:
        """A view as numbers."""
        found = array("i", [-1 if view.player is None else view.player, view.active])
        found.extend(int(seat in view.players) for seat in range(len(self.population.players)))
        for name, zone in view.zones.items():
            found.extend(self.zone(f"zone {name}", zone))
        for part in self.parts:
            kind, _, name = part.partition(" ")
            if kind == "state":
                found.extend(self.value(part, view.states.get(name)))
            elif kind == "dice":
                found.extend(self.value(part, view.dice.get(name)))
            elif kind == "piece":
                found.extend(self.value(part, view.pieces[name] or "none"))
        return found

    def zone(self, part: str, zone: ZoneView) -> list[int]:
        """The number of cards, the title on top, and how many of each title are seen."""
        titles = self.numbers[part]
        top = zone.cards[0] if zone.cards else "none"
        found = [
            UNSEEN if zone.count is None else zone.count,
            UNSEEN if top is None else titles.get(top, NOTHING),
            *[0] * len(titles),
        ]
        for card in zone.cards:
            if card is not None:
                found[2 + titles[card]] += 1
        return found

    def value(self, part: str, value: SeenValue | None) -> Iterator[int]:
        """What is seen of a state, of dice, or of a piece's place; `None`: nothing."""
        width, names = self.parts[part], self.numbers[part]
        if width == 1 or not isinstance(value, tuple):
            yield UNSEEN if value is None else _number(value, names)
            yield from [UNSEEN] * (width - 1)
            return
        yield len(value)
        found = [_number(each, names) for each in value[: width - 1]]
        yield from found
        yield from [NOTHING] * (width - 1 - len(found))


def _number(value: SeenValue, names: Mapping[str, int]) -> int:
    if isinstance(value, int):
        return max(-(2**31), min(int(value), 2**31 - 1))
    return names.get(value, NOTHING) if isinstance(value, str) else NOTHING


def observations(everyone: Population) -> Observations:
    """The layout of a game's rows."""
    parts = {"player": 1, "active": 1, "players": len(everyone.players)}
    numbers: dict[str, Mapping[str, int]] = {}
    titles = {title.name: at for at, title in enumerate(everyone.titles.values())}
    for place in everyone.all_places():
        part = f"zone {place.name}"
        parts[part], numbers[part] = 2 + len(titles), titles
    for state in everyone.program.states:
        of = plain(state.type)
        for index in everyone.indexes(state.index):
            part = f"state {place_name(state.name, index)}"
            parts[part] = 1 + ENTRIES if isinstance(of, t.SetOf | t.ListOf) else 1
            numbers[part] = _names(everyone, of)
    for dice in everyone.program.dice:
        faces = {name_of(face): at for at, face in enumerate(everyone.faces[dice.die])}
        for index in everyone.indexes(dice.index):
            part = f"dice {place_name(dice.name, index)}"
            parts[part], numbers[part] = 1 + ENTRIES, faces
    spaces = {space.name: at for at, space in enumerate(everyone.spaces)}
    for piece in everyone.pieces:
        parts[f"piece {piece.name}"], numbers[f"piece {piece.name}"] = 1, spaces
    return Observations(everyone, parts, numbers)


def _names(everyone: Population, type: t.Type) -> Mapping[str, int]:
    """The numbers of the names of a type's values: their places in the standard order."""
    if isinstance(type, t.SetOf | t.ListOf):
        return _names(everyone, plain(type.element))
    if isinstance(type, t.Number | t.Truth | t.Never):
        return {}
    try:
        return {name_of(each): at for at, each in enumerate(everyone.domain(type))}
    except TypeError:  # values of this type have no numbers: they are told to be there or not
        return {}


Index: TypeAlias = tuple[Value, ...]


def places_by_name(declared: d.State | d.Dice, indexes: Sequence[Index]) -> dict[str, list[int]]:
    """The numbers of entries by the names of a row's parts; copies of a card share a name."""
    found, kind = defaultdict[str, list[int]](list), type(declared).__name__.lower()
    for number, index in enumerate(indexes):
        found[f"{kind} {place_name(declared.name, index)}"].append(number)
    return found
