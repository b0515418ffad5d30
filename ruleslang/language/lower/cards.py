"""Lowers kinds, cards and tables of cards: their fields, plays and effects."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import define, field, frozen

from ruleslang.language.lower.behaviour import copies_under, lower_standing
from ruleslang.language.lower.constant_values import cell, constant, words_of
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.diagnostics import cards as errors
from ruleslang.language.lower.plays import PlaysAbove, lower_plays
from ruleslang.language.lower.types import index_places, lower_type
from ruleslang.language.resolve.diagnostics import unknown_column, unknown_kind
from ruleslang.language.resolve.symbol_table import TableCard
from ruleslang.language.resolve.tables import MOST_COLUMNS, is_default, is_field
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.expressions import Braces, Expression, Number, Range, RangeType
from ruleslang.language.syntax.node import Name, Node
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.references import Text
from ruleslang.program.typing.lattice import plain
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span
from ruleslang.source.suggest import nearest

MOST_NEAR = 5  # most columns of a table that are reported one by one


@frozen
class KindInfo:
    """What cards need of a kind: all fields (inherited ones too), plays and standing effects."""

    fields: dict[str, d.FieldType]
    defaults: dict[str, e.Expr]
    plays: PlaysAbove
    standings: tuple[str, ...]
    rules_text: Text | None


@frozen
class Texts:
    """What is made of the lines of a card or kind: its plays and effects, and its text."""

    above: PlaysAbove  # all plays that it has
    plays: tuple[d.Play, ...]
    standings: tuple[d.Standing, ...]
    printed: Text | None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its own standing effects."""
        return tuple(standing.name for standing in self.standings)


@define(eq=False)
class Cards:
    """The results of lowering cards and kinds."""

    kinds: list[d.Kind] = field(factory=list)
    definitions: list[d.Definition] = field(factory=list)
    plays: list[d.Play] = field(factory=list)
    standings: list[d.Standing] = field(factory=list)
    known: dict[str, KindInfo] = field(factory=dict)

    def add(self, texts: Texts, *definitions: d.Definition) -> None:
        self.plays += texts.plays
        self.standings += texts.standings
        self.definitions += definitions


ROOT = KindInfo({}, {}, PlaysAbove(), (), None)


def lower_kinds(context: Context, cards: Cards) -> None:
    """Lower the kinds without their plays and effects, parents before children."""
    nodes = {node.name.text: node for node in reversed([*context.symbols.each(syntax.Kind)])}
    for name in sorted(nodes, key=lambda name: len(context.kinds.get(name, ()))):
        node = nodes[name]
        parent = node.parent.text if node.parent and node.parent.text in cards.known else None
        fields, defaults = context.lowered(node, _kind_fields, node)
        above = cards.known[parent] if parent else ROOT
        cards.known[name] = KindInfo(
            {**_unread_fields(context, node), **above.fields, **fields},
            {**above.defaults, **defaults},
            PlaysAbove(),
            (),
            None,
        )
    for declared in context.symbols.each(syntax.Kind):
        if nodes.get(declared.name.text) is declared:
            cards.kinds.append(_kind(context, cards, declared))


def _unread_fields(context: Context, node: syntax.Kind) -> dict[str, d.FieldType]:
    """Return fields that the kind fills but does not declare, with a range if given."""
    fields: dict[str, d.FieldType] = {}
    for item in node.items:
        if isinstance(item, syntax.Field):
            name, value = item.name.text, item.items[0].value
            type: t.Type = t.Never()
            if isinstance(value, Range) and isinstance(value.low, Number):
                type = lower_type(context, RangeType(value.low, value.high, span=value.span))
            fields[name] = d.FieldType(name, (), type)
    return fields


def _kind(context: Context, cards: Cards, node: syntax.Kind) -> d.Kind:
    names = [item.name.text for item in node.items if isinstance(item, syntax.KindField)]
    for item in node.items:
        if isinstance(item, syntax.Field):
            context.report(errors.field_in_kind(item, context.symbols.words))
    info = cards.known[node.name.text]
    fields = tuple(info.fields[name] for name in dict.fromkeys(names))
    parent = node.parent.text if node.parent and node.parent.text in cards.known else None
    return d.Kind(node.name.text, parent, fields, context.origin(node.span, node.marks))


def _kind_fields(
    context: Context, node: syntax.Kind, _: syntax.Kind
) -> tuple[dict[str, d.FieldType], dict[str, e.Expr]]:
    fields: dict[str, d.FieldType] = {}
    defaults: dict[str, e.Expr] = {}
    for item in node.items:
        if isinstance(item, syntax.KindField):
            type = lower_type(context, item.type)
            name = item.name.text
            index = index_places(context, item.index)
            if item.default is not None:
                defaults[name] = constant(context, item.default, type)
            fields[name] = d.FieldType(name, index, type, defaults.get(name))
    return fields, defaults


