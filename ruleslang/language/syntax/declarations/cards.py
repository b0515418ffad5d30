"""Nodes of kinds, cards, tables of cards and decks."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruleslang.language.syntax.declarations.behaviour import OnlyUnder, Windows
from ruleslang.language.syntax.declarations.data import Index
from ruleslang.language.syntax.expressions import Apply, Expression, Number, TypeNode
from ruleslang.language.syntax.node import Name, Node, Text, form
from ruleslang.language.syntax.simple_statements import Choice, Marked
from ruleslang.language.syntax.statements import Body, Clause, Effect


@form("has {name}[({index})]: {type}[ = {default}]")
@frozen(eq=False)
class KindField(Marked):
    name: Name
    index: tuple[Index, ...]
    type: TypeNode
    default: Expression | None


@form("[{places*:blanks}] {value}")
@frozen(eq=False)
class FieldItem(Node):
    """A constant, alone or after the index it is for: `left -1`, `2 0`."""

    places: tuple[Name | Number, ...]
    value: Expression


@form("{name}: {items*}")
@frozen(eq=False)
class Field(Marked):
    name: Name
    items: tuple[FieldItem, ...]


@form("text {text}")
@frozen(eq=False)
class RulesText(Marked):
    """The text printed on a card."""

    text: Text


@form("play [{text}] [while in {zone}] [{windows}] [choosing {choices}]\n{body}")
@frozen(eq=False)
class Play(Marked):
    """`body` is None if there is only a head."""

    text: Text | None
    zone: Name | Apply | None
    windows: Windows | None
    choices: tuple[Choice, ...]
    body: Body | None


@form("while {condition}\n{effects}")
@form("while in {zone} [and {condition:and_e}]\n{effects}", rule="standing_in")
@frozen(eq=False)
class Standing(Marked):
    """Standing effects at the left margin or on a card; `zone` or `condition` may be None."""

    zone: Name | Apply | None
    condition: Expression | None
    effects: tuple[Effect, ...]


CardItem: TypeAlias = Field | RulesText | Play | Standing


@form("kind {name}[: {parent}]\n{items*}")
@frozen(eq=False)
class Kind(Marked):
    name: Name
    parent: Name | None
    items: tuple[KindField | CardItem | Clause, ...]


@form("card {name} [{text}] [{copies:copies}]: {kind} [{only_under}]\n{items*}")
@frozen(eq=False)
class Card(Marked):
    name: Name
    text: Text | None
    copies: int | None
    kind: Name
    only_under: OnlyUnder | None
    items: tuple[CardItem, ...]


@form("card {name}\n{items*}")
@form("card {name} {only_under}\n{items*}", rule="row_under")
@frozen(eq=False)
class RowRules(Marked):
    """Further items of a card that a table row declares."""

    name: Name
    only_under: OnlyUnder | None
    items: tuple[CardItem, ...]


@frozen(eq=False)
class Cell(Node):
    """A cell of a table, as written, without surrounding blanks."""

    text: str


@frozen(eq=False)
class Row(Marked):
    """`| a | b |`."""

    cells: tuple[Cell, ...]


TEXTS = "texts"
"""The word that a table of texts has in place of a kind."""


@frozen(eq=False)
class Table(Marked):
    """`table striker only under league is big` and its rows; the first names the columns."""

    kind: Name
    only_under: OnlyUnder | None
    rows: tuple[Row, ...]


@frozen(eq=False)
class TextTable(Marked):
    """`table texts` and its rows: translations of the rulebook's texts."""

    rows: tuple[Row, ...]


LOOKS = "looks"
"""The word that a table of looks has in place of a kind."""


@frozen(eq=False)
class LookTable(Marked):
    """`table looks` and its rows: how declarations are named and drawn."""

    rows: tuple[Row, ...]


RULES = "rules"
"""The word that a table of the numbered rules has in place of a kind."""


@frozen(eq=False)
class RuleTable(Marked):
    """`table rules` and its rows: the wording of the printed rulebook's numbered rules."""

    rows: tuple[Row, ...]


@form("{name} in {subject:rangex}")
@frozen(eq=False)
class Axis(Node):
    name: Name
    subject: Expression


@form("deck {name} [{text}] [{copies:copies}] of {kind}: {axes*} [where {condition}]")
@frozen(eq=False)
class Deck(Marked):
    name: Name
    text: Text | None
    copies: int | None
    kind: Name
    axes: tuple[Axis, ...]
    condition: Expression | None


@form("{title:postfix}[ {copies:copies}]")
@frozen(eq=False)
class Listed(Node):
    title: Expression
    copies: int | None


@form("list {name} of {kind}: {entries*}")
@frozen(eq=False)
class CardList(Marked):
    """A deck list: cards of a kind with their numbers of copies."""

    name: Name
    kind: Name
    entries: tuple[Listed, ...]
