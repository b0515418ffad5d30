"""Converts cells to the interpreter's state, and shared parts both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import partial
from hashlib import blake2b
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.engine.flow import state_layout as cells
from ruleslang.engine.flow import state_layout as f
from ruleslang.engine.flow.build_words import numbered_limits
from ruleslang.engine.flow.context import raw
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.words import ABSENT
from ruleslang.engine.interpreter.hashing import word_of
from ruleslang.engine.interpreter.state import CountsAs, Index, Revealed, State
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


Cells: TypeAlias = Sequence[Any]
Words: TypeAlias = "Callable[[Cells], Iterable[str]]"
HALF = 2**32


def standing(flow: Flow) -> Callable[[Cells, str, tuple[Any, ...]], tuple[int, int]]:
    """The function that hashes the position that a history compares."""
    codec = Codec(flow)
    histories = {history.name: history for history in flow.population.program.histories}
    stored = {name: _stored(flow, codec, declared) for name, declared in histories.items()}
    types = {
        name: [flow.population.values[value].type for value in declared.values]
        for name, declared in histories.items()
    }

    def now(S: Cells, name: str, values: tuple[Any, ...]) -> tuple[int, int]:
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


def stored_words(flow: Flow) -> Callable[[Cells], Iterator[str]]:
    """The function that yields the words of what cells store, as in the hash of a position."""
    codec, layout, program = Codec(flow), flow.layout, flow.population.program
    players, histories = layout[cells.PLAYERS].base, layout[cells.HISTORIES].base
    parts: list[Words] = [
        _values(codec, layout[cells.ACTIVE], t.Player()),
        lambda S: [" ".join(map(str, S[players]))],
        *(_values(codec, layout[f.state_family(each.name)], each.type) for each in program.states),
        *(partial(_noted, histories + place) for place in range(len(program.histories))),
        _titles(layout[cells.ZONES], range(len(flow.population.cards))),
        *(_faces(layout[f.dice_family(dice.name)]) for dice in program.dice),
    ]
    return lambda S: (word for part in parts for word in part(S))


def _noted(at: int, S: Cells) -> list[str]:
    rows = sorted(S[at] or ())
    return ["history", *(f"{high * HALF + low:016x} {times}" for high, low, times in rows)]


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


def _titles(of: cells.Family, titles: Sequence[int]) -> Words:
    """The words of zones: the concatenated definitions of their cards."""
    low, high = of.base, of.base + of.cells
    return lambda S: (
        f"{len(there)}:" + ",".join([str(titles[card]) for card in there]) for there in S[low:high]
    )


def _faces(of: cells.Family) -> Words:
    low, high = of.base, of.base + of.cells
    return lambda S: (" ".join(map(str, there)) for there in S[low:high])


# ---------------------------------------------------------------- what was noted


def put_histories(flow: Flow, S: list[Any], state: State) -> None:
    """Store the interpreter's histories in cells."""
    base = flow.layout[cells.HISTORIES].base
    for place, history in enumerate(flow.population.program.histories):
        noted = state.histories.get(history.name, {})
        S[base + place] = tuple(
            (int(hash, 16) // HALF, int(hash, 16) % HALF, times) for hash, times in noted.items()
        )


EVERYONE = t.SetOf(t.Player())


def put_shown(flow: Flow, cells: list[Any], state: State) -> None:
    """Store marks, shown states and dice, and announced facts in cells."""
    for card, to in state.marks.items():
        cells[flow.layout[f.MARKS].base + card.order] = raw(to)
    for name, index, at in shown_places(flow):
        if (name, index) in state.shown:
            cells[at] = raw(state.shown[name, index])
    for fact, to in state.facts.items():
        at = flow.layout[f.facts_family(fact.place)].base + fact.card.order
        cells[at] = (*cells[at], (raw(fact.value), fact.truth, raw(to)))


def shown_places(flow: Flow) -> Iterator[tuple[str, Index, int]]:
    """All indices of states and dice that may be shown, with their cells."""
    program, families = flow.population.program, flow.layout.families
    declared: list[tuple[d.State | d.Dice, str]] = [
        *((state, f.state_family(state.name)) for state in program.states),
        *((die, f.dice_family(die.name)) for die in program.dice),
    ]
    for place, of in declared:
        family = families.get(f.shown_family(of))
        if family is not None:
            for number, index in enumerate(flow.population.indexes(place.index)):
                yield place.name, index, family.base + number


FACE = {1: "up", 2: "down"}


def state_of(flow: Flow, codec: Codec, S: Cells) -> State:
    """The state in cells that nobody writes, except what depends on runs in progress."""
    state = object.__new__(StateOfCells)
    state.cells = _CellsOfMatch(flow, codec, S)
    state.clock, state.version = S[flow.layout[f.CLOCK].base], 0
    state.lasting, state.bits, state.touched, state.changed = (), {}, set(), {}
    return state


class StateOfCells(State):
    """A state whose parts are converted when they are read."""

    __slots__ = ("cells",)

    cells: _CellsOfMatch

    def __getattr__(self, name: str) -> Any:
        if name not in PARTS:
            raise AttributeError(name)
        value = PARTS[name](self.cells)
        setattr(self, name, value)
        return value


@frozen(eq=False)
class _CellsOfMatch:
    flow: Flow
    codec: Codec
    S: Cells

    def read(self, family: str) -> Cells:
        """The cells of a family; none if the program does not need it."""
        of = self.flow.layout.families.get(family)
        return () if of is None else self.S[of.base : of.base + of.cells]

    def of_cards(self, family: str) -> Iterator[tuple[Card, Any]]:
        return zip(self.codec.population.cards, self.read(family), strict=False)

    def to(self, players: Any) -> Value:
        return self.codec.value(EVERYONE, players)

    def values(self, declared: d.State) -> Iterator[tuple[Index, Value]]:
        """The values of a state that are set."""
        indexes, value = self.codec.indexes[declared.name], self.codec.value
        for index, cell in zip(indexes, self.read(f.state_family(declared.name)), strict=True):
            if cell is not ABSENT:
                yield index, value(declared.type, cell)

    def dice(self, name: str) -> dict[Index, tuple[int, ...]]:
        faces = map(tuple, self.read(f.dice_family(name)))
        return dict(zip(self.codec.indexes[name], faces, strict=True))

    def limits(self) -> Iterator[tuple[tuple[Value, ...], int]]:
        """The counted uses of limits."""
        rows, population, value = self.read(f.LIMITS)[0], self.codec.population, self.codec.value
        limits = list(numbered_limits(population.program)) if rows else []
        for number, title, who, *named, times in rows:
            declared, clause = limits[number]
            types = [declared.locals[slot].type for slot in clause.for_each]
            values = (value(type, raw) for type, raw in zip(types, named, strict=True))
            yield (clause.name, value(t.Title(), title), population.players[who], *values), times

    def counting_as(self) -> Iterator[tuple[Card, CountsAs]]:
        titles, places = self.codec.members[t.Title], self.codec.places
        for (card, number), at in zip(self.of_cards(f.TITLES), self.read(f.COUNTING), strict=False):
            if at != f.AS_PRINTED:
                title = titles[number]
                assert isinstance(title, CardDefinition)
                yield card, CountsAs(title, None if at == f.WHILE_PLAYED else places[at])

    def facts(self) -> Iterator[tuple[Revealed, Value]]:
        for place, (statement, type) in self.flow.shown_facts.items():
            for card, facts in self.of_cards(f.facts_family(place)):
                for value, truth, to in facts:
                    known = self.codec.value(type, value)
                    yield Revealed(statement, place, card, known, bool(truth)), self.to(to)

    def histories(self) -> Iterator[tuple[str, dict[str, int]]]:
        histories = self.codec.population.program.histories
        for history, rows in zip(histories, self.read(f.HISTORIES), strict=True):
            if rows:
                yield history.name, {f"{high * HALF + low:016x}": n for high, low, n in rows}


# By the names of fields of `State`.
PARTS: dict[str, Callable[[_CellsOfMatch], Any]] = {
    "active": lambda of: of.codec.population.players[of.read(f.ACTIVE)[0]],
    "players": lambda of: of.to(of.read(f.PLAYERS)[0]),
    "states": lambda of: {
        declared.name: dict(of.values(declared)) for declared in of.codec.population.program.states
    },
    "histories": lambda of: dict(of.histories()),
    "zones": lambda of: {
        place: tuple([of.codec.population.cards[card] for card in there])
        for place, there in zip(of.codec.places, of.read(f.ZONES), strict=True)
    },
    "where": lambda of: {
        card: of.codec.places[at] for card, at in of.of_cards(f.WHERE) if at is not None
    },
    "ages": lambda of: {
        card: age
        for (card, age), at in zip(of.of_cards(f.AGES), of.read(f.WHERE), strict=False)
        if at is not None
    },
    "since": lambda of: dict(of.of_cards(f.SINCE)),
    "faces": lambda of: {
        card: FACE[face] for card, face in of.of_cards(f.FACES) if face is not None
    },
    "marks": lambda of: {card: of.to(to) for card, to in of.of_cards(f.MARKS) if to is not None},
    "dice": lambda of: {dice.name: of.dice(dice.name) for dice in of.codec.population.program.dice},
    "spaces": lambda of: {
        piece: of.codec.population.spaces[at]
        for piece, at in zip(of.codec.population.pieces, of.read(f.SPACE), strict=True)
        if at is not None
    },
    "standing": lambda of: {
        space: tuple([of.codec.population.pieces[piece] for piece in pieces])
        for space, pieces in zip(of.codec.population.spaces, of.read(f.STANDING), strict=True)
    },
    "limits": lambda of: dict(of.limits()),
    "counting_as": lambda of: dict(of.counting_as()),
    "facts": lambda of: dict(of.facts()),
    "shown": lambda of: {
        (name, index): of.to(of.S[at]) for name, index, at in of.codec.shown if of.S[at] is not None
    },
}