def lower_kind_texts(context: Context, cards: Cards) -> None:
    """Lower the plays and effects of the kinds, parents before children."""
    nodes = context.symbols.each(syntax.Kind)
    for node in sorted(nodes, key=lambda node: len(context.kinds.get(node.name.text, ()))):
        name = node.name.text
        info = cards.known[name]
        parent = next((k for k in context.kinds.get(name, ())[1:] if k in cards.known), None)
        above = cards.known[parent] if parent else ROOT
        texts = context.lowered(node, _kind_texts, node, above.plays)
        cards.add(texts)
        cards.known[name] = KindInfo(
            info.fields,
            info.defaults,
            texts.above,
            above.standings + texts.names,
            texts.printed or above.rules_text,
        )


def _kind_texts(context: Context, node: syntax.Kind, _: syntax.Kind, above: PlaysAbove) -> Texts:
    return _texts(context, above, (node.name.text, node.name.text), node.items)


def _texts(
    context: Context, above: PlaysAbove, owner: tuple[str, str], items: Sequence[object]
) -> Texts:
    """Return what is made of the lines of a card or kind; `owner` is its name and its kind."""
    name, kind = owner
    made: list[d.Play] = []
    plays = lower_plays(context, made, above, owner, items)
    standings = tuple(
        lower_standing(context, item, context.unique(f"while {name}").removeprefix("while "), kind)
        for item in items
        if isinstance(item, syntax.Standing)
    )
    texts = (context.text(item.text) for item in items if isinstance(item, syntax.RulesText))
    return Texts(plays, tuple(made), standings, next(texts, None))


def lower_card(context: Context, cards: Cards, node: syntax.Card) -> None:
    """Lower `card lancio "LANCIO" x4: attack` and its items."""
    if node.kind.text not in cards.known:
        context.report(unknown_kind(node.kind, cards.known))
        return
    cards.add(*context.lowered(node, _card, node, cards.known[node.kind.text]))


def _card(
    context: Context, node: syntax.Card, _: syntax.Card, info: KindInfo
) -> tuple[Texts, d.Definition]:
    name, kind = node.name.text, node.kind.text
    filled = _given_fields(context, info, kind, node.items, {})
    texts = _texts(context, info.plays, (name, kind), node.items)
    return texts, d.Definition(
        name,
        kind,
        1 if node.copies is None else node.copies,
        fill(context, name, kind, info, filled, node.name.span),
        texts.above.names,
        texts.names + info.standings,
        "",
        context.text(node.text),
        texts.printed or info.rules_text,
        context.origin(node.span, node.marks),
        copies_by=copies_under(context, node.copies or 1, [node.only_under]),
    )


def _given_fields(
    context: Context,
    info: KindInfo,
    kind: str,
    items: Sequence[syntax.CardItem],
    taken: Mapping[str, Span],
) -> dict[str, list[d.FieldValue]]:
    """Return the fields that a card's lines fill; `taken` are those already filled elsewhere."""
    filled: dict[str, list[d.FieldValue]] = {}
    first = dict(taken)
    for item in items:
        if not isinstance(item, syntax.Field):
            continue
        name = item.name.text
        if name not in info.fields:
            left = [field for field in info.fields if field not in filled]
            known = left or info.fields
            context.report(errors.unknown_field(item, kind, known, context.symbols))
            filled.setdefault(nearest(name, left) or name, [])  # so that it is not missing too
        elif name in first:
            context.report(
                errors.repeated_field(item.name.span, at=first[name], name=item.name.text)
            )
        else:
            first[name] = item.name.span
            filled[name] = list(_field_values(context, info.fields[name], item))
    return filled


def _field_values(
    context: Context, type: d.FieldType, item: syntax.Field
) -> Iterator[d.FieldValue]:
    if type.type == t.Never():
        return  # its type could not be read: its values are not checked
    if not type.index:
        if any(part.places for part in item.items):
            context.report(errors.field_places(item.span, type.name, 0, 0))
            return
        yield d.FieldValue(type.name, (), constant(context, _one_value(item), type.type))
        return
    first: dict[tuple[e.Expr, ...], Span] = {}
    for part in item.items:
        if len(part.places) != len(type.index):
            context.report(
                errors.field_places(part.span, type.name, len(type.index), len(part.places))
            )
            continue
        places = tuple(
            constant(context, place, want.type)
            for place, want in zip(part.places, type.index, strict=True)
        )
        where = part.places[0].span.cover(part.places[-1].span)
        if first.setdefault(places, where) != where:
            context.report(errors.repeated_place(where, at=first[places], field=type.name))
            continue
        yield d.FieldValue(type.name, places, constant(context, part.value, type.type))


