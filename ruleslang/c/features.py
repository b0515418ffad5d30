"""
Encodes rows of observations for a neural network: a plane of a board for each name that a state of
its spaces can have and for each sort of pieces, elsewhere a column for each name; numbers stay
numbers.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from ruleslang.match.entities import Population, place_name
from ruleslang.match.values import Card, Piece, Place, Value
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

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
    """`columns` names each feature; `blocks` has the place and shape of each part."""

    columns: tuple[str, ...]
    blocks: Mapping[str, Block]
    table: array[int]  # how C makes them, see `runtime/rows.c`

    @property
    def width(self) -> int:
        return len(self.columns)

    def row(self, observed: Sequence[int]) -> array[float]:
        """The features of a row of observations."""
        found = array("f", bytes(4 * self.width))
        for column, told in enumerate(observed):
            at, names, lowest, apart, hidden = self.table[OF_COLUMN * column :][:OF_COLUMN]
            if told == UNSEEN:
                if hidden >= 0:
                    found[hidden] = 1
            elif names == 0:
                found[at] = told
            elif 0 <= told - lowest < names:
                found[at + (told - lowest) * apart] += 1
        return found


def features(
    everyone: Population, parts: Mapping[str, int], numbers: Mapping[str, Mapping[str, int]]
) -> Features:
    """The features of rows with this layout: the width of each part, and the numbers of names."""
    return _Layout(everyone, parts, numbers).made()


class _Layout:
    """Goes through the parts of a row in order."""

    def __init__(
        self,
        everyone: Population,
        parts: Mapping[str, int],
        numbers: Mapping[str, Mapping[str, int]],
    ) -> None:
        self.everyone, self.parts, self.numbers = everyone, parts, numbers
        self.columns: list[str] = []
        self.blocks: dict[str, Block] = {}
        self.table = array("q")
        self.done = set[str]()  # states of copies of a card have one part

    def made(self) -> Features:
        players = [player.name for player in self.everyone.players]
        self._one_of("player", "player", players)
        self._one_of("active", "active", players)
        first = self._block("players", [f"{player} is in" for player in players])
        for place in range(len(players)):
            self._column(first + place)
        for zone in self.everyone.all_places():
            self._zone(f"zone {zone.name}", zone)
        for state in self.everyone.program.states:
            for index in self.everyone.indexes(state.index):
                self._state(state, index)
        for dice in self.everyone.program.dice:
            for index in self.everyone.indexes(dice.index):
                self._value(f"dice {place_name(dice.name, index)}", hides=True)
        for piece in self.everyone.pieces:
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

    def _one_of(self, part: str, said: str, names: Sequence[str]) -> None:
        first = self._block(part, [f"{said} is {name}" for name in names])
        self._column(first, len(names))

    # ------------------------------------------------------------ zones, states, dice

    def _zone(self, part: str, zone: Place) -> None:
        """The number of cards; of an ordered zone the top card; the number of each title."""
        titles, name = [*self.numbers[part]], zone.name
        top = [*titles, IS_HIDDEN] if zone.zone.ordered else []
        said = [f"{name}: cards", f"{name}: cards {IS_HIDDEN}"]
        said += [f"{name}: top {'' if each == IS_HIDDEN else 'is '}{each}" for each in top]
        first = self._block(part, [*said, *(f"{name}: {title}" for title in titles)])
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
        hides = state.seen.by != "all" or any(isinstance(each, Card) for each in index)
        spaces = [at for at, each in enumerate(state.index) if _board(each.type)]
        if part in self.done:
            return
        self.done.add(part)
        board = _board(state.index[spaces[0]].type) if len(spaces) == 1 else None
        if board is None or self.parts[part] > 1:
            self._value(part, hides=hides, of=plain(state.type))
            return
        space = index[spaces[0]]
        others = tuple(each for at, each in enumerate(index) if at != spaces[0])
        self._on_board(part, f"state {place_name(state.name, others)}", board, space, hides=hides)

    def _on_board(self, part: str, block: str, board: str, space: Any, *, hides: bool) -> None:
        """A state of a space: a plane per name, or one of numbers; and one of what is hidden."""
        geometry, names = self.everyone.boards[board], [*self.numbers[part]]
        spaces, called = geometry.spaces, block.partition(" ")[2]
        planes = [f" is {name}" for name in names] or [""]
        planes += [f" {IS_HIDDEN}"] if hides else []
        columns = [f"{called} at {each.name}{said}" for said in planes for each in spaces]
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
            values = [f"{each} is {name}" for each in entries for name in names] or entries
        said = [*([f"{called}: number"] if width > 1 else []), *values]
        first = self._block(part, said + ([f"{called} {IS_HIDDEN}"] if hides else []))
        hidden = first + len(said) if hides else -1
        if width > 1:
            self._column(first, hidden=hidden)
        begin = first + len(said) - len(values)
        apart = 0 if is_shared else len(values) // len(entries)
        for entry in range(len(entries)):
            self._column(begin + entry * apart, len(names), hidden=hidden)

    def _piece(self, piece: Piece) -> None:
        """Pieces of the same sort and owner share a plane of their board."""
        of, spaces = piece.declaration, self.everyone.spaces
        shape = (1, 1, len(spaces))
        if of.board is not None:
            geometry = self.everyone.boards[of.board]
            spaces = geometry.spaces
            shape = (1, geometry.rows, len(spaces) // geometry.rows)
        called = of.name if piece.owner is None else f"{of.name} of {piece.owner.name}"
        columns = [f"{called} at {space.name}" for space in spaces]
        first = self._block(f"piece {called}", columns, *shape)
        self._column(first, len(spaces), lowest=spaces[0].order if spaces else 0)


def _board(type: t.Type) -> str | None:
    return type.board if isinstance(type, t.Space) else None
