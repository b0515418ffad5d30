"""Makes tables by which C fills the rows of observations; `runtime/rows.c` reads them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve, frozen

from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.cells.view import Rule, SeatView, SeenZone, Stored, rules_of_seeing
from ruleslang.engine.code.machine import CPlay, in_memory
from ruleslang.engine.code.memory import Code, Memory
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.match.observations import A_CARD, Form, Observations, places_by_name
from ruleslang.engine.match.runtime_values import name_of
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.traits.reads import PLAYERS as WHO_IS_IN
from ruleslang.program.typing.lattice import plain

HEAD = 10  # numbers before the parts
A_NUMBER, PLAYERS_IN, A_ZONE, A_STATE, SEVERAL_CELLS = range(5)
PART_HEAD = 4  # numbers before those of a part
IS_SEEN, OF_OTHERS = 1, 2  # bits that describe a place
ALWAYS_KNOWN, NEVER_KNOWN, NO_CELLS = -1, -2, -1
NOTHING = -1


class NoTable(Exception):
    """The rows of a game have a part that C does not fill."""


class Rows:
    """
    The rows of the matches of one game: the tables by which C makes them, one for each seat, made
    when they are first needed; and rows made of views, where C has no table.
    """

    def __init__(self, game: CompiledGame, observed: Observations, code: Code) -> None:
        self.game, self.observed, self.code = game, observed, code
        self.tables: tuple[array[int] | None, ...] = ()
        rules = rules_of_seeing(game.flow.population.program)
        self.has_fixed_rules = rules is not None
        self.reads_who_is_in = rules is not None and WHO_IS_IN in rules

    def by_seat(self, any_match: Callable[[], Memory]) -> list[int]:
        """Return each seat's table's address, the same in all matches as in this one; 0: none."""
        if not self.tables:
            play, seats = in_memory(self.game, any_match()), range(len(self.game.automatic))
            is_one_out = len(play.S[self.game.flow.layout[f.PLAYERS].base]) < len(seats)
            if self.reads_who_is_in and is_one_out:  # tables are valid while all players are in
                return [0] * len(seats)
            self.tables = tuple([self._table(play, seat) for seat in seats])
        return [0 if table is None else self.code.lent(table) for table in self.tables]

    def _table(self, play: CPlay, seat: int) -> array[int] | None:
        seen = self.game.view_of(seat, play) if self.has_fixed_rules else None
        if seen is None:
            return None
        players = len(self.game.automatic) if self.reads_who_is_in else 0
        try:
            return _Table(self.observed, seen, play, players).made()
        except NoTable:
            return None

    def quick_row(self, seat: int, memory: Memory) -> array[int] | None:
        """Return a seat's row for the match in this memory, if C has a table valid there."""
        places = self.by_seat(lambda: memory)
        row = array("i", bytes(4 * self.observed.width))
        made = memory.of.functions.rl_row(memory.address, places[seat], row)
        return row if made else None

    def quick_features(self, seat: int, memory: Memory) -> array[float] | None:
        """Return the features of that row."""
        row, of = self.quick_row(seat, memory), self.observed.features
        if row is None:
            return None
        into = array("f", bytes(4 * of.width))
        given = row, 1, self.observed.width, self.code.lent(of.table), of.width
        memory.of.functions.rl_features(*given, into)
        return into

    def row(self, seat: int, memory: Memory) -> array[int]:
        """Return the same row, made from the seat's view."""
        play = in_memory(self.game, memory)
        seen = self.game.view_of(seat, play)
        if seen is None:
            reading: Any = play
            picture = self.game.definition.picture(self.game, reading)
            return self.observed.row(picture.view(seat))
        return self.observed.row(seen.view(play, None))


@frozen
class Run:
    """Consecutive cells with the same map: the next one, and the end of their part."""

    known: tuple[int, ...] | None
    is_others: bool
    next_cell: int
    end: int