def _one_value(item: syntax.Field) -> Expression:
    if len(item.items) == 1:
        return item.items[0].value
    span = item.items[0].span.cover(item.items[-1].span)
    return Braces(tuple(part.value for part in item.items), span=span)


def fill(
    context: Context,
    card: str,
    kind: str,
    info: KindInfo,
    given: dict[str, list[d.FieldValue]],
    span: Span | None,
    spare: Sequence[str] | None = None,
    columns: Collection[str] | None = None,
) -> tuple[d.FieldValue, ...]:
    """
    Return the fields of a card with defaults filled in; missing fields are reported at `span`, if
    given.

    A field with an index keeps, under an empty index, the default of all places not named. `spare`
    are the axes of a deck that are no fields, `columns` those of a table that are.
    """
    values: list[d.FieldValue] = []
    missing: dict[str, Diagnostic] = {}
    for name, type in info.fields.items():
        filled = given.get(name)
        values.extend(filled or ())
        default = info.defaults.get(name)
        if default is not None:
            if type.index or filled is None:
                values.append(d.FieldValue(name, (), default))
        elif filled is None and span is not None and plain(type.type) != t.Never():
            missed = errors.missing_field(span, card=card, field=name, kind=kind)
            if spare is not None:
                missed = errors.missing_axis(span, name, kind, spare)
            if columns is not None:
                fill = "fill the cell in the column" if name in columns else "add a column"
                missed = errors.missing_in_row(
                    span, card=card, field=name, kind=kind, fill=f"{fill} `{name}`"
                )
            missing[name] = missed
    line = "{} in …" if spare is not None else "{}: …" if columns is None else "{}"
    _report_missing(context, card, kind, missing, line)
    return tuple(values)


def _report_missing(
    context: Context, card: str, kind: str, missing: Mapping[str, Diagnostic], line: str
) -> None:
    """Report a card's missing fields in one diagnostic, except those with a wrong declaration."""
    left = {
        name: diagnostic
        for name, diagnostic in missing.items()
        if not context.is_known_to_follow(diagnostic)
    }
    if len(left) > 1:
        first = next(iter(left.values()))
        context.report(errors.missing_fields(card, tuple(left), kind, first, line))
        return
    for diagnostic in (*left.values(), *missing.values()):
        context.report(diagnostic)


# ---------------------------------------------------------------- tables


def lower_table(context: Context, cards: Cards, node: syntax.Table) -> None:
    """Lower the rows of a table, each a card."""
    heads = node.rows[0].cells if node.rows else ()
    if node.kind.text not in cards.known:
        named = {head.text for head in heads if is_field(head.text)}
        fitting = [name for name, kind in cards.known.items() if named <= kind.fields.keys()]
        fits = fitting[0] if named and len(fitting) == 1 else None
        context.report(unknown_kind(node.kind, cards.known, fits=fits))
        return
    if not {cell.text for cell in heads} >= {"id", "name"} or len(heads) > MOST_COLUMNS:
        return  # reported already
    columns = _columns(context, cards, node)
    rows, info = {id(row) for row in node.rows}, cards.known[node.kind.text]
    for card in context.symbols.table_cards:
        if id(card.node) in rows:
            beside = context.symbols.row_rules.get(card.id.text)
            cards.add(*context.lowered(card.node, _row, card, info, columns, node, beside))


Column = tuple[d.FieldType, tuple[e.Expr, ...]]


def _columns(context: Context, cards: Cards, node: syntax.Table) -> dict[str, Column]:
    info = cards.known[node.kind.text]
    columns: dict[str, Column] = {}
    unknown: list[syntax.Cell] = []
    for head in node.rows[0].cells if node.rows else ():
        if not is_field(head.text):
            continue
        field_name, _, index_text = head.text.partition("(")
        type = info.fields.get(field_name.strip())
        places = [part.strip() for part in index_text.rstrip(") ").split(",")] if index_text else []
        if type is None or len(places) != len(type.index):
            unknown.append(head)
            continue
        index = _index_of(context, head, places, type)
        columns[head.text] = (type, index)
    for diagnostic in (
        () if _fill_no_more(node, columns) else _unknown(context, unknown, node, info)
    ):
        context.report(diagnostic)
    return columns


def _index_of(
    context: Context, head: syntax.Cell, places: Sequence[str], type: d.FieldType
) -> tuple[e.Expr, ...]:
    """Lower the index in a column heading's brackets; each entry is reported at its own place."""
    index: list[e.Expr] = []
    begin = head.span.text.find("(")
    for written, want in zip(places, type.index, strict=True):
        begin = head.span.text.find(written, begin)
        at = head.span.start + begin
        span = head.span.source.span(at, at + len(written)) if begin >= 0 else head.span
        index.append(cell(context, syntax.Cell(written, span=span), want.type))
    return tuple(index)


