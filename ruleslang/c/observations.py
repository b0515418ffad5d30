"""Encodes what a seat may know of a match as a row of numbers, always of the same width."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.c.features import UNSEEN, Features, features
from ruleslang.c.machine import ReadCells, in_memory, read_cells
from ruleslang.c.memory import Memory
from ruleslang.flow.lower import Flow
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
from ruleslang.flow.words import ABSENT
from ruleslang.interpreter.machine import Machine
from ruleslang.interpreter.revealing import seers, zone_seers
from ruleslang.interpreter.view import FIXED, belongs_to_another, sees_count
from ruleslang.match.decision import SeenValue, View, ZoneView
from ruleslang.match.entities import Population, place_name
from ruleslang.match.values import Card, Player, Value, name_of
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.passes.reads import LASTING as LASTING_EFFECTS
from ruleslang.program.program import Program
from ruleslang.program.traits.reads import COUNTS_AS
from ruleslang.program.traits.reads import PLAYERS as WHO_IS_IN
from ruleslang.program.traits.trait_classes import Cell
from ruleslang.program.typing.lattice import plain
from ruleslang.python.cells_to_state import Codec
from ruleslang.python.interpreter_copy import picture
from ruleslang.python.printed_game import Printed

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


Cells: TypeAlias = Sequence[Any]
Index: TypeAlias = tuple[Value, ...]


@frozen(eq=False)
class Seen:
    """The cells of a match, and what players see of each other's during secret plans."""

    cells: Cells
    of_others: Cells

    def at(self, index: Index, who: Player) -> Cells:
        """The cells in which a player sees what is at an index."""
        return self.of_others if belongs_to_another(index, who) else self.cells


Make: TypeAlias = Callable[[Seen], Iterable[int]]


@frozen(eq=False)
class Part:
    """A stretch of a row, and the function that fills it."""

    begin: int
    end: int
    make: Make


class PartsOfSeat:
    """
    Makes the rows of one seat; visibility rules are evaluated once, on a machine.

    `parts_of` has for each cell the parts that depend on it.
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
        """A row of numbers."""
        row = array("i", bytes(4 * self.observed.width))
        self._make(row, range(len(self.parts)), seen)
        return row

    def take(self, row: array[int], changed: Iterable[int], seen: Seen) -> None:
        """Update the parts that depend on changed cells."""
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
            for name, numbers in places_by_name(state, m.tables.indexes_of(state)).items():
                self._add_state(state, name, numbers)
        for dice in everyone.program.dice:
            for name, numbers in places_by_name(dice, m.tables.indexes_of(dice)).items():
                self._add_dice(dice, name, numbers[-1])
        for piece in everyone.pieces:
            self._add_piece(f"piece {piece.name}", layout[SPACE].base + piece.order)

    def _add(self, name: str, cells: Iterable[int], make: Make) -> None:
        begin = self.parts[-1].end if self.parts else 0
        for at in cells:
            self.parts_of[at].append(len(self.parts))
        self.parts.append(Part(begin, begin + self.observed.parts[name], make))

    def _cells_of_all_cards(self, *families: str) -> list[int]:
        found = [
            self.flow.layout[family] for family in families if family in self.flow.layout.families
        ]
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
            names = tuple(None if title is None else self.names[title] for title in titles)
            if not is_counted:
                return self.observed.zone(name, ZoneView(None, tuple(filter(None, names))))
            return self.observed.zone(name, ZoneView(len(names), names))

        self._add(name, (at, *self._cells_of_all_cards(*also)), make)

    def _title(self, cells: Cells, card: int, *, all_seen: bool) -> int | None:
        """The title number that a card counts as, if the player may know it."""
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
        """Add the entries of a state that share a name: of copies of a card, the last is shown."""
        indexes = self.machine.tables.indexes_of(state)
        base, family = self.flow.layout[state_family(state.name)].base, state_family(state.name)
        places = [
            (base + number, cards_of(index), *self._known(state, family, index, number), index)
            for number in reversed(numbers)
            for index in (indexes[number],)
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
        also = self._cells_of_all_cards(MARKS, WHERE) if holds_cards(state.type) else ()
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
        """Whether the player sees a place by rule, or was shown it; and the cell of the latter."""
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


def places_by_name(declared: d.State | d.Dice, indexes: Sequence[Index]) -> dict[str, list[int]]:
    """The numbers of entries by the names of a row's parts; copies of a card share a name."""
    found, kind = defaultdict[str, list[int]](list), type(declared).__name__.lower()
    for number, index in enumerate(indexes):
        found[f"{kind} {place_name(declared.name, index)}"].append(number)
    return found


