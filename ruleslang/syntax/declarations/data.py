"""Nodes of what exists: words, dice, zones, states, boards, pieces and options."""

from __future__ import annotations

import re

from attrs import frozen

from ruleslang.syntax.expressions import Expression, TypeNode
from ruleslang.syntax.node import Name, Node, Text
from ruleslang.syntax.simple_statements import Marked

_CORNER = re.compile(r"([a-z])([1-9][0-9]?)")  # `h8`


@frozen(eq=False)
class Words(Marked):
    """`words Side: left, middle, right`."""

    name: Name
    words: tuple[Name, ...]


@frozen(eq=False)
class TypeName(Marked):
    """`type Hand: set of playing_card up to 11`."""

    name: Name
    type: TypeNode


@frozen(eq=False)
class Face(Node):
    """`ball x3`, `-1`, `1..6`: a word, or one number, or a run of numbers."""

    word: Name | None
    low: int | None
    high: int | None  # None: no run, `low` alone
    copies: int | None  # None: not written, so 1


@frozen(eq=False)
class Die(Marked):
    """`die green: ball x3, miss`."""

    name: Name
    faces: tuple[Face, ...]


@frozen(eq=False)
class Index(Node):
    """One place of an index: `player`, `p: player`."""

    name: Name | None
    type: TypeNode


@frozen(eq=False)
class SeenBy(Node):
    """`seen by all`, `seen by (S)`; `word` is `all`, `owner`, `nobody` or `set`."""

    word: str
    players: Expression | None  # only there when `word` is `set`


@frozen(eq=False)
class Dice(Marked):
    """`dice force(player): up to 3 d6, starts with 2`; `exact` says that `up to` is not written."""

    name: Name
    index: tuple[Index, ...]
    number: int
    exact: bool
    die: Name
    starts_with: Expression | None
    seen_by: SeenBy | None


@frozen(eq=False)
class Zone(Marked):
    """`zone hand(player): cards, ordered, at most 7, seen by owner, count seen by all`."""

    name: Name
    index: tuple[Index, ...]
    kind: Name
    ordered: bool
    at_most: Expression | None
    seen_by: SeenBy | None
    count_seen_by: SeenBy | None


@frozen(eq=False)
class State(Marked):
    """`state timer: 0..9 = 0, reset each half, stops at the ends`."""

    name: Name
    index: tuple[Index, ...]
    type: TypeNode
    start: Expression | None
    reset_each: tuple[Name, ...]
    stops_at_the_ends: bool
    kept_in_mind: bool
    only_in: Name | None  # a zone: a card that lies elsewhere has the start value
    seen_by: SeenBy | None


@frozen(eq=False)
class Shape(Node):
    """`grid 7 by 11`, `hexes size by size`, `line 12`, `ring 24`, `map`."""

    word: str
    sizes: tuple[Expression, ...]


@frozen(eq=False)
class Link(Node):
    """`gate - market`."""

    left: Name
    right: Name


@frozen(eq=False)
class Spaces(Marked):
    """`spaces: gate, market, tower`."""

    names: tuple[Name, ...]


@frozen(eq=False)
class Links(Marked):
    """`links: gate - market, market - tower`."""

    links: tuple[Link, ...]


@frozen(eq=False)
class DrawnRow(Marked):
    """`row ". a a G a a ."`: a row of a board's drawing, a letter for each space."""

    text: Text


@frozen(eq=False)
class Region(Marked):
    """`region penalty_areas "aG"`: the spaces that are drawn with one of these letters."""

    name: Name
    letters: Text


@frozen(eq=False)
class History(Marked):
    """`history position: man, rights, active, reset each game`."""

    name: Name
    parts: tuple[Name, ...]
    reset_each: tuple[Name, ...]


@frozen(eq=False)
class NamedSpaces(Node):
    """`named a1..h8`: the first space of a board and its last."""

    first: Name
    last: Name

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The names, row by row; nothing where the two are no letter and number in order."""
        low, high = (_CORNER.fullmatch(each.text) for each in (self.first, self.last))
        if low is None or high is None:
            return ()
        columns = [chr(code) for code in range(ord(low[1]), ord(high[1]) + 1)]
        numbers = range(int(low[2]), int(high[2]) + 1)
        return tuple(tuple(f"{each}{number}" for each in columns) for number in numbers if columns)


@frozen(eq=False)
class Board(Marked):
    """`board pitch: grid 7 by 11, neighbours 8, one piece per space`."""

    name: Name
    shape: Shape
    neighbours: int | None
    named: NamedSpaces | None
    rows_from_each_side: bool
    one_piece_per_space: bool
    spaces: Spaces | None
    links: Links | None
    drawing: tuple[DrawnRow, ...] = ()
    regions: tuple[Region, ...] = ()


@frozen(eq=False)
class Piece(Marked):
    """`piece man "man" x10 per player on pitch`."""

    name: Name
    text: Text | None
    copies: int | None
    per: Name | None
    board: Name | None


@frozen(eq=False)
class OptionValue(Marked):
    """`base_first * "label"` of an option or reading."""

    name: Name
    default: bool
    text: Text | None


@frozen(eq=False)
class Numbers(Node):
    """`4..13 = 6`: the numbers that an option may be, and the one that is played unless set."""

    low: int
    high: int
    default: int


@frozen(eq=False)
class Option(Marked):
    """`option …`, `reading …`; `word` says which. It has `values`, or it is a number."""

    word: str
    name: Name
    text: Text | None
    values: tuple[OptionValue, ...]
    numbers: Numbers | None = None