def _fill_no_more(node: syntax.Table, columns: Collection[str]) -> bool:
    """Return whether the rows fill just the known columns: then their number is reported."""
    heads = node.rows[0].cells if node.rows else ()
    known = sum(not is_field(head.text) or head.text in columns for head in heads)
    return known < len(heads) and {len(row.cells) for row in node.rows[1:]} == {known}


def _unknown(
    context: Context, heads: Sequence[syntax.Cell], node: syntax.Table, info: KindInfo
) -> Iterator[Diagnostic]:
    """Report columns that are no fields; those that resemble no field share one diagnostic."""
    intended = {head.text: _indexed(context, head, info) for head in heads}
    near = [head for head in heads if intended[head.text] or nearest(head.text, info.fields)]
    near = near[:MOST_NEAR]
    nameless = [head for head in heads if not head.text]
    unlike_any = [head for head in heads if head.text and head not in near]
    for group in (*([head] for head in near), nameless, unlike_any):
        others = [head.text for head in group[1:]]
        for head in group[:1]:
            yield unknown_column(
                head, node.kind.text, info.fields, others=others, intended=intended[head.text]
            )


def _indexed(context: Context, head: syntax.Cell, info: KindInfo) -> str | None:
    """Return the field with one of its places that a heading names in other signs, if only one."""
    columns = [
        f"{name}({place})"
        for name, type in info.fields.items()
        if len(type.index) == 1
        for place in words_of(context, type.index[0].type)
    ]
    intended = [column for column in columns if _bare_words(column) == _bare_words(head.text)]
    return intended[0] if len(intended) == 1 else None


def _bare_words(heading: str) -> list[str]:
    """Return the words of a heading in any order, without signs and capitals."""
    return sorted(re.findall(r"[^\W_]+", heading.lower()))


def _row(
    context: Context,
    row: Node,
    card: TableCard,
    info: KindInfo,
    columns: dict[str, Column],
    table: syntax.Table,
    beside: syntax.RowRules | None,
) -> tuple[Texts, d.Definition]:
    name, kind = card.id.text, card.kind.text
    filled = {type.name for type, _ in columns.values()}
    is_known = all(head.text in columns for head, _ in card.cells)  # else a column was reported
    fields, taken = _read_cells(context, card, info, columns)
    items = beside.items if beside is not None else ()
    fields |= _given_fields(context, info, kind, items, taken)
    texts = _texts(context, info.plays, (name, kind), items)
    printed = texts.printed
    if card.printed is not None:
        _check_printed_once(context, card, items)
        printed = context.text_of(card.id.text, card.printed)
    under = (table.only_under, beside.only_under if beside is not None else None)
    row_marks = row.marks if isinstance(row, syntax.Row) else table.marks
    marks = row_marks if row_marks.cites or row_marks.designed else table.marks
    return texts, d.Definition(
        name,
        kind,
        card.copies,
        fill(context, name, kind, info, fields, card.span if is_known else None, columns=filled),
        texts.above.names,
        texts.names + info.standings,
        "",
        context.text_of(card.id.text, card.title) if card.title.strip() else None,
        printed or info.rules_text,
        context.origin(card.span, marks),
        copies_by=copies_under(context, card.copies, under),
    )


def _read_cells(
    context: Context, card: TableCard, info: KindInfo, columns: dict[str, Column]
) -> tuple[dict[str, list[d.FieldValue]], dict[str, Span]]:
    """Return the fields that the cells of a row fill, and where."""
    fields: dict[str, list[d.FieldValue]] = {}
    taken: dict[str, Span] = {}
    for head, written in card.cells:
        column = columns.get(head.text)
        if column is None:
            continue
        type, index = column
        left_out = is_default(written) and (written.text or type.name in info.defaults)
        if not left_out:  # a required cell is read even if empty, and reported
            fields.setdefault(type.name, []).append(
                d.FieldValue(type.name, index, cell(context, written, type.type))
            )
            taken.setdefault(type.name, written.span)
    return fields, taken


def _check_printed_once(
    context: Context, card: TableCard, items: Sequence[syntax.CardItem]
) -> None:
    for item in items:
        if isinstance(item, syntax.RulesText):
            name = Name("text", span=item.span)
            context.report(errors.repeated_field(name.span, at=card.span, name=name.text))


def check_number(context: Context, cards: Cards) -> None:
    """Report the first definition with which there are more cards than the engines can hold."""
    definition = first_too_many(cards.definitions)
    if definition is not None:
        span, found = context.spans[definition.origin].first_line, cards.definitions
        context.report(errors.too_many_copies(span, found=sum(each.copies for each in found)))


def first_too_many(definitions: Iterable[d.Definition]) -> d.Definition | None:
    """Return the first definition at which the number of copies exceeds the limit."""
    total = 0
    for definition in definitions:
        total += definition.copies
        if total > limits.CARDS:
            return definition
    return None