def cards_of(index: Index) -> list[Card]:
    return [each for each in index if isinstance(each, Card)]


def holds_cards(type: t.Type) -> bool:
    match type:
        case t.Optional(inner):
            return holds_cards(inner)
        case t.SetOf(element) | t.ListOf(element):
            return holds_cards(element)
        case _:
            return isinstance(type, t.Card)


def _rules_of_seeing(program: Program) -> frozenset[Cell] | None:
    """
    The cells that visibility rules read; `None` if more than the settings and the players that are
    in. The identity of cards counts only if an index has cards.
    """
    seen = [(state.seen, state.index) for state in program.states]
    seen += [(die.seen, die.index) for die in program.dice]
    seen += [(by, zone.index) for zone in program.zones for by in (zone.seen, zone.count_seen)]
    by_rule = [(by.players, index) for by, index in seen if by.by not in FIXED]
    tables = derive(program)
    read = tables.reads.cells([players for players, _ in by_rule])
    of_cards = any(isinstance(at.type, t.Card) for _, index in by_rule for at in index)
    allowed = {LASTING_EFFECTS, WHO_IS_IN} | (set() if of_cards else {COUNTS_AS})
    begun = {
        each.effect.value
        for each in tables.effects.written
        if isinstance(each.effect, s.Modifier) and isinstance(each.begun_by, s.Lasting)
    }
    is_settled = all(
        cell.name not in begun if cell.kind == "value" else cell in allowed for cell in read
    )
    return read if is_settled else None


class Rows:
    """The rows of many matches of one game, each updated from the last one."""

    def __init__(self, game: Printed, observed: Observations) -> None:
        self.game, self.observed = game, observed
        program, layout = game.flow.population.program, game.flow.layout
        families = layout.families
        self._seats: dict[int, PartsOfSeat] = {}
        self.frozen = layout[FROZEN].base if FROZEN in families else None
        self._kept: dict[tuple[int, int], tuple[ReadCells, array[int]]] = {}
        rules = _rules_of_seeing(program)
        self.are_settled = rules is not None
        self.reads_who_is_in = rules is not None and WHO_IS_IN in rules

    def row(self, match: int, seat: int, memory: Memory) -> array[int]:
        """What a seat may know of a match, given its memory."""
        before = self._kept.pop((match, seat), None)
        read = read_cells(memory, self.game.flow.layout, before and before[0])
        if not self._are_told_by_cells(read.cells):
            play = in_memory(self.game, memory).in_python()
            return self.observed.row(picture(self.game, play).view(seat))
        of_seat, frozen = self.of_seat(seat, memory), self.frozen
        of_others = None if frozen is None else read.cells[frozen]
        seen = Seen(read.cells, read.cells if of_others is None else of_others)
        if before is None or frozen in read.changed:
            row = of_seat.row(seen)
        else:
            row = before[1]
            of_seat.take(row, read.changed, seen)
        self._kept[match, seat] = read, row
        return row

    def _are_told_by_cells(self, cells: Cells) -> bool:
        """Whether visibility depends on the settings and cells only."""
        players = len(self.game.flow.population.players)
        who_is_in = cells[self.game.flow.layout[PLAYERS].base]
        return self.are_settled and (not self.reads_who_is_in or len(who_is_in) == players)

    def of_seat(self, seat: int, memory: Memory) -> PartsOfSeat:
        """The maker of a seat's rows; visibility rules are evaluated on this match."""
        found = self._seats.get(seat)
        if found is None:
            machine = picture(self.game, in_memory(self.game, memory).in_python()).machine
            given = self.observed, self.game.flow, self.game.codec.of_match(), machine, seat
            found = self._seats[seat] = PartsOfSeat(*given)
        return found
