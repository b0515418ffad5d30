"""
The parts of a row that observes a match, made of its cells.

Each is made of some cells alone, so that a row can be made of the one before it. While something is
planned in secret, what belongs to other players is made of the cells that are frozen for them.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.flow.flow import Flow
from ruleslang.flow.state_layout import (
    ACTIVE,
    MARKS,
    PLAYERS,
    SPACE,
    TITLES,
    WHERE,
    ZONES,
    dice_family,
    shown_family,
    state_family,
)
from ruleslang.flow.words import ABSENT
from ruleslang.match.entities import place_name
from ruleslang.match.values import Card, Player, Value, name_of
from ruleslang.match.view import SeenValue, ZoneView
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.revealed import seers, zone_seers
from ruleslang.meaning.view import belongs_to_another, sees_count
from ruleslang.native.observations import Observations
from ruleslang.portable.value_codec import Codec
from ruleslang.program import declarations as d
from ruleslang.program import types as t

Cells: TypeAlias = Sequence[Any]
Index: TypeAlias = tuple[Value, ...]


@frozen(eq=False)
class Seen:
    """
    The cells of a match, and those that players see of each other; these are others while something
    is planned in secret.
    """

    cells: Cells
    of_others: Cells

    def at(self, index: Index, who: Player) -> Cells:
        """The cells in which a player sees what lies at an index."""
        return self.of_others if belongs_to_another(index, who) else self.cells


Make: TypeAlias = Callable[[Seen], Iterable[int]]


@frozen(eq=False)
class Part:
    """A stretch of a row: where it begins and ends, and what it is made by."""

    begin: int
    end: int
    make: Make


class PartsOfSeat:
    """
    Makes the rows of one seat of a game; who sees what by a rule is asked of a machine once.

    `parts_of` says of each cell which parts are made of it.
    """

    def __init__(self, observed: Observations, flow: Flow, codec: Codec, m: Machine, seat: int):
        self.observed, self.flow, self.codec, self.machine = observed, flow, codec, m
        self.who = flow.population.players[seat]
        self.names = [title.name for title in flow.population.titles.values()]
        self.parts: list[Part] = []
        self.parts_of: dict[int, list[int]] = defaultdict(list)
        self.visible = [self.who in zone_seers(m, place) for place in codec.places]
        self.is_of_another = [belongs_to_another(place.index, self.who) for place in codec.places]
        self._place_parts()

    def row(self, seen: Seen) -> array[int]:
        """What is seen, as numbers."""
        row = array("i", bytes(4 * self.observed.width))
        self._make(row, range(len(self.parts)), seen)
        return row

    def take(self, row: array[int], changed: Iterable[int], seen: Seen) -> None:
        """Make anew what is made of cells that have changed."""
        self._make(row, {part for at in changed for part in self.parts_of.get(at, ())}, seen)

    def _make(self, row: array[int], parts: Iterable[int], seen: Seen) -> None:
        for number in parts:
            part = self.parts[number]
            row[part.begin : part.end] = array("i", part.make(seen))

    # ------------------------------------------------------------ the parts, in their order

    def _place_parts(self) -> None:
        layout, everyone, m = self.flow.layout, self.flow.population, self.machine
        self._add("player", (), lambda _: (self.who.order,))
        active, who_is_in = layout[ACTIVE].base, layout[PLAYERS].base
        self._add("active", (active,), lambda seen: (seen.cells[active],))
        seats = range(len(everyone.players))
        self._add(
            "players",
            (who_is_in,),
            lambda seen: [int(seat in seen.cells[who_is_in]) for seat in seats],
        )
        by_name = {place.name: number for number, place in enumerate(self.codec.places)}
        for number in by_name.values():
            self._add_zone(layout[ZONES].base + number, number)
        for state in everyone.program.states:
            for name, numbers in _by_name(state, m.tables.indexes_of(state)).items():
                self._add_state(state, name, numbers)
        for dice in everyone.program.dice:
            for name, numbers in _by_name(dice, m.tables.indexes_of(dice)).items():
                self._add_dice(dice, name, numbers[-1])
        for piece in everyone.pieces:
            self._add_piece(f"piece {piece.name}", layout[SPACE].base + piece.order)

    def _add(self, name: str, cells: Iterable[int], make: Make) -> None:
        begin = self.parts[-1].end if self.parts else 0
        for at in cells:
            self.parts_of[at].append(len(self.parts))
        self.parts.append(Part(begin, begin + self.observed.parts[name], make))

    def _cells_of_all_cards(self, *families: str) -> list[int]:
        found = [self.flow.layout[each] for each in families if each in self.flow.layout.families]
        return [at for each in found for at in range(each.base, each.base + each.cells)]

    # ------------------------------------------------------------ zones

    def _add_zone(self, at: int, number: int) -> None:
        place, all_seen = self.codec.places[number], self.visible[number]
        is_counted = all_seen or sees_count(self.machine, place, self.who)
        also = (TITLES,) if all_seen else (TITLES, MARKS)
        name = f"zone {place.name}"

        def make(seen: Seen) -> Iterable[int]:
            cells = seen.at(place.index, self.who)
            titles = [self._title(cells, card, all_seen=all_seen) for card in cells[at]]
            if not place.zone.ordered:
                titles.sort(key=_hidden_last)
            names = tuple(None if each is None else self.names[each] for each in titles)
            if not is_counted:
                return self.observed.zone(name, ZoneView(None, tuple(filter(None, names))))
            return self.observed.zone(name, ZoneView(len(names), names))

        self._add(name, (at, *self._cells_of_all_cards(*also)), make)

    def _title(self, cells: Cells, card: int, *, all_seen: bool) -> int | None:
        """The number of what a card counts as, if the player may know it."""
        if not all_seen and not self._was_shown(cells, card):
            return None
        layout = self.flow.layout
        if TITLES in layout.families:
            return int(cells[layout[TITLES].base + card])
        return self.flow.population.cards[card].title.order

    def _was_shown(self, cells: Cells, card: int) -> bool:
        to = cells[self.flow.layout[MARKS].base + card]
        return to is not None and self.who.order in to

    def _sees(self, seen: Seen, card: int) -> bool:
        """Whether the player sees a card: by its zone's rule, or because it was shown to him."""
        cells = seen.cells
        if seen.of_others is not cells:
            where = self.flow.layout[WHERE].base + card
            places = cells[where], seen.of_others[where]
            if any(each is not None and self.is_of_another[each] for each in places):
                cells = seen.of_others
        if self._was_shown(cells, card):
            return True
        place = cells[self.flow.layout[WHERE].base + card]
        return place is not None and self.visible[place]

    # ------------------------------------------------------------ states and dice

    def _add_state(self, state: d.State, name: str, numbers: Sequence[int]) -> None:
        """The places of a state that have one name: of copies of a card the last one is told."""
        indexes = self.machine.tables.indexes_of(state)
        base, family = self.flow.layout[state_family(state.name)].base, state_family(state.name)
        places = [
            (base + each, _cards(index), *self._known(state, family, index, each), index)
            for each in reversed(numbers)
            for index in (indexes[each],)
        ]

        def make(seen: Seen) -> Iterable[int]:
            for at, cards, is_known, _, index in places:
                if not all(self._sees(seen, card.order) for card in cards):
                    continue
                cells = seen.at(index, self.who)
                if cells[at] is ABSENT or not is_known(cells):
                    break
                value = self.codec.value(state.type, cells[at])
                return self.observed.value(name, self._seen(seen, value))
            return self.observed.value(name, None)

        own = [each for at, _, _, shown, _ in places for each in (at, *shown)]
        of_cards = self.flow.layout[MARKS].base, self.flow.layout[WHERE].base
        own += [base + card.order for _, cards, *_ in places for card in cards for base in of_cards]
        also = self._cells_of_all_cards(MARKS, WHERE) if _holds_cards(state.type) else ()
        self._add(name, (*own, *also), make)

    def _add_dice(self, dice: d.Dice, name: str, number: int) -> None:
        index = self.machine.tables.indexes_of(dice)[number]
        at = self.flow.layout[dice_family(dice.name)].base + number
        is_known, shown = self._known(dice, dice_family(dice.name), index, number)
        faces = [name_of(face) for face in self.flow.population.faces[dice.die]]

        def make(seen: Seen) -> Iterable[int]:
            cells = seen.at(index, self.who)
            lying = tuple(faces[face] for face in cells[at]) if is_known(cells) else None
            return self.observed.value(name, lying)

        self._add(name, (at, *shown), make)

    def _add_piece(self, name: str, at: int) -> None:
        spaces = self.flow.population.spaces

        def make(seen: Seen) -> Iterable[int]:
            space = "none" if seen.cells[at] is None else spaces[seen.cells[at]].name
            return self.observed.value(name, space)

        self._add(name, (at,), make)

    def _known(
        self, declared: d.State | d.Dice, family: str, index: Index, number: int
    ) -> tuple[Callable[[Cells], bool], tuple[int, ...]]:
        """Whether the player sees a place by its rule, or was shown it; the cell that says so."""
        if self.who in seers(self.machine, declared.seen, declared.index, index):
            return lambda _: True, ()
        shown = self.flow.layout.families.get(shown_family(family))
        if shown is None:
            return lambda _: False, ()
        at, seat = shown.base + number, self.who.order
        return lambda cells: cells[at] is not None and seat in cells[at], (at,)

    def _seen(self, seen: Seen, value: Value) -> SeenValue:
        """A stored value; a card that the player does not see is `a card`."""
        if isinstance(value, bool | int):
            return value
        if isinstance(value, tuple):
            return tuple(self._seen(seen, each) for each in value)
        if isinstance(value, Card) and not self._sees(seen, value.order):
            return "a card"
        return name_of(value)


def _hidden_last(title: int | None) -> tuple[bool, int]:
    return title is None, title or 0


def _by_name(declared: d.State | d.Dice, indexes: Sequence[Index]) -> dict[str, list[int]]:
    """
    The numbers of places by the names that the parts of a row have; those of copies of a card have
    one name.
    """
    found, kind = defaultdict[str, list[int]](list), type(declared).__name__.lower()
    for number, index in enumerate(indexes):
        found[f"{kind} {place_name(declared.name, index)}"].append(number)
    return found


def _cards(index: Index) -> list[Card]:
    return [each for each in index if isinstance(each, Card)]


def _holds_cards(type: t.Type) -> bool:
    match type:
        case t.Optional(inner):
            return _holds_cards(inner)
        case t.SetOf(element) | t.ListOf(element):
            return _holds_cards(element)
        case _:
            return isinstance(type, t.Card)
