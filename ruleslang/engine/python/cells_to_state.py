"""Converts cells to the interpreter's state, and shared parts both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from hashlib import blake2b
from typing import Any, TypeAlias

from ruleslang.engine.flow import state_layout as cells
from ruleslang.engine.flow.build_words import numbered_limits
from ruleslang.engine.flow.context import raw
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.state_layout import (
    ACTIVE,
    AGES,
    AS_PRINTED,
    CLOCK,
    COUNTING,
    FACES,
    LIMITS,
    MARKS,
    PLAYERS,
    SINCE,
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
from ruleslang.engine.flow.words import ABSENT
from ruleslang.engine.interpreter.hashing import word_of
from ruleslang.engine.interpreter.state import CountsAs, Fact, Index, State
from ruleslang.engine.match.entities import Population
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    DieIn,
    Entity,
    ListValue,
    Place,
    UnderWay,
    Value,
)
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain


class Codec:
    """
    Converts values for one flow.

    `runs` are those in progress in one match, by the numbers of their frames.
    """

    def __init__(self, flow: Flow) -> None:
        self.runs: dict[int, UnderWay] = {}
        population = self.population = flow.population
        declared: list[d.State | d.Dice] = [*population.program.states, *population.program.dice]
        self.indexes = {place.name: tuple(population.indexes(place.index)) for place in declared}
        self.shown = tuple(shown_places(flow))
        self.places: tuple[Place, ...] = tuple(population.all_places())
        self.dice: tuple[DieIn, ...] = tuple(
            die for here in population.table_dice.values() for some in here.values() for die in some
        )
        self.members: dict[type[t.Type], tuple[Entity, ...]] = {
            t.Player: population.players,
            t.Team: population.teams,
            t.Card: population.cards,
            t.Title: tuple(population.titles.values()),
            t.Piece: population.pieces,
            t.Space: population.spaces,
            t.ZonePlace: self.places,
            t.DieIn: self.dice,
        }

    def of_match(self) -> Codec:
        """A codec for one match, with its own runs."""
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
                return tuple(self.value(element, member) for member in raw)
            case t.ListOf(element):
                return ListValue(self.value(element, member) for member in raw)
            case _:
                return self._entity(type, raw)

    def _entity(self, type: t.Type, raw: int) -> Entity:
        if isinstance(type, t.WordOf):
            return self.population.words[type.list][raw]
        return self.members[type.__class__][raw]


HistoryCells = list[Any]
Words = Callable[[HistoryCells], Iterator[str]]
HALF = 2**32


def standing(flow: Flow) -> Callable[[HistoryCells, str, tuple[Any, ...]], tuple[int, int]]:
    """The function that hashes the position that a history compares."""
    codec = Codec(flow)
    histories = {history.name: history for history in flow.population.program.histories}
    stored = {name: _stored(flow, codec, declared) for name, declared in histories.items()}
    types = {
        name: [flow.population.values[value].type for value in declared.values]
        for name, declared in histories.items()
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
        digest = int(blake2b(text.encode(), digest_size=8).hexdigest(), 16)
        return digest // HALF, digest % HALF

    return now


def _stored(flow: Flow, codec: Codec, history: d.History) -> tuple[list[Words], list[Words]]:
    """The words before the values, and those after them."""
    population, layout = flow.population, flow.layout
    before = [
        _values(codec, layout[cells.state_family(name)], population.states[name].type)
        for name in history.states
    ]
    titles = [card.title.order for card in population.cards]
    before += [_titles(layout[cells.zone_family(name)], titles) for name in history.zones]
    before += [_faces(layout[cells.dice_family(name)]) for name in history.dice]
    others = {
        "active": _values(codec, layout[cells.ACTIVE], t.Player()),
        "players": _values(codec, layout[cells.PLAYERS], t.ListOf(t.Player(), 100)),
        "pieces": _values(codec, layout[cells.SPACE], t.Optional(t.Space())),
    }
    return before, [others[word] for word in history.others]


def _values(codec: Codec, of: cells.Family, type: t.Type) -> Words:
    """The words of cells; those without tuples are their numbers."""
    low, high = of.base, of.base + of.cells
    if isinstance(plain(type), t.SetOf | t.ListOf):
        return lambda S: (
            "?" if raw is ABSENT else word_of(codec.value(type, raw)) for raw in S[low:high]
        )
    return lambda S: map(_word, S[low:high])


def _word(raw: Any) -> str:
    return "-" if raw is None else "?" if raw is ABSENT else str(int(raw))


def _titles(of: cells.Family, titles: list[int]) -> Words:
    """The words of zones: the concatenated definitions of their cards."""
    low, high = of.base, of.base + of.cells
    return lambda S: (
        f"{len(lying)}:" + ",".join([str(titles[card]) for card in lying]) for lying in S[low:high]
    )


def _faces(of: cells.Family) -> Words:
    low, high = of.base, of.base + of.cells
    return lambda S: (" ".join(map(str, lying)) for lying in S[low:high])


# ---------------------------------------------------------------- what was noted


def put_histories(flow: Flow, S: HistoryCells, state: State) -> None:
    """Store the interpreter's histories in cells."""
    base = flow.layout[cells.HISTORIES].base
    for place, history in enumerate(flow.population.program.histories):
        noted = state.histories.get(history.name, {})
        S[base + place] = tuple(
            (int(hash, 16) // HALF, int(hash, 16) % HALF, times) for hash, times in noted.items()
        )


def take_histories(flow: Flow, S: Sequence[Any], state: State) -> None:
    """Read histories from cells."""
    base = flow.layout[cells.HISTORIES].base
    for place, history in enumerate(flow.population.program.histories):
        rows = S[base + place]
        if rows:
            state.histories[history.name] = {
                f"{high * HALF + low:016x}": times for high, low, times in rows
            }


EVERYONE = t.SetOf(t.Player())


def put_shown(flow: Flow, cells: list[Any], state: State) -> None:
    """Store marks, shown states and dice, and told facts in cells."""
    for card, to in state.marks.items():
        cells[flow.layout[MARKS].base + card.order] = raw(to)
    for name, index, at in shown_places(flow):
        if (name, index) in state.shown:
            cells[at] = raw(state.shown[name, index])
    for fact, to in state.facts.items():
        at = flow.layout[facts_family(fact.place)].base + fact.card.order
        cells[at] = (*cells[at], (raw(fact.value), fact.truth, raw(to)))


def take_facts(flow: Flow, codec: Codec, cells: Sequence[Any], state: State) -> None:
    """Read told facts from cells."""
    for place, (statement, type) in flow.told.items():
        base = flow.layout[facts_family(place)].base
        for card in flow.population.cards:
            for value, truth, to in cells[base + card.order]:
                fact = Fact(statement, place, card, codec.value(type, value), bool(truth))
                state.facts[fact] = codec.value(EVERYONE, to)


def shown_places(flow: Flow) -> Iterator[tuple[str, Index, int]]:
    """All indices of states and dice that may be shown, with their cells."""
    program, families = flow.population.program, flow.layout.families
    declared: list[tuple[d.State | d.Dice, str]] = [
        *((state, state_family(state.name)) for state in program.states),
        *((die, dice_family(die.name)) for die in program.dice),
    ]
    for place, of in declared:
        family = families.get(shown_family(of))
        if family is not None:
            for number, index in enumerate(flow.population.indexes(place.index)):
                yield place.name, index, family.base + number


Cells: TypeAlias = Sequence[Any]
Read: TypeAlias = Callable[[str], Cells]  # the cells of a family

FACE = {1: "up", 2: "down"}


def state_of(flow: Flow, codec: Codec, S: Cells) -> State:
    """The state in cells, except what depends on runs in progress."""
    layout, population = flow.layout, flow.population

    def read(family: str) -> Cells:
        of = layout[family]
        return S[of.base : of.base + of.cells]

    places = zip(codec.places, read(ZONES), strict=True)
    state = State(
        population.players[S[layout[ACTIVE].base]],
        codec.value(EVERYONE, S[layout[PLAYERS].base]),
        states={
            declared.name: _stored_values(codec, declared, read)
            for declared in population.program.states
        },
        zones={at: tuple([population.cards[card] for card in lying]) for at, lying in places},
        dice={die.name: _dice(codec, die, read) for die in population.program.dice},
        limits=dict(_limits(flow, codec, S[layout[LIMITS].base])),
        clock=S[layout[CLOCK].base],
    )
    _take_cards(codec, read, state)
    _take_pieces(population, read, state)
    if SINCE in layout.families:
        state.since.update(zip(population.cards, read(SINCE), strict=True))
    if TITLES in layout.families:
        titles = zip(population.cards, read(TITLES), read(COUNTING), strict=False)
        state.counting_as.update(_counting(codec, titles))
    for name, index, at in codec.shown:
        if S[at] is not None:
            state.shown[name, index] = codec.value(EVERYONE, S[at])
    take_histories(flow, S, state)
    take_facts(flow, codec, S, state)
    return state


def _take_cards(codec: Codec, read: Read, state: State) -> None:
    """Read the place, age, face and marks of each card."""
    parts = (read(family) for family in (WHERE, AGES, FACES, MARKS))
    for card, at, age, face, to in zip(codec.population.cards, *parts, strict=False):
        if at is not None:
            state.where[card], state.ages[card] = codec.places[at], age
        if face is not None:
            state.faces[card] = FACE[face]
        if to is not None:
            state.marks[card] = codec.value(EVERYONE, to)


def _take_pieces(population: Population, read: Read, state: State) -> None:
    for piece, at in zip(population.pieces, read(SPACE), strict=True):
        if at is not None:
            state.spaces[piece] = population.spaces[at]
    for space, pieces in zip(population.spaces, read(STANDING), strict=True):
        state.standing[space] = tuple([population.pieces[piece] for piece in pieces])


def _dice(codec: Codec, declared: d.Dice, read: Read) -> dict[Index, tuple[int, ...]]:
    lying = map(tuple, read(dice_family(declared.name)))
    return dict(zip(codec.indexes[declared.name], lying, strict=True))


def _stored_values(codec: Codec, declared: d.State, read: Read) -> dict[Index, Value]:
    places = zip(codec.indexes[declared.name], read(state_family(declared.name)), strict=True)
    return {index: codec.value(declared.type, cell) for index, cell in places if cell is not ABSENT}


def _limits(flow: Flow, codec: Codec, rows: Cells) -> Iterator[tuple[tuple[Value, ...], int]]:
    """The counted uses of limits."""
    limits = list(numbered_limits(flow.population.program)) if rows else []
    for number, title, who, *named, times in rows:
        declared, clause = limits[number]
        types = [declared.locals[slot].type for slot in clause.for_each]
        values = (codec.value(type, raw) for type, raw in zip(types, named, strict=True))
        player = flow.population.players[who]
        yield (clause.name, codec.value(t.Title(), title), player, *values), times


def _counting(
    codec: Codec, titles: Iterable[tuple[Card, int, int]]
) -> Iterator[tuple[Card, CountsAs]]:
    for card, number, place in titles:
        if place != AS_PRINTED:
            title = codec.members[t.Title][number]
            assert isinstance(title, CardDefinition)
            yield card, CountsAs(title, None if place == WHILE_PLAYED else codec.places[place])
