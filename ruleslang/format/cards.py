"""Kinds, cards and tables as lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import assert_never

from ruleslang.format.choices_and_patterns import choosing, only_under, windows
from ruleslang.format.expressions import Bond, expression, held
from ruleslang.format.lines import Line, copies, label, text
from ruleslang.format.statements import body, clause, effects
from ruleslang.format.types import indexed, typed
from ruleslang.syntax.declarations import (
    TEXTS,
    Card,
    CardItem,
    Field,
    FieldItem,
    Kind,
    KindField,
    Play,
    Row,
    RowRules,
    RulesText,
    Standing,
    Table,
    TextTable,
)
from ruleslang.syntax.statements import Clause


def kind(node: Kind) -> Iterator[Line]:
    """A kind, its fields and what its cards share."""
    parent = "" if node.parent is None else f": {node.parent.text}"
    yield Line(0, f"kind {node.name.text}{parent}", node.span.start, node.marks)
    for item in node.items:
        if isinstance(item, KindField):
            yield Line(1, _kind_field(item), item.span.start, item.marks)
        elif isinstance(item, Clause):
            yield clause(item, 1)
        else:
            yield from _item(item)


def _kind_field(node: KindField) -> str:
    default = "" if node.default is None else f" = {expression(node.default)}"
    return f"has {node.name.text}{indexed(node.index)}{typed(node.type)}{default}"


def card(node: Card) -> Iterator[Line]:
    """A card and what is printed on it."""
    head = f"card {node.name.text}{label(node.text)}{copies(node.copies)}: {node.kind.text}"
    yield Line(0, head + only_under(node.only_under), node.span.start, node.marks)
    for item in node.items:
        yield from _item(item)


def row_rules(node: RowRules) -> Iterator[Line]:
    """What the card of a table's row has beside its row."""
    head = f"card {node.name.text}{only_under(node.only_under)}"
    yield Line(0, head, node.span.start, node.marks)
    for item in node.items:
        yield from _item(item)


def _item(node: CardItem) -> Iterator[Line]:
    match node:
        case Field():
            items = ", ".join(map(_field_item, node.items))
            yield Line(1, f"{node.name.text}: {items}", node.span.start, node.marks)
        case RulesText():
            yield Line(1, f"text {text(node.text)}", node.span.start, node.marks)
        case Play():
            zone = "" if node.zone is None else f" while in {expression(node.zone)}"
            head = f"play{label(node.text)}{zone}{windows(node.windows)}{choosing(node.choices)}"
            yield Line(1, head + only_under(node.only_under), node.span.start, node.marks)
            yield from body(node.body, 1)
        case Standing():
            yield from standing(node, 1)
        case _:
            assert_never(node)


def _field_item(node: FieldItem) -> str:
    return " ".join(map(expression, (*node.places, node.value)))


def standing(node: Standing, depth: int) -> Iterator[Line]:
    """`while …` and its effects."""
    yield Line(depth, _while(node), node.span.start, node.marks)
    yield from effects(node.effects, depth + 1)


def _while(node: Standing) -> str:
    if node.zone is None:
        return "while" if node.condition is None else f"while {expression(node.condition)}"
    head = f"while in {expression(node.zone)}"
    return head if node.condition is None else f"{head} and {held(node.condition, Bond.AND)}"


def table(node: Table | TextTable) -> Iterator[Line]:
    """A table with its columns padded to their longest cell."""
    name = node.kind.text + only_under(node.only_under) if isinstance(node, Table) else TEXTS
    yield Line(0, f"table {name}", node.span.start, node.marks)
    columns = zip_longest(*([cell.text for cell in row.cells] for row in node.rows), fillvalue="")
    widths = [max(map(len, column)) for column in columns]
    for row in node.rows:
        yield Line(1, _row(row, widths), row.span.start, row.marks)


def _row(node: Row, widths: list[int]) -> str:
    cells = zip(node.cells, widths, strict=False)
    return f"| {' | '.join(cell.text.ljust(width) for cell, width in cells)} |"
