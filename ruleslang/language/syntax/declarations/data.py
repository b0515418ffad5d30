"""Nodes of data: words, dice, zones, states, boards, pieces and options."""

from __future__ import annotations

import re

from attrs import frozen

from ruleslang.language.syntax.expressions import Expression, TypeNode
from ruleslang.language.syntax.node import Name, Node, Text, form
from ruleslang.language.syntax.simple_statements import Marked

_CORNER = re.compile(r"([a-z])([1-9][0-9]?)")  # `h8`


@form("words {name}: {words}")
@frozen(eq=False)
class Words(Marked):
    name: Name
    words: tuple[Name, ...]


@form("type {name}: {type}")
@frozen(eq=False)
class TypeName(Marked):
    name: Name
    type: TypeNode


@form("{word} [{copies:copies}]", rule="face_word")
@form("{low} [{copies:copies}]", rule="face_number")
@form("{low}..{high}", rule="face_run")
@frozen(eq=False)
class Face(Node):
    """A word, a number, or a range of numbers."""

    word: Name | None
    low: int | None
    high: int | None  # None: only `low`
    copies: int | None  # None: 1


@form("die {name}: {faces*}")
@frozen(eq=False)
class Die(Marked):
    name: Name
    faces: tuple[Face, ...]


@form("[{name}:] {type}", rule="place")
@frozen(eq=False)
class Index(Node):
    """One parameter of an index."""

    name: Name | None
    type: TypeNode


@form("all", rule="seen_by_all", word="all")
@form("owner", rule="seen_by_owner", word="owner")
@form("nobody", rule="seen_by_nobody", word="nobody")
@form("({players:phrase})", rule="seen_by_set", word="set")
@frozen(eq=False)
class SeenBy(Node):
    """`word` is `all`, `owner`, `nobody` or `set`."""

    word: str
    players: Expression | None  # only if `word` is `set`


@form(
    "dice {name}[({index})]: {number} {die}[, starts with {starts_with?:sum}]"
    "[, seen by {seen_by?}]",
    exact=True,
)
@form(
    "dice {name}[({index})]: up to {number} {die}[, starts with {starts_with?:sum}]"
    "[, seen by {seen_by?}]",
    rule="dice_up_to",
)
@frozen(eq=False)
class Dice(Marked):
    """`exact`: without `up to`."""

    name: Name
    index: tuple[Index, ...]
    number: int
    exact: bool
    die: Name
    starts_with: Expression | None
    seen_by: SeenBy | None


@form(
    "zone {name}[({index})]: {kind}[, {ordered?}][, at most {at_most?:rangex}]"
    "[, seen by {seen_by?}][, count seen by {count_seen_by?}]"
)
@frozen(eq=False)
class Zone(Marked):
    name: Name
    index: tuple[Index, ...]
    kind: Name
    ordered: bool
    at_most: Expression | None
    seen_by: SeenBy | None
    count_seen_by: SeenBy | None


@form(
    "state {name}[({index})]: {type}[ = {start}][, {reset_each?:reset_each}]"
    "[, {stops_at_the_ends?}][, {kept_in_mind?}][, only in {only_in?}][, seen by {seen_by?}]"
)
@frozen(eq=False)
class State(Marked):
    name: Name
    index: tuple[Index, ...]
    type: TypeNode
    start: Expression | None
    reset_each: tuple[Name, ...]
    stops_at_the_ends: bool
    kept_in_mind: bool
    only_in: Name | None  # a zone: a card elsewhere has the start value
    seen_by: SeenBy | None


@form("grid {sizes*:by}", rule="grid", word="grid")
@form("hexes {sizes*:by}", rule="hexes", word="hexes")
@form("line {sizes*:by}", rule="line", word="line")
@form("ring {sizes*:by}", rule="ring", word="ring")
@form("map", rule="map", word="map")
@frozen(eq=False)
class Shape(Node):
    """`word` is the first word, as `grid`."""

    word: str
    sizes: tuple[Expression, ...]


@form("{left} - {right}")
@frozen(eq=False)
class Link(Node):
    left: Name
    right: Name


@form("spaces: {names}")
@frozen(eq=False)
class Spaces(Marked):
    names: tuple[Name, ...]


@form("links: {links*}")
@frozen(eq=False)
class Links(Marked):
    links: tuple[Link, ...]


@form("row {text}")
@frozen(eq=False)
class DrawnRow(Marked):
    """A row of a board's drawing, with a letter for each space."""

    text: Text


@form("region {name} {letters}")
@frozen(eq=False)
class Region(Marked):
    """The spaces drawn with one of these letters."""

    name: Name
    letters: Text


@form("history {name}: {parts*}[, {reset_each?:reset_each}]")
@frozen(eq=False)
class History(Marked):
    name: Name
    parts: tuple[Name, ...]
    reset_each: tuple[Name, ...]


@form("{first}..{last}")
@frozen(eq=False)
class NamedSpaces(Node):
    """The first and last space of a board, `a1..h8`."""

    first: Name
    last: Name

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The names, row by row; empty unless the two are letter and number in order."""
        low, high = (_CORNER.fullmatch(corner.text) for corner in (self.first, self.last))
        if low is None or high is None:
            return ()
        columns = [chr(code) for code in range(ord(low[1]), ord(high[1]) + 1)]
        numbers = range(int(low[2]), int(high[2]) + 1)
        return tuple(
            tuple(f"{column}{number}" for column in columns) for number in numbers if columns
        )


@form(
    "board {name}: {shape}[, neighbours {neighbours?}][, named {named?}]"
    "[, {rows_from_each_side?:rows counted from each side}][, {one_piece_per_space?}]"
    "\n{spaces?}{links?}{drawing?}{regions?}"
)
@frozen(eq=False)
class Board(Marked):
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


@form("piece {name} [{text}] [{copies:copies}] [per {per}] [on {board}]")
@frozen(eq=False)
class Piece(Marked):
    name: Name
    text: Text | None
    copies: int | None
    per: Name | None
    board: Name | None


@form("{name} [{default:*}] [{text}]")
@frozen(eq=False)
class OptionValue(Marked):
    """A value of an option or reading; the starred one is the default."""

    name: Name
    default: bool
    text: Text | None


@form("{low}..{high} = {default}", rule="option_numbers")
@frozen(eq=False)
class Numbers(Node):
    """The numbers that an option may be, and the default."""

    low: int
    high: int
    default: int


@form("{word} {name} [{text}]\n{values*}")
@form("{word} {name} [{text}]: {numbers}", rule="number_option")
@frozen(eq=False)
class Option(Marked):
    """`word` is `option` or `reading`. It has `values`, or it is a number."""

    word: str
    name: Name
    text: Text | None
    values: tuple[OptionValue, ...]
    numbers: Numbers | None = None
