"""
The state of the interpreter that cells hold.

It is made of the one that was made last, since from one decision to the next few cells change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import partial
from hashlib import blake2b
from itertools import compress, count
from operator import is_not
from typing import Any, TypeAlias

from ruleslang.flow import state_layout as cells
from ruleslang.flow.constant_folding import numbered_limits
from ruleslang.flow.context import raw
from ruleslang.flow.lower import Flow
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
    shown_family,
    state_family,
)
from ruleslang.flow.words import ABSENT
from ruleslang.interpreter.hashing import word_of
from ruleslang.interpreter.state import CountsAs, Fact, Index, State
from ruleslang.match.entities import Population
from ruleslang.match.values import (
    Card,
    CardDefinition,
    DieIn,
    Entity,
    ListValue,
    Piece,
    Place,
    Space,
    UnderWay,
    Value,
)
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain


class Codec:
    """
    Both ways, for one population.

    `runs` are those under way in one match, by the numbers of their frames.
    """

    def __init__(self, everyone: Population) -> None:
        self.runs: dict[int, UnderWay] = {}
        self.everyone = everyone
        self.places: tuple[Place, ...] = tuple(everyone.all_places())
        self.dice: tuple[DieIn, ...] = tuple(
            die for here in everyone.table_dice.values() for some in here.values() for die in some
        )
        self.members: dict[type[t.Type], tuple[Entity, ...]] = {
            t.Player: everyone.players,
            t.Team: everyone.teams,
            t.Card: everyone.cards,
            t.Title: tuple(everyone.titles.values()),
            t.Piece: everyone.pieces,
            t.Space: everyone.spaces,
            t.ZonePlace: self.places,
            t.DieIn: self.dice,
        }

    def of_match(self) -> Codec:
        """The same for one match, whose runs it will know."""
        twin = copy(self)
        twin.runs = {}
        return twin

    def value(self, type: t.Type, raw: Any) -> Value:
        if raw is None:
            return None
        match type:
            case t.Number() | t.Never() | t.Fraction():
                return raw
            case t.Truth():
                return bool(raw)
            case t.Optional(inner):
                return self.value(inner, raw)
            case t.UnderWay():
                return self.runs.get(raw)
            case t.SetOf(element):
                return tuple(self.value(element, each) for each in raw)
            case t.ListOf(element):
                return ListValue(self.value(element, each) for each in raw)
            case _:
                return self._entity(type, raw)

    def _entity(self, type: t.Type, raw: int) -> Entity:
        if isinstance(type, t.WordOf):
            return self.everyone.words[type.list][raw]
        return self.members[type.__class__][raw]


HistoryCells = list[Any]
Words = Callable[[HistoryCells], Iterator[str]]
HALF = 2**32


def standing(flow: Flow) -> Callable[[HistoryCells, str, tuple[Any, ...]], tuple[int, int]]:
    """The function that hashes the position that a history compares, for one layout."""
    codec = Codec(flow.population)
    histories = {each.name: each for each in flow.population.program.histories}
    stored = {name: _stored(flow, codec, each) for name, each in histories.items()}
    types = {
        name: [flow.population.values[value].type for value in each.values]
        for name, each in histories.items()
    }

    def now(S: HistoryCells, name: str, values: tuple[Any, ...]) -> tuple[int, int]:
        before, behind = stored[name]
        words = [word for part in before for word in part(S)]
        words += [
            word_of(codec.value(type, value))
            for type, value in zip(types[name], values, strict=True)
        ]
        words += [word for part in behind for word in part(S)]
        text = "".join([f"{word}\0" for word in words])
        found = int(blake2b(text.encode(), digest_size=8).hexdigest(), 16)
        return found // HALF, found % HALF

    return now


def _stored(flow: Flow, codec: Codec, history: d.History) -> tuple[list[Words], list[Words]]:
    """What stands before the values, and what stands behind them."""
    everyone, layout = flow.population, flow.layout
    before = [
        _values(codec, layout[cells.state_family(name)], everyone.states[name].type)
        for name in history.states
    ]
    titles = [card.title.order for card in everyone.cards]
    before += [_titles(layout[cells.zone_family(name)], titles) for name in history.zones]
    before += [_faces(layout[cells.dice_family(name)]) for name in history.dice]
    others = {
        "active": _values(codec, layout[cells.ACTIVE], t.Player()),
        "players": _values(codec, layout[cells.PLAYERS], t.ListOf(t.Player(), 100)),
        "pieces": _values(codec, layout[cells.SPACE], t.Optional(t.Space())),
    }
    return before, [others[word] for word in history.others]


def _values(codec: Codec, of: cells.Family, type: t.Type) -> Words:
    """The words of cells; those of no tuples are their numbers."""
    low, high = of.base, of.base + of.cells
    if isinstance(plain(type), t.SetOf | t.ListOf):
        return lambda S: (
            "?" if each is ABSENT else word_of(codec.value(type, each)) for each in S[low:high]
        )
    return lambda S: map(_word, S[low:high])


def _word(raw: Any) -> str:
    return "-" if raw is None else "?" if raw is ABSENT else str(int(raw))


def _titles(of: cells.Family, titles: list[int]) -> Words:
    """The words of zones: the definitions of their cards, one behind the other."""
    low, high = of.base, of.base + of.cells
    return lambda S: (
        f"{len(lying)}:" + ",".join([str(titles[card]) for card in lying]) for lying in S[low:high]
    )


def _faces(of: cells.Family) -> Words:
    low, high = of.base, of.base + of.cells
    return lambda S: (" ".join(map(str, lying)) for lying in S[low:high])


# ---------------------------------------------------------------- what was noted


def put_histories(flow: Flow, S: HistoryCells, state: State) -> None:
    """What the interpreter noted, in cells."""
    base = flow.layout[cells.HISTORIES].base
    for place, history in enumerate(flow.population.program.histories):
        noted = state.histories.get(history.name, {})
        S[base + place] = tuple(
            (int(hash, 16) // HALF, int(hash, 16) % HALF, times) for hash, times in noted.items()
        )


def take_histories(flow: Flow, S: Sequence[Any], state: State) -> None:
    """The same out of cells."""
    base = flow.layout[cells.HISTORIES].base
    for place, history in enumerate(flow.population.program.histories):
        rows = S[base + place]
        if rows:
            state.histories[history.name] = {
                f"{high * HALF + low:016x}": times for high, low, times in rows
            }


EVERYONE = t.SetOf(t.Player())


def put_shown(flow: Flow, cells: list[Any], state: State) -> None:
    """Marks, states and dice that were shown, facts that were told, in cells."""
    for card, to in state.marks.items():
        cells[flow.layout[MARKS].base + card.order] = raw(to)
    for name, index, at in shown_places(flow):
        if (name, index) in state.shown:
            cells[at] = raw(state.shown[name, index])
    for fact, to in state.facts.items():
        at = flow.layout[facts_family(fact.place)].base + fact.card.order
        cells[at] = (*cells[at], (raw(fact.value), fact.truth, raw(to)))


def take_facts(flow: Flow, codec: Codec, cells: Sequence[Any], state: State) -> None:
    """Facts that were told, out of cells."""
    for place, (statement, type) in flow.told.items():
        base = flow.layout[facts_family(place)].base
        for card in flow.population.cards:
            for value, truth, to in cells[base + card.order]:
                fact = Fact(statement, place, card, codec.value(type, value), bool(truth))
                state.facts[fact] = codec.value(EVERYONE, to)


def shown_places(flow: Flow) -> Iterator[tuple[str, Index, int]]:
    """All places of states and dice that may be shown, and their cells."""
    program, families = flow.population.program, flow.layout.families
    declared: list[tuple[d.State | d.Dice, str]] = [
        *((each, state_family(each.name)) for each in program.states),
        *((each, dice_family(each.name)) for each in program.dice),
    ]
    for each, of in declared:
        family = families.get(shown_family(of))
        if family is not None:
            for number, index in enumerate(flow.population.indexes(each.index)):
                yield each.name, index, family.base + number


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
            yield (
                layout[dice_family(dice.name)].base,
                [partial(_dice, dice.name, each) for each in indexes],
            )

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

    def _stored(self, declared: d.State, index: Index, state: State, cells: Cells, at: int) -> None:
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
