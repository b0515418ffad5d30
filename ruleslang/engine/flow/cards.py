"""Lowers what a card counts as, its fields, kinds, and equality."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import prod
from typing import assert_never

from attrs import frozen

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.build_exprs import apply, both, held, known, negated, unless_none
from ruleslang.engine.flow.cell_access import always_in
from ruleslang.engine.flow.context import Body, Lowering, body_of, may_be_none, raw
from ruleslang.engine.flow.runs_under_way import card_of
from ruleslang.engine.flow.state_layout import TITLES, has_specimens
from ruleslang.engine.match.runtime_values import CardDefinition
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import Comparing, Subject
from ruleslang.program.typing.lattice import plain


def title_of(b: Body, card: v.Expr) -> v.Expr:
    """Return the title that a card counts as; none for none."""
    if b.lowering.counts_as:
        return _title_now(b, card)
    kind = plain(card.type)
    type: t.Type = t.Title(kind.kind if isinstance(kind, t.Card) else None)
    cards, population = b.lowering.population.cards, b.lowering.population
    specimens = tuple(population.titles.values()) if has_specimens(population) else ()
    titles = (*(card_in_game.title for card_in_game in cards), *specimens)
    type = t.Optional(type) if isinstance(card.type, t.Optional) else type
    return b.lowering.entry_of("title", titles, lambda title: title, card, type)


def _title_now(b: Body, card: v.Expr) -> v.Expr:
    return unless_none(b, card, lambda known: b.read(v.Cell(TITLES, (known,), t.Title())), v.NONE)


def specimen(b: Body, title: v.Expr) -> v.Expr:
    """Return the number of a definition's representative, a card that is never in play."""
    number = len(b.lowering.population.cards)
    return apply("+", title, v.Constant(number, t.Number(number, number)), type=t.Card())


def definition_of(b: Body, subject: v.Expr, of: Subject) -> v.Expr:
    """Return the definition of a card, a title or a played card; none for none."""
    if of == "card":
        return title_of(b, subject)
    if of == "title":
        return subject
    return title_of(b, card_of(b, (subject,), t.Card()))


def is_of_kind(b: Body, subject: v.Expr, kind: str, of: Subject) -> v.Expr:
    """Test whether something is of a kind of card, or a piece of a declaration; false for none."""
    return unless_none(b, subject, lambda known: _is_of_kind(b, known, kind, of), v.NO)


def _is_of_kind(b: Body, subject: v.Expr, kind: str, of: Subject) -> v.Expr:
    population = b.lowering.population
    if of == "piece":
        return b.lowering.entry_of(
            f"is piece {kind}",
            population.pieces,
            lambda piece: piece.declaration.name == kind,
            subject,
            t.Truth(),
        )
    titles = population.titles.values()
    name = b.lowering.table(
        f"is {kind}", (len(titles),), t.Truth(), lambda: [kind in title.kinds for title in titles]
    )
    return b.lowering.looked_up(name, definition_of(b, subject, of), t.Truth())


def sits_automatically(b: Body, player: v.Expr) -> v.Expr:
    """Return whether a player's seat is automatic."""
    return b.lowering.entry_of(
        "is automatic",
        b.lowering.population.players,
        lambda sitting: sitting.automatic,
        player,
        t.Truth(),
    )


def is_printed_as(b: Body, card: v.Expr, kind: str) -> v.Expr:
    """Return whether a card is of a kind by its printed definition, whatever it counts as."""
    cards, name = b.lowering.population.cards, f"is printed as {kind}"
    return b.lowering.entry_of(
        name, cards, lambda printed: kind in printed.title.kinds, card, t.Truth()
    )


@frozen(eq=False)
class FieldTable:
    """
    A field's table: its name, its index, and the kinds that certainly have it; `there` has for each
    title whether it has the field with this index.
    """

    name: str
    index: tuple[d.IndexPlace, ...]
    kinds_with_it: frozenset[str]
    for_all: bool
    counts_as: bool
    there: tuple[bool, ...]

    def is_there_for(self, of: t.Type) -> bool:
        """Return whether everything of a type has the field, whatever a card counts as."""
        if self.for_all or not isinstance(of, (t.Card, t.Title, t.UnderWay)):
            return self.for_all
        may_be_another = self.counts_as and not isinstance(of, t.Title)
        return of.kind in self.kinds_with_it and not may_be_another

    def takes(self, types: tuple[t.Type, ...]) -> bool:
        """Return whether values of these types can be its index."""
        return len(types) == len(self.index) and all(
            _is_alike(plain(type), plain(place.type))
            for type, place in zip(types, self.index, strict=True)
        )

    def is_sure_of(self, b: Body, index: tuple[e.Expr, ...]) -> bool:
        """Return whether these indices always exist."""
        places = zip(index, self.index, strict=True)
        return all(always_in(b, b.type_of(expression), place.type) for expression, place in places)


def _is_alike(left: t.Type, right: t.Type) -> bool:
    if isinstance(left, t.WordOf) and isinstance(right, t.WordOf):
        return left.list == right.list
    return type(left) is type(right)


def field_tables(lowering: Lowering, name: str) -> tuple[FieldTable, ...]:
    """Return the tables of a field, one for each index that kinds declare it with."""
    kinds = lowering.population.program.kinds
    declared = [(kind.name, field) for kind in kinds for field in kind.fields if field.name == name]
    indexes = tuple(dict.fromkeys(field_type.index for _, field_type in declared))
    return tuple(
        _field_table(
            lowering,
            f"field {name}" if len(indexes) == 1 else f"field {name}, {number}",
            next(field_type for _, field_type in declared if field_type.index == index),
            frozenset(kind for kind, field_type in declared if field_type.index == index),
        )
        for number, index in enumerate(indexes)
    )


