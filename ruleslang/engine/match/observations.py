"""Encodes what a seat may know of a match as a row of numbers, always of the same width."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from attrs import frozen

from ruleslang.engine.match.decision import SeenValue, View, ZoneView
from ruleslang.engine.match.entities import Population, place_name
from ruleslang.engine.match.runtime_values import Card, Piece, Place, Value, name_of
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

NOTHING = -1  # none, no card on top, a piece off the boards
ENTRIES = 8  # entries of a set or list that have a cell in the row, after their number


@frozen(eq=False, slots=False)
class Observations:
    """The layout of a row: the names of its parts in order, with their widths."""

    population: Population
    parts: Mapping[str, int]
    numbers: Mapping[str, Mapping[str, int]]  # the numbers of the names in each part

    @cached_property
    def width(self) -> int:
        return sum(self.parts.values())

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """A name for each number of a row."""
        return tuple(name for part in self.parts for name in self._columns_of(part))

    def _columns_of(self, part: str) -> Sequence[str]:
        if part.startswith("zone "):
            return [f"{part}: {column}" for column in ("cards", "top", *self.numbers[part])]
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
        numbers = array("i", [-1 if view.player is None else view.player, view.active])
        numbers.extend(int(seat in view.players) for seat in range(len(self.population.players)))
        for name, zone in view.zones.items():
            numbers.extend(self.zone(f"zone {name}", zone))
        for part in self.parts:
            kind, _, name = part.partition(" ")
            if kind == "state":
                numbers.extend(self.value(part, view.states.get(name)))
            elif kind == "dice":
                numbers.extend(self.value(part, view.dice.get(name)))
            elif kind == "piece":
                numbers.extend(self.value(part, view.pieces[name] or "none"))
        return numbers

    def zone(self, part: str, zone: ZoneView) -> list[int]:
        """The number of cards, the title on top, and how many of each title are seen."""
        titles = self.numbers[part]
        top = zone.cards[0] if zone.cards else "none"
        numbers = [
            UNSEEN if zone.count is None else zone.count,
            UNSEEN if top is None else titles.get(top, NOTHING),
            *[0] * len(titles),
        ]
        for card in zone.cards:
            if card is not None:
                numbers[2 + titles[card]] += 1
        return numbers

    def value(self, part: str, value: SeenValue | None) -> Iterator[int]:
        """What is seen of a state, of dice, or of a piece's place; `None`: nothing."""
        width, names = self.parts[part], self.numbers[part]
        if width == 1 or not isinstance(value, tuple):
            yield UNSEEN if value is None else _number(value, names)
            yield from [UNSEEN] * (width - 1)
            return
        yield len(value)
        entries = [_number(entry, names) for entry in value[: width - 1]]
        yield from entries
        yield from [NOTHING] * (width - 1 - len(entries))


def _number(value: SeenValue, names: Mapping[str, int]) -> int:
    if isinstance(value, int):
        return max(-(2**31), min(int(value), 2**31 - 1))
    return names.get(value, NOTHING) if isinstance(value, str) else NOTHING


@lru_cache(maxsize=64)
def observations(population: Population) -> Observations:
    """The layout of a game's rows."""
    parts = {"player": 1, "active": 1, "players": len(population.players)}
    numbers: dict[str, Mapping[str, int]] = {}
    titles = {title.name: at for at, title in enumerate(population.titles.values())}
    for place in population.all_places():
        part = f"zone {place.name}"
        parts[part], numbers[part] = 2 + len(titles), titles
    for name, state, _ in population.state_places:
        part, of = f"state {name}", plain(population.states[state].type)
        parts[part] = 1 + ENTRIES if isinstance(of, t.SetOf | t.ListOf) else 1
        numbers[part] = _names(population, of)
    for dice in population.program.dice:
        faces = {name_of(face): at for at, face in enumerate(population.faces[dice.die])}
        for index in population.indexes(dice.index):
            part = f"dice {place_name(dice.name, index)}"
            parts[part], numbers[part] = 1 + ENTRIES, faces
    spaces = {space.name: at for at, space in enumerate(population.spaces)}
    for piece in population.pieces:
        parts[f"piece {piece.name}"], numbers[f"piece {piece.name}"] = 1, spaces
    return Observations(population, parts, numbers)


