"""
The state of the interpreter that cells hold.

It is made of the one that was made last, since from one decision to the next few cells change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import compress, count
from operator import is_not
from typing import Any, TypeAlias

from ruleslang.flow.flow import Flow
from ruleslang.flow.limit_numbers import numbered_limits
from ruleslang.flow.state_layout import (
    ACTIVE,
    AGES,
    AS_PRINTED,
    CLOCK,
    COUNTING,
    FACES,
    HISTORIES,
    LIMITS,
    MARKS,
    PLAYERS,
    SPACE,
    STANDING,
    TITLES,
    WHERE,
    WHILE_PLAYED,
    ZONES,
    dice_family,
    facts_family,
    state_family,
)
from ruleslang.flow.words import ABSENT
from ruleslang.match.values import Card, CardDefinition, Piece, Place, Space
from ruleslang.meaning.state import CountsAs, Index, State
from ruleslang.portable.position_histories import take_histories
from ruleslang.portable.shown_to_cells import EVERYONE, shown_places, take_facts
from ruleslang.portable.value_codec import Codec
from ruleslang.program import declarations as d
from ruleslang.program import types as t

Cells: TypeAlias = "list[Any] | tuple[Any, ...]"
Take: TypeAlias = Callable[[State, Cells, int], None]  # of all cells that one, which has changed

FACE = {1: "up", 2: "down"}


class CellsToState:
    """Makes states of the cells of one game, each of the last one."""

    def __init__(self, flow: Flow, codec: Codec) -> None:
        self.flow, self.codec = flow, codec
        self._takes: list[Take] | None = None
        self._last: list[tuple[Cells, State]] = []  # none while a thread changes it

    def state(self, cells: Cells) -> State:
        """The state that cells hold, in containers of its own."""
        takes = self._takes
        if takes is None:
            takes = self._takes = self._all_takes()
        try:
            before, state = self._last.pop()
        except IndexError:
            before, state = [object()] * len(cells), self._blank()
        for at in compress(count(), map(is_not, before, cells)):
            takes[at](state, cells, at)
        own = state.copy()  # before another thread may take what is kept, and change it
        self._last[:] = [(cells[:], state)]
        return own

    def _blank(self) -> State:
        program, everyone = self.flow.population.program, self.flow.population
        return State(
            active=everyone.players[0],
            players=everyone.players,
            states={each.name: {} for each in program.states},
            dice={each.name: {} for each in program.dice},
        )

    # ------------------------------------------------------------ what a cell is taken for

    def _all_takes(self) -> list[Take]:
        flow, layout = self.flow, self.flow.layout
        takes: list[Take] = [_nothing] * layout.size
        for low, some in self._families():
            for number, take in enumerate(some):
                takes[low + number] = take
        for place in flow.told:
            family = layout[facts_family(place)]
            takes[family.base : family.base + family.cells] = [self._facts] * family.cells
        for name, index, at in shown_places(flow):
            takes[at] = partial(self._shown, (name, index))
        if TITLES in layout.families:
            titles = layout[TITLES]
            for card in flow.population.cards:
                takes[titles.base + card.order] = partial(self._title, card)
                takes[layout[COUNTING].base + card.order] = partial(self._title, card)
        return takes

    def _families(self) -> Iterator[tuple[int, list[Take]]]:
        """Where families of cells begin, and what each of their cells is taken for."""
        layout, everyone, program = self.flow.layout, self.flow.population, self.flow.population
        cards, histories = everyone.cards, program.program.histories
        yield layout[ACTIVE].base, [self._active]
        yield layout[PLAYERS].base, [self._players]
        yield layout[CLOCK].base, [_clock]
        yield layout[LIMITS].base, [self._limits]
        yield layout[HISTORIES].base, [self._histories] * len(histories)
        yield layout[ZONES].base, [partial(self._zone, each) for each in self.codec.places]
        yield layout[WHERE].base, [partial(self._where, each) for each in cards]
        yield layout[AGES].base, [partial(_age, each) for each in cards]
        yield layout[FACES].base, [partial(_face, each) for each in cards]
        yield layout[MARKS].base, [partial(self._mark, each) for each in cards]
        yield layout[SPACE].base, [partial(self._space, each) for each in everyone.pieces]
        yield layout[STANDING].base, [partial(self._standing, each) for each in everyone.spaces]
        for declared in program.program.states:
            indexes = everyone.indexes(declared.index)
            takes: list[Take] = [partial(self._stored, declared, each) for each in indexes]
            yield layout[state_family(declared.name)].base, takes
        for dice in program.program.dice:
            indexes = everyone.indexes(dice.index)
            yield layout[dice_family(dice.name)].base, [
                partial(_dice, dice.name, each) for each in indexes
            ]

    def _active(self, state: State, cells: Cells, at: int) -> None:
        state.active = self.flow.population.players[cells[at]]

    def _players(self, state: State, cells: Cells, at: int) -> None:
        state.players = self.codec.value(t.SetOf(t.Player()), cells[at])

    def _zone(self, place: Place, state: State, cells: Cells, at: int) -> None:
        cards = self.flow.population.cards
        state.zones[place] = tuple([cards[card] for card in cells[at]])

    def _where(self, card: Card, state: State, cells: Cells, at: int) -> None:
        if cells[at] is None:
            state.where.pop(card, None)
            state.ages.pop(card, None)
            return
        state.where[card] = self.codec.places[cells[at]]
        state.ages[card] = cells[self.flow.layout[AGES].base + card.order]

    def _mark(self, card: Card, state: State, cells: Cells, at: int) -> None:
        state.marks.pop(card, None)
        if cells[at] is not None:
            state.marks[card] = self.codec.value(EVERYONE, cells[at])

    def _stored(
        self, declared: d.State, index: Index, state: State, cells: Cells, at: int
    ) -> None:
        values = state.states[declared.name]
        if cells[at] is ABSENT:
            values.pop(index, None)
        else:
            values[index] = self.codec.value(declared.type, cells[at])

    def _shown(self, what: tuple[str, Index], state: State, cells: Cells, at: int) -> None:
        state.shown.pop(what, None)
        if cells[at] is not None:
            state.shown[what] = self.codec.value(EVERYONE, cells[at])

    def _space(self, piece: Piece, state: State, cells: Cells, at: int) -> None:
        state.spaces.pop(piece, None)
        if cells[at] is not None:
            state.spaces[piece] = self.flow.population.spaces[cells[at]]

    def _standing(self, space: Space, state: State, cells: Cells, at: int) -> None:
        pieces = self.flow.population.pieces
        state.standing[space] = tuple([pieces[piece] for piece in cells[at]])

    def _title(self, card: Card, state: State, cells: Cells, at: int) -> None:
        """What a card counts as."""
        layout = self.flow.layout
        state.counting_as.pop(card, None)
        place = cells[layout[COUNTING].base + card.order]
        if place != AS_PRINTED:
            title = self.codec.members[t.Title][cells[layout[TITLES].base + card.order]]
            assert isinstance(title, CardDefinition)
            lies = None if place == WHILE_PLAYED else self.codec.places[place]
            state.counting_as[card] = CountsAs(title, lies)

    def _facts(self, state: State, cells: Cells, at: int) -> None:
        state.facts.clear()
        take_facts(self.flow, self.codec, cells, state)

    def _histories(self, state: State, cells: Cells, at: int) -> None:
        state.histories.clear()
        take_histories(self.flow, cells, state)

    def _limits(self, state: State, cells: Cells, at: int) -> None:
        """Uses that were counted."""
        state.limits.clear()
        limits = list(numbered_limits(self.flow.population.program))
        value = self.codec.value
        for number, title, who, *named, times in cells[at]:
            what, clause = limits[number]
            types = [what.locals[slot].type for slot in clause.for_each]
            values = (value(type, each) for type, each in zip(types, named, strict=True))
            key = (value(t.Title(), title), self.flow.population.players[who], *values)
            state.limits[clause.name, *key] = times


def _nothing(state: State, cells: Cells, at: int) -> None:
    """It is no part of a state, or is taken when it is known what is under way."""


def _clock(state: State, cells: Cells, at: int) -> None:
    state.clock = cells[at]


def _age(card: Card, state: State, cells: Cells, at: int) -> None:
    if card in state.where:
        state.ages[card] = cells[at]


def _face(card: Card, state: State, cells: Cells, at: int) -> None:
    state.faces.pop(card, None)
    if cells[at] is not None:
        state.faces[card] = FACE[cells[at]]


def _dice(name: str, index: Index, state: State, cells: Cells, at: int) -> None:
    state.dice[name][index] = tuple(cells[at])
