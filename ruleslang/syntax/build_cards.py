"""From parse trees to nodes of kinds, cards, tables and decks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ruleslang.source.span import Span
from ruleslang.syntax import declarations as nodes
from ruleslang.syntax.build_expressions import (
    plain,
)
from ruleslang.syntax.build_statements import headed
from ruleslang.syntax.builder_interface import Builder, Part, once
from ruleslang.syntax.expressions import Apply, Expression, TypeNode
from ruleslang.syntax.node import Marks, Name, Text
from ruleslang.syntax.statements import (
    Body,
    Effect,
)


def _kind(span: Span, name: Name, parent: Name | None, marks: Marks, *items: Any) -> nodes.Kind:
    _one_text(items)
    return nodes.Kind(name, parent, items, marks=marks, span=span)


def _kind_field(
    span: Span,
    name: Name,
    index: tuple[nodes.Index, ...] | None,
    type: TypeNode,
    default: Expression | None,
    marks: Marks,
) -> nodes.KindField:
    return nodes.KindField(name, index or (), type, default, marks=marks, span=span)


def _card(
    span: Span,
    name: Name,
    text: Text | None,
    copies: int | None,
    kind: Name,
    only_under: nodes.OnlyUnder | None,
    marks: Marks,
    *items: nodes.CardItem,
) -> nodes.Card:
    _one_text(items)
    return nodes.Card(name, text, copies, kind, only_under, items, marks=marks, span=span)


def _row_rules(span: Span, name: Name, marks: Marks, *items: nodes.CardItem) -> nodes.RowRules:
    return _row_under(span, name, None, marks, *items)


def _row_under(
    span: Span,
    name: Name,
    only_under: nodes.OnlyUnder | None,
    marks: Marks,
    *items: nodes.CardItem,
) -> nodes.RowRules:
    _one_text(items)
    return nodes.RowRules(name, only_under, items, marks=marks, span=span)


def _one_text(items: Iterable[Any]) -> None:
    """What is printed on a card is said once."""
    once(Part("text", None, each.span) for each in items if isinstance(each, nodes.RulesText))


def _field(span: Span, name: Name, *rest: Any) -> nodes.Field:
    return nodes.Field(name, rest[:-1], marks=rest[-1], span=span)


def _field_called(word: str) -> Builder:
    """The name of a field that is a word with which other lines of a card begin."""
    return lambda span: Name(word, span=span)


def _field_item(span: Span, *parts: Any) -> nodes.FieldItem:
    return nodes.FieldItem(parts[:-1], parts[-1], span=span)


def _windows(span: Span, *parts: Any) -> nodes.Windows:
    return nodes.Windows(parts[:-1], parts[-1], span=span)


def _play(
    span: Span,
    text: Text | None,
    zone: Name | Apply | None,
    windows: nodes.Windows | None,
    choices: tuple[Any, ...] | None,
    only_under: nodes.OnlyUnder | None,
    marks: Marks,
    body: Body | None,
) -> nodes.Play:
    return nodes.Play(text, zone, windows, choices or (), only_under, body, marks=marks, span=span)


def _standing(
    span: Span, condition: Expression, marks: Marks, effects: tuple[Effect, ...]
) -> nodes.Standing:
    return nodes.Standing(None, condition, effects, marks=marks, span=span)


def _standing_in(
    span: Span,
    zone: Name | Apply,
    condition: Expression | None,
    marks: Marks,
    effects: tuple[Effect, ...],
) -> nodes.Standing:
    return nodes.Standing(zone, condition, effects, marks=marks, span=span)


def _table(
    span: Span, kind: Name, only_under: nodes.OnlyUnder | None, marks: Marks, *rows: nodes.Row
) -> nodes.Table | nodes.TextTable:
    """Texts are there whatever is played: under an option their table is none, and is refused."""
    if kind.text == nodes.TEXTS and only_under is None:
        return nodes.TextTable(rows, marks=marks, span=span)
    return nodes.Table(kind, only_under, rows, marks=marks, span=span)


def _row(span: Span, first: Span, *parts: Any) -> nodes.Row:
    """Between two bars there is a cell, even when nothing is written there."""
    *between, marks = parts
    cells: list[nodes.Cell] = []
    cell = None
    for each in between:
        if isinstance(each, nodes.Cell):
            cell = each
        else:
            cells.append(cell or nodes.Cell("", span=Span(each.source, each.start, each.start)))
            cell = None
    return nodes.Row(tuple(cells), marks=marks, span=span)


def _deck(span: Span, *parts: Any) -> nodes.Deck:
    name, text, copies, kind, *axes, condition, marks = parts
    return nodes.Deck(name, text, copies, kind, tuple(axes), condition, marks=marks, span=span)


CARDS: dict[str, Builder] = {
    "kind": _kind,
    "kind_field": _kind_field,
    "card": _card,
    "row_rules": _row_rules,
    "row_under": _row_under,
    "field": _field,
    "field_called_play": _field_called("play"),
    "field_called_text": _field_called("text"),
    "field_called_while": _field_called("while"),
    "field_item": _field_item,
    "rules_text": headed(nodes.RulesText),
    "windows": _windows,
    "window_use": plain(nodes.WindowUse),
    "play": _play,
    "standing": _standing,
    "standing_in": _standing_in,
    "table": _table,
    "row": _row,
    "deck": _deck,
    "axis": plain(nodes.Axis),
}
