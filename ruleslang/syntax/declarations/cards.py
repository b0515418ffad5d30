"""Nodes of kinds, cards, tables of cards and decks."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruleslang.syntax.declarations.behaviour import OnlyUnder, Windows
from ruleslang.syntax.declarations.data import Index
from ruleslang.syntax.expressions import Apply, Expression, Number, TypeNode
from ruleslang.syntax.node import Name, Node, Text
from ruleslang.syntax.simple_statements import Marked
from ruleslang.syntax.statements import Body, Choice, Clause, Effect


@frozen(eq=False)
class KindField(Marked):
    """`has bonus(Zone): -5..5 = 0`."""

    name: Name
    index: tuple[Index, ...]
    type: TypeNode
    default: Expression | None


@frozen(eq=False)
class FieldItem(Node):
    """One item of a field: a constant, alone or after the places it is for (`left -1`, `2 0`)."""

    places: tuple[Name | Number, ...]
    value: Expression


@frozen(eq=False)
class Field(Marked):
    """`bonus: left 2, right -1`."""

    name: Name
    items: tuple[FieldItem, ...]


@frozen(eq=False)
class RulesText(Marked):
    """`text "…"`: what is printed on the card."""

    text: Text


@frozen(eq=False)
class Play(Marked):
    """
    `play "title" while in Z in W where C choosing …` and its body.

    `body` is None when only a head is there.
    """

    text: Text | None
    zone: Name | Apply | None
    windows: Windows | None
    choices: tuple[Choice, ...]
    only_under: OnlyUnder | None
    body: Body | None


@frozen(eq=False)
class Standing(Marked):
    """
    `while in ZONE and C`, `while C`, with effects; at the left margin or in a card.

    `zone` is None when there is no `in`; `condition` is None when nothing follows the zone.
    """

    zone: Name | Apply | None
    condition: Expression | None
    effects: tuple[Effect, ...]


CardItem: TypeAlias = Field | RulesText | Play | Standing


@frozen(eq=False)
class Kind(Marked):
    """`kind equipment: spell` and its items."""

    name: Name
    parent: Name | None
    items: tuple[KindField | CardItem | Clause, ...]


@frozen(eq=False)
class Card(Marked):
    """`card knight "Knight" x4: figure only under castle is open` and its items."""

    name: Name
    text: Text | None
    copies: int | None
    kind: Name
    only_under: OnlyUnder | None
    items: tuple[CardItem, ...]


@frozen(eq=False)
class RowRules(Marked):
    """`card knight` without a kind: more items for a card that a row of a table declares."""

    name: Name
    only_under: OnlyUnder | None
    items: tuple[CardItem, ...]


@frozen(eq=False)
class Cell(Node):
    """One cell of a table, as written, without the blanks about it."""

    text: str


@frozen(eq=False)
class Row(Marked):
    """`| a | b |`."""

    cells: tuple[Cell, ...]


TEXTS = "texts"
"""What a table of texts has in the place of a kind."""


@frozen(eq=False)
class Table(Marked):
    """`table striker only under league is big` and its rows; the first names the columns."""

    kind: Name
    only_under: OnlyUnder | None
    rows: tuple[Row, ...]


@frozen(eq=False)
class TextTable(Marked):
    """`table texts` and its rows: what stands in the rulebook's texts, in other languages."""

    rows: tuple[Row, ...]


@frozen(eq=False)
class Axis(Node):
    """`suit in Suit`."""

    name: Name
    subject: Expression


@frozen(eq=False)
class Deck(Marked):
    """`deck french "{suit} {rank}" x2 of playing_card: suit in Suit, rank in 1..13 where C`."""

    name: Name
    text: Text | None
    copies: int | None
    kind: Name
    axes: tuple[Axis, ...]
    condition: Expression | None