def _names(population: Population, type: t.Type) -> Mapping[str, int]:
    """The numbers of the names of a type's values: their places in the standard order."""
    if isinstance(type, t.SetOf | t.ListOf):
        return _names(population, plain(type.element))
    if isinstance(type, t.Number | t.Truth | t.Never):
        return {}
    try:
        return {name_of(value): at for at, value in enumerate(population.domain(type))}
    except TypeError:  # values of this type have no numbers: only their presence is shown
        return {}


Index: TypeAlias = tuple[Value, ...]


def places_by_name(declared: d.State | d.Dice, indexes: Sequence[Index]) -> dict[str, list[int]]:
    """The numbers of entries by the names of a row's parts; copies of a card share a name."""
    places, kind = defaultdict[str, list[int]](list), type(declared).__name__.lower()
    for number, index in enumerate(indexes):
        places[f"{kind} {place_name(declared.name, index)}"].append(number)
    return places


UNSEEN = -1_000_000
IS_HIDDEN = "is hidden"
OF_COLUMN = 5  # numbers in the table
NEVER = 1 << 40  # lower than any number of a name


@frozen
class Block:
    """
    The place of a part among the features: `shape` is the number of planes, rows and columns; or
    just the number of columns.
    """

    first: int
    shape: tuple[int, ...]


@frozen(eq=False)
class Features:
    """
    Rows of observations encoded for a neural network: a plane of a board for each name that a state
    of its spaces can have and for each sort of pieces, elsewhere a column for each name; numbers
    stay numbers. `columns` names each feature; `blocks` has the place and shape of each part.
    """

    columns: tuple[str, ...]
    blocks: Mapping[str, Block]
    table: array[int]  # how C makes them, see `runtime/rows.c`

    @property
    def width(self) -> int:
        return len(self.columns)

    def row(self, observed: Sequence[int]) -> array[float]:
        """The features of a row of observations."""
        features = array("f", bytes(4 * self.width))
        for column, seen in enumerate(observed):
            at, names, lowest, apart, hidden = self.table[
                OF_COLUMN * column : OF_COLUMN * (column + 1)
            ]
            if seen == UNSEEN:
                if hidden >= 0:
                    features[hidden] = 1
            elif names == 0:
                features[at] = seen
            elif 0 <= seen - lowest < names:
                features[at + (seen - lowest) * apart] += 1
        return features


def features(
    population: Population, parts: Mapping[str, int], numbers: Mapping[str, Mapping[str, int]]
) -> Features:
    """The features of rows with this layout: the width of each part, and the numbers of names."""
    return _Layout(population, parts, numbers).made()