class _Table:
    """
    Builds a table. Maps follow the parts, so their places are known when the parts are complete:
    `maps` has each map with the places that refer to it.
    """

    def __init__(self, observed: Observations, seen: SeatView, play: CPlay, players: int) -> None:
        self.observed, self.seen, self.play, self.codec = observed, seen, play, seen.codec
        self.population, self.layout = seen.population, seen.layout
        self.numbers: list[int] = [0] * HEAD
        self.players, self.count, self.column = players, 0, 0
        self.maps: dict[tuple[int, ...], list[int]] = {}
        self.run: Run | None = None  # the run of cells that the next part may extend

    def made(self) -> array[int]:
        self._fixed_parts()
        for zone in {zone.name: zone for zone in self.seen.zones}.values():
            self._zone(zone, f"zone {zone.name}")
        indexes = self.codec.indexes
        for state in self.population.program.states:
            stored = list(self.seen.places(state, f.state_family(state.name)))
            for name, numbers in places_by_name(state, indexes[state.name]).items():
                self._state(name, state, state.type, [stored[number] for number in numbers])
        for dice in self.population.program.dice:
            stored = list(self.seen.places(dice, f.dice_family(dice.name)))
            for name, numbers in places_by_name(dice, indexes[dice.name]).items():
                self._state(name, dice, None, [stored[numbers[-1]]])
        for piece in self.population.pieces:
            at = self.layout[f.SPACE].base + piece.order
            spaces = range(len(self.population.spaces))
            self._cell(f"piece {piece.name}", tuple(spaces), at)
        return self._finished()

    def _fixed_parts(self) -> None:
        self._part(A_NUMBER, "player", [self.seen.seat or 0])
        seats = len(self.population.players)
        active = [self.layout[f.ACTIVE].base, ALWAYS_KNOWN, 0]
        self._part(A_STATE, "active", [1, 0, 0, 1, 0, 0, 0, *active])
        self._part(PLAYERS_IN, "players", [seats])

    def _part(
        self, kind: int, name: str, numbers: Sequence[int], *, is_others: bool = False
    ) -> None:
        self.numbers += [kind, self.column, len(numbers), is_others, *numbers]
        self.column += self.observed.parts[name]
        self.count += 1

    def _cell(
        self, name: str, known: tuple[int, ...] | None, cell: int, *, is_others: bool = False
    ) -> None:
        """Add an always known cell to the run before it, or begin a new run."""
        if self.run == Run(known, is_others, cell, len(self.numbers)):
            self.numbers[-1] += 1
            self.column += 1
            self.run = evolve(self.run, next_cell=cell + 1)
            return
        if known is not None:
            self.maps.setdefault(known, []).append(len(self.numbers) + PART_HEAD)
        self._part(SEVERAL_CELLS, name, [0, cell, 1], is_others=is_others)
        self.run = Run(known, is_others, cell + 1, len(self.numbers))

    def _holds(self, rule: Rule) -> bool:
        """Return whether the seat sees something by its rule."""
        return rule if isinstance(rule, bool) else rule(self.play)

    def _zone(self, zone: SeenZone, name: str) -> None:
        all_seen, titles = self._holds(zone.rule), len(self.population.titles)
        if len(self.observed.titles) != titles:
            raise NoTable  # two titles with one name
        flags = map(int, (zone.is_ordered, all_seen or self._holds(zone.counted), all_seen))
        numbers = [zone.cell, *flags, titles, self.observed.places[name]]
        self._part(A_ZONE, name, numbers, is_others=zone.is_others)

    def _state(
        self, name: str, declared: d.State | d.Dice, type: t.Type | None, stored: Sequence[Stored]
    ) -> None:
        places: list[int] = []
        for of in reversed(stored):
            shown = NEVER_KNOWN if of.shown is None else of.shown
            known_by = ALWAYS_KNOWN if self._holds(of.rule) else shown
            places += [of.cell, known_by, len(of.cards), *of.cards]
        form, is_others = self.observed.forms[name], stored[0].is_others
        known = self._faces(form, declared) if type is None else self._map(form, type)
        unseen_card = form.names.get(A_CARD, -1) + 1
        if not unseen_card and form.width == 1 and places[1:] == [ALWAYS_KNOWN, 0]:
            self._cell(name, known, places[0], is_others=is_others)
            return
        if known is not None:
            self.maps.setdefault(known, []).append(len(self.numbers) + PART_HEAD + 1)
        counted = len(form.members), form.lowest, int(form.most > 0)
        head = [form.width, 0, unseen_card, len(stored), *counted]
        self._part(A_STATE, name, [*head, *places], is_others=is_others)

    def _faces(self, form: Form, dice: Any) -> tuple[int, ...]:
        """Return the columns of faces by their numbers; faces may share a name."""
        return tuple(form.names[name_of(face)] for face in self.population.faces[dice.die])

    def _map(self, form: Form, type: t.Type) -> tuple[int, ...] | None:
        """Return the encoding of the numbers in cells; `None`: unchanged."""
        of = plain(type)
        if isinstance(of, t.SetOf | t.ListOf):
            of = plain(of.element)
        if form.range is not None:
            return None
        return tuple(form.names.get(name_of(member), NOTHING) for member in self._members(of))

    def _members(self, of: t.Type) -> Sequence[Any]:
        if isinstance(of, t.WordOf):
            return self.population.words[of.list]
        members = self.codec.members.get(of.__class__)
        if members is None:
            raise NoTable
        return members

    def _finished(self) -> array[int]:
        base, families = self._base, self.layout.families
        titles = tuple(card.title.order for card in self.population.cards)
        seen = [
            IS_SEEN * self._holds(zone.rule) + OF_OTHERS * zone.is_others
            for zone in self.seen.zones
        ]
        frozen = base(f.FROZEN) if f.FROZEN in families else NO_CELLS
        head = [base(f.PLAYERS), self.players, frozen, self.seen.seat or 0, base(f.TITLES)]
        head += [len(self.numbers), base(f.MARKS), base(f.WHERE), len(self.numbers) + len(titles)]
        self.numbers[:HEAD] = [*head, self.count]
        self.numbers += [*titles, *seen]
        for known, wanted in self.maps.items():
            for at in wanted:
                self.numbers[at] = len(self.numbers)
            self.numbers += [len(known), *known, NOTHING]
        return array("q", self.numbers)

    def _base(self, family: str) -> int:
        return self.layout[family].base if family in self.layout.families else NO_CELLS
