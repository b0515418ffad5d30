"""Makes tables by which C fills the rows of observations; `runtime/rows.c` reads them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from attrs import evolve, frozen

from ruleslang.c.memory import Memory
from ruleslang.c.observations import Index, PartsOfSeat, Rows, cards_of, holds_cards, places_by_name
from ruleslang.flow.state_layout import (
    ACTIVE,
    FROZEN,
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
from ruleslang.interpreter.revealing import seers
from ruleslang.interpreter.view import sees_count
from ruleslang.match.values import name_of
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

HEAD = 10  # numbers before the parts
A_NUMBER, WHO_IS_IN, A_ZONE, A_STATE, SEVERAL_CELLS = range(5)
ALWAYS_KNOWN, NEVER_KNOWN, NO_CELLS = -1, -2, -1
NOTHING = -1


class NoTable(Exception):
    """The rows of a game have something that C does not fill."""


class TablesOfRows:
    """The tables of the seats of a game, made when they are first needed."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._tables: dict[int, array[int] | None] = {}
        self._by_seat: array[int] | None = None

    def by_seat(self, memory: Memory) -> array[int]:
        """The address of each seat's table; 0: none."""
        if self._by_seat is None:
            seats = range(len(self.rows.game.flow.population.players))
            tables = [self.of_seat(seat, memory) for seat in seats]
            places = [0 if table is None else table.buffer_info()[0] for table in tables]
            self._by_seat = array("q", places)
        return self._by_seat

    def of_seat(self, seat: int, memory: Memory) -> array[int] | None:
        """The table of a seat, the same in all matches; `memory` is that of any of them."""
        if seat not in self._tables:
            everyone = self.rows.game.flow.population
            players = len(everyone.players) if self.rows.reads_who_is_in else 0
            is_settled = self.rows.are_settled
            made = row_table(self.rows.of_seat(seat, memory), players) if is_settled else None
            self._tables[seat] = made
        return self._tables[seat]


def row_table(parts: PartsOfSeat, players: int) -> array[int] | None:
    """A seat's table, or `None`; valid while this many players are in (0: always)."""
    try:
        return _Table(parts, players).made()
    except NoTable:
        return None


@frozen
class Run:
    """Consecutive cells with the same map: the next one, and the end of their part."""

    known: tuple[int, ...] | None
    next_cell: int
    end: int


