"""
What a seat may know of a match as a row of numbers, always of the same width.

It is made of the match's view for that seat, so it tells nothing that the view does not tell. Every
part has its place in the row, in the order of the text; what is not seen is `UNSEEN`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping

from attrs import frozen

from ruleslang.match.entities import Population, place_name
from ruleslang.match.values import name_of
from ruleslang.match.view import SeenValue, View, ZoneView
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

UNSEEN = -1_000_000
NOTHING = -1  # none, no card on top, a piece off the boards
ENTRIES = 8  # of a set or a list that have a place in the row, behind their number


@frozen(eq=False)
class Observations:
    """Where everything stands in a row: the parts by name in their order, with their widths."""

    population: Population
    parts: Mapping[str, int]
    numbers: Mapping[str, Mapping[str, int]]  # of each part what names stand for

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        return sum(self.parts.values())

    def row(self, view: View) -> array[int]:
        """What is seen, as numbers."""
        found = array("i", [view.player, view.active])
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
        """How many cards, the title on top, and how many of each title are seen."""
        titles = self.numbers[part]
        top = zone.cards[0] if zone.cards else "none"
        found = [
            UNSEEN if zone.count is None else zone.count,
            UNSEEN if top is None else titles.get(top, NOTHING),
            *[0] * len(titles),
        ]
        for each in zone.cards:
            if each is not None:
                found[2 + titles[each]] += 1
        return found

    def value(self, part: str, value: SeenValue | None) -> Iterator[int]:
        """What is seen of a state, of dice, or of where a piece stands; none: nothing."""
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
    """How the rows of a game are laid out."""
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
    """What names of a type's values stand for: their places in the standard order."""
    if isinstance(type, t.SetOf | t.ListOf):
        return _names(everyone, plain(type.element))
    if isinstance(type, t.Number | t.Truth | t.Never):
        return {}
    try:
        return {name_of(each): at for at, each in enumerate(everyone.domain(type))}
    except TypeError:  # values of this type have no numbers: they are told to be there or not
        return {}