class _Layout:
    """Goes through the parts of a row in order."""

    def __init__(
        self,
        population: Population,
        parts: Mapping[str, int],
        numbers: Mapping[str, Mapping[str, int]],
    ) -> None:
        self.population, self.parts, self.numbers = population, parts, numbers
        self.columns: list[str] = []
        self.blocks: dict[str, Block] = {}
        self.table = array("q")
        self.done = set[str]()  # states of copies of a card have one part

    def made(self) -> Features:
        players = [player.name for player in self.population.players]
        self._one_of("player", "player", players)
        self._one_of("active", "active", players)
        first = self._block("players", [f"{player} is in" for player in players])
        for place in range(len(players)):
            self._column(first + place)
        for zone in self.population.all_places():
            self._zone(f"zone {zone.name}", zone)
        for state in self.population.program.states:
            for index in self.population.indexes(state.index):
                self._state(state, index)
        for dice in self.population.program.dice:
            for index in self.population.indexes(dice.index):
                self._value(f"dice {place_name(dice.name, index)}", hides=True)
        for piece in self.population.pieces:
            self._piece(piece)
        return Features(tuple(self.columns), self.blocks, self.table)

    def _block(self, part: str, columns: Sequence[str], *shape: int) -> int:
        """The first feature of a part; its columns are added unless other parts have added them."""
        if part not in self.blocks:
            self.blocks[part] = Block(len(self.columns), shape or (len(columns),))
            self.columns += columns
        return self.blocks[part].first

    def _column(
        self, at: int, names: int = 0, lowest: int = 0, apart: int = 1, hidden: int = -1
    ) -> None:
        """Add the destination of the next column of a row."""
        self.table.extend((at, names, lowest, apart, hidden))

    def _one_of(self, part: str, label: str, names: Sequence[str]) -> None:
        first = self._block(part, [f"{label} is {name}" for name in names])
        self._column(first, len(names))

    # ------------------------------------------------------------ zones, states, dice

    def _zone(self, part: str, zone: Place) -> None:
        """The number of cards, the top card of an ordered zone, the number of each title."""
        titles, name = [*self.numbers[part]], zone.name
        top = [*titles, IS_HIDDEN] if zone.zone.ordered else []
        columns = [f"{name}: cards", f"{name}: cards {IS_HIDDEN}"]
        columns += [
            f"{name}: top {'' if title_or_hidden == IS_HIDDEN else 'is '}{title_or_hidden}"
            for title_or_hidden in top
        ]
        first = self._block(part, [*columns, *(f"{name}: {title}" for title in titles)])
        self._column(first, hidden=first + 1)
        behind = first + 2 + len(top)
        if top:
            self._column(first + 2, len(titles), hidden=behind - 1)
        else:
            self._column(first, names=1, lowest=NEVER)
        for place in range(len(titles)):
            self._column(behind + place)

    def _state(self, state: d.State, index: tuple[Value, ...]) -> None:
        part = f"state {place_name(state.name, index)}"
        hides = state.seen.by != "all" or any(isinstance(place, Card) for place in index)
        spaces = [at for at, place in enumerate(state.index) if _board(place.type)]
        if part in self.done:
            return
        self.done.add(part)
        board = _board(state.index[spaces[0]].type) if len(spaces) == 1 else None
        if board is None or self.parts[part] > 1:
            self._value(part, hides=hides, of=plain(state.type))
            return
        space = index[spaces[0]]
        others = tuple(place for at, place in enumerate(index) if at != spaces[0])
        self._on_board(part, f"state {place_name(state.name, others)}", board, space, hides=hides)

    def _on_board(self, part: str, block: str, board: str, space: Any, *, hides: bool) -> None:
        """A state of a space: a plane per name, or one of numbers; and one of what is hidden."""
        geometry, names = self.population.boards[board], [*self.numbers[part]]
        spaces, called = geometry.spaces, block.partition(" ")[2]
        planes = [f" is {name}" for name in names] or [""]
        planes += [f" {IS_HIDDEN}"] if hides else []
        columns = [
            f"{called} at {board_space.name}{plane}" for plane in planes for board_space in spaces
        ]
        shape = len(planes), geometry.rows, len(spaces) // geometry.rows
        at = self._block(block, columns, *shape) + space.order - spaces[0].order
        hidden = at + len(spaces) * (len(planes) - 1) if hides else -1
        self._column(at, len(names), apart=len(spaces), hidden=hidden)

    def _value(self, part: str, *, hides: bool, of: t.Type | None = None) -> None:
        """
        One value, or the number of entries and the entries: for a set one column per name, for a
        list and dice (`of` is `None`) one per name at each place.
        """
        names, width, called = [*self.numbers[part]], self.parts[part], part.partition(" ")[2]
        entries = [called] if width == 1 else [f"{called}: entry {at}" for at in range(1, width)]
        is_shared = isinstance(of, t.SetOf) and bool(names)
        if is_shared:
            values = [f"{called} has {name}" for name in names]
        else:
            values = [
                f"{entry_label} is {name}" for entry_label in entries for name in names
            ] or entries
        columns = [*([f"{called}: number"] if width > 1 else []), *values]
        first = self._block(part, columns + ([f"{called} {IS_HIDDEN}"] if hides else []))
        hidden = first + len(columns) if hides else -1
        if width > 1:
            self._column(first, hidden=hidden)
        begin = first + len(columns) - len(values)
        apart = 0 if is_shared else len(values) // len(entries)
        for entry in range(len(entries)):
            self._column(begin + entry * apart, len(names), hidden=hidden)

    def _piece(self, piece: Piece) -> None:
        """Pieces of the same sort and owner share a plane of their board."""
        of, spaces = piece.declaration, self.population.spaces
        shape = (1, 1, len(spaces))
        if of.board is not None:
            geometry = self.population.boards[of.board]
            spaces = geometry.spaces
            shape = (1, geometry.rows, len(spaces) // geometry.rows)
        called = of.name if piece.owner is None else f"{of.name} of {piece.owner.name}"
        columns = [f"{called} at {space.name}" for space in spaces]
        first = self._block(f"piece {called}", columns, *shape)
        self._column(first, len(spaces), lowest=spaces[0].order if spaces else 0)


def _board(type: t.Type) -> str | None:
    return type.board if isinstance(type, t.Space) else None