class _Table:
    """
    Builds a table. Maps follow the parts, so their places are known when the parts are complete:
    `maps` has each map with the places that refer to it.
    """

    def __init__(self, parts: PartsOfSeat, players: int) -> None:
        self.of, self.flow, self.observed = parts, parts.flow, parts.observed
        self.everyone, self.layout = self.flow.population, self.flow.layout
        self.numbers: list[int] = [0] * HEAD
        self.players, self.count, self.column = players, 0, 0
        self.maps: dict[tuple[int, ...], list[int]] = {}
        self.run: Run | None = None  # of cells, to which the next part may belong

    def made(self) -> array[int]:
        self._fixed_parts()
        zones = {place.name: number for number, place in enumerate(self.of.codec.places)}
        for name, number in zones.items():
            self._zone(number, f"zone {name}")
        indexes = self.of.machine.tables.indexes_of
        for state in self.everyone.program.states:
            for name, numbers in places_by_name(state, indexes(state)).items():
                self._state(name, state, state_family(state.name), state.type, numbers)
        for dice in self.everyone.program.dice:
            for name, numbers in places_by_name(dice, indexes(dice)).items():
                self._state(name, dice, dice_family(dice.name), None, numbers[-1:])
        for piece in self.everyone.pieces:
            at = self.layout[SPACE].base + piece.order
            spaces = range(len(self.everyone.spaces))
            self._cell(f"piece {piece.name}", tuple(spaces), at)
        return self._finished()

    def _fixed_parts(self) -> None:
        self._part(A_NUMBER, "player", [self.of.who.order])
        seats = len(self.everyone.players)
        active = [self.layout[ACTIVE].base, ALWAYS_KNOWN, 0]
        self._part(A_STATE, "active", [1, 0, 0, 1, *active])
        self._part(WHO_IS_IN, "players", [seats])

    def _part(self, kind: int, name: str, own: Sequence[int]) -> None:
        self.numbers += [kind, self.column, len(own), *own]
        self.column += self.observed.parts[name]
        self.count += 1

    def _goes_on(self, known: tuple[int, ...] | None, cell: int) -> bool:
        """Whether an always known cell extends the run before it; else a new run begins."""
        run = self.run
        if run is None or (run.known, run.next_cell, run.end) != (known, cell, len(self.numbers)):
            return False
        self.numbers[-1] += 1
        self.column += 1
        self.run = evolve(run, next_cell=cell + 1)
        return True

    def _cell(self, name: str, known: tuple[int, ...] | None, cell: int) -> None:
        if self._goes_on(known, cell):
            return
        if known is not None:
            self.maps.setdefault(known, []).append(len(self.numbers) + 3)
        self._part(SEVERAL_CELLS, name, [0, cell, 1])
        self.run = Run(known, cell + 1, len(self.numbers))

    def _own(
        self, name: str, known: tuple[int, ...] | None, is_card: int, places: list[int], number: int
    ) -> list[int]:
        """The numbers for a state, dice or a piece; registers its reference to a map."""
        if known is not None:
            self.maps.setdefault(known, []).append(len(self.numbers) + 3 + 1)
        return [self.observed.parts[name], 0, is_card, number, *places]

    def _zone(self, number: int, name: str) -> None:
        place, all_seen = self.of.codec.places[number], self.of.visible[number]
        counted = all_seen or sees_count(self.of.machine, place, self.of.who)
        columns = [self.observed.numbers[name][title] for title in self.of.names]
        flags = map(int, (place.zone.ordered, counted, all_seen))
        at = self.layout[ZONES].base + number
        width = self.observed.parts[name] - 2
        self._part(A_ZONE, name, [at, *flags, len(columns), width, *columns])

    def _state(
        self,
        name: str,
        declared: d.State | d.Dice,
        family: str,
        type: t.Type | None,
        numbers: Sequence[int],
    ) -> None:
        indexes = self.of.machine.tables.indexes_of(declared)
        places: list[int] = []
        for number in reversed(numbers):
            named = () if type is None else cards_of(indexes[number])  # dice are told all the same
            cards = [card.order for card in named]
            shown = self._known(declared, family, indexes[number], number)
            places += [self.layout[family].base + number, shown, len(cards), *cards]
        known = self._faces(name, declared) if type is None else self._map(name, type)
        is_card = int(type is not None and holds_cards(type))
        if not is_card and self.observed.parts[name] == 1 and places[1:] == [ALWAYS_KNOWN, 0]:
            self._cell(name, known, places[0])
            return
        self._part(A_STATE, name, self._own(name, known, is_card, places, len(numbers)))

    def _faces(self, name: str, dice: Any) -> tuple[int, ...]:
        """The columns of faces by their numbers; faces may share a name."""
        faces = self.everyone.faces[dice.die]
        return tuple(self.observed.numbers[name][name_of(face)] for face in faces)

    def _known(self, declared: d.State | d.Dice, family: str, index: Index, number: int) -> int:
        """The cell with who was shown a place; or that it is known always or never."""
        if self.of.who in seers(self.of.machine, declared.seen, declared.index, index):
            return ALWAYS_KNOWN
        shown = self.layout.families.get(shown_family(family))
        return NEVER_KNOWN if shown is None else shown.base + number

    def _map(self, name: str, type: t.Type) -> tuple[int, ...] | None:
        """The encoding of the numbers in cells; `None`: unchanged."""
        of = plain(type)
        if isinstance(of, t.SetOf | t.ListOf):
            of = plain(of.element)
        if isinstance(of, t.Number | t.Truth):
            return None
        names = self.observed.numbers[name]
        return tuple(names.get(name_of(member), NOTHING) for member in self._members(of))

    def _members(self, of: t.Type) -> Sequence[Any]:
        if isinstance(of, t.WordOf):
            return self.everyone.words[of.list]
        members = self.of.codec.members.get(of.__class__)
        if members is None:
            raise NoTable
        return members

    def _finished(self) -> array[int]:
        base, families = self._base, self.layout.families
        titles = tuple(card.title.order for card in self.everyone.cards)
        seen = tuple(map(int, self.of.visible))
        frozen = base(FROZEN) if FROZEN in families else NO_CELLS
        head = [base(PLAYERS), self.players, frozen, self.of.who.order, base(TITLES)]
        head += [len(self.numbers), base(MARKS), base(WHERE), len(self.numbers) + len(titles)]
        self.numbers[:HEAD] = [*head, self.count]
        self.numbers += [*titles, *seen]
        for known, wanted in self.maps.items():
            for at in wanted:
                self.numbers[at] = len(self.numbers)
            self.numbers += [len(known), *known]
        return array("q", self.numbers)

    def _base(self, family: str) -> int:
        return self.layout[family].base if family in self.layout.families else NO_CELLS