def _field_table(
    lowering: Lowering, called: str, declared: d.FieldType, kinds: frozenset[str]
) -> FieldTable:
    """Return the table of a field, as these kinds declare it."""
    population, name, index = lowering.population, declared.name, declared.index
    titles = tuple(population.titles.values())
    sizes = (len(titles), *(len(population.domain(place.type)) for place in index))
    nothing = [v.ABSENT] * prod(sizes[1:])

    def entries() -> Iterable[object]:
        for title in titles:
            yield from (
                nothing
                if kinds.isdisjoint(title.kinds)
                else _of_title(lowering, title, name, index)
            )

    table = lowering.table(called, sizes, declared.type, entries)
    values = lowering.tables[table].entries
    width = len(values) // max(1, len(titles))
    lacking = (
        {at // width for at, value in enumerate(values) if value is v.ABSENT} if width else set()
    )
    of_kinds = frozenset(
        kind
        for kind in population.kinds
        if not any(kind in title.kinds and title.order in lacking for title in titles)
    )
    has_field = tuple(not kinds.isdisjoint(title.kinds) for title in titles)
    return FieldTable(table, index, of_kinds, not lacking, lowering.counts_as, has_field)


def _of_title(
    lowering: Lowering, title: CardDefinition, name: str, index: tuple[d.IndexPlace, ...]
) -> list[object]:
    """Return a title's entries for each index; the default where nothing is printed."""
    printed = {}
    for field in title.definition.fields:
        if field.name == name:
            at = tuple(constant(lowering, place) for place in field.index)
            printed[at] = constant(lowering, field.value)
    if not index:
        return [printed.get((), v.ABSENT)]
    places = product(*(lowering.population.domain(place.type) for place in index))
    return [printed.get(tuple(map(raw, at)), printed.get((), v.ABSENT)) for at in places]


def constant(lowering: Lowering, expression: e.Expr) -> object:
    expr = body_of(lowering, "a field", ()).expr(expression)
    if not isinstance(expr, v.Constant):
        lowering.refuse("a field of a card that is no plain constant")
        return v.Absent()
    return expr.value


def same(b: Body, left: v.Expr, right: v.Expr, how: Comparing) -> v.Expr:
    """Return whether two values are equal; none equals only none."""
    match how:
        case "values" | "lists":
            return _plainly_same(left, right)
        case "sets":
            return apply("same members", left, right)
        case "copies":
            return apply("same copies", left, right)
        case "title":
            return apply("same", title_of(b, left), right)
        case "titles":
            return apply("same copies", titles(b, left), right)
        case "titles in order":
            return apply("same", titles(b, left), right)
        case _:
            assert_never(how)


def _plainly_same(left: v.Expr, right: v.Expr) -> v.Expr:
    if right == v.Constant(None, right.type):
        return apply("is none", left)
    if left == v.Constant(None, left.type):
        return apply("is none", right)
    if left.type == t.Truth() and isinstance(right, v.Constant):
        return left if right.value else negated(left)
    return apply("same", left, right)


def titles(b: Body, cards: v.Expr) -> v.Expr:
    """Return the titles that several cards count as."""
    if may_be_none(cards.type):
        b.refuse("titles of what may be no set")
    card = b.fresh("card", t.Card())
    type = t.ListOf(t.Title(), len(b.lowering.population.cards))
    return v.Through("members", card, cards, None, title_of(b, card), type)


def is_within(b: Body, member: v.Expr, among: e.Expr, how: Comparing) -> v.Expr:
    """Test membership; a range of numbers is tested by its ends."""
    if type(among) is e.Range and among.of == "numbers":
        return _in_range(b, member, among)
    return is_member(b, member, b.expr(among), how)


def _in_range(b: Body, member: v.Expr, among: e.Range) -> v.Expr:
    ends = [held(b, known(b.expr(end), b.origin)) for end in (among.low, among.high)]
    (low_evaluated, low), (high_evaluated, high) = ends
    variable = b.fresh("member", t.Number(-(2**31), 2**31 - 1))
    inside = both(apply("<=", low, variable), apply("<=", variable, high))
    if may_be_none(member.type):
        inside = both(negated(apply("is none", variable)), inside)
    return both(v.Bind(variable, member), both(low_evaluated, both(high_evaluated, inside)))


def is_member(b: Body, member: v.Expr, of: v.Expr, how: Comparing) -> v.Expr:
    """Return whether a collection contains a value; for a card, what it counts as."""
    if isinstance(member, v.Constant) and member.value is None:
        return v.NO
    if how == "title":
        return apply("is in", title_of(b, member), of)
    return apply("is in sets" if how == "sets" else "is in", member, of)


# ---------------------------------------------------------------- patterns


def fits(b: Body, entry: patterns.Entry, value: v.Expr) -> v.Expr:
    """Return whether one entry of a pattern matches; may bind a local."""
    match entry:
        case patterns.AnyEntry():
            return v.YES
        case patterns.BindEntry(slot=slot):
            return v.Bind(b.variable(slot), value)
        case patterns.EqualEntry(value=wanted, comparing=how):
            return same(b, value, b.expr(wanted), how)
        case patterns.MemberEntry(set=among, comparing=how):
            return is_within(b, value, among, how)
        case patterns.KindEntry(kind=kind, of=of):
            return is_of_kind(b, value, kind, of)


def all_fit(b: Body, pattern: patterns.Pattern, values: tuple[v.Expr, ...]) -> v.Expr:
    """Return whether all entries match, from left to right; true without a pattern."""
    matches: v.Expr = v.YES
    for entry, value in zip(pattern or (), values if pattern is not None else (), strict=True):
        matches = both(matches, fits(b, entry, value))
    return matches
