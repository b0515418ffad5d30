"""Lowers reads of states, zones, dice, values and card fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ruleslang.language.lower.arguments import arguments, call_in_expression, indices, parameters_of
from ruleslang.language.lower.constant_numbers import folded
from ruleslang.language.lower.context import Context
from ruleslang.language.lower.conversions import face_type, front
from ruleslang.language.lower.diagnostics import calls as errors
from ruleslang.language.lower.diagnostics import types as type_errors
from ruleslang.language.lower.diagnostics.of_several import of_each
from ruleslang.language.lower.dispatch import lower
from ruleslang.language.lower.scope import Scope, Typed
from ruleslang.language.lower.short_forms import is_printed, value_of_field
from ruleslang.language.lower.types import lower_type
from ruleslang.language.lower.typing import most_members
from ruleslang.language.resolve.symbol_table import FieldUse, Symbol
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.expressions import Apply
from ruleslang.language.syntax.node import Name
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import asked_of
from ruleslang.program.typing.lattice import element, join, plain, related, stored
from ruleslang.program.typing.type_names import describe

Reader: TypeAlias = Callable[[Scope, Symbol, "Name | Apply", "t.Type | None"], Typed]


def _state(scope: Scope, symbol: Symbol, node: Name | Apply, expected: t.Type | None) -> Typed:
    assert isinstance(symbol.node, d.State)
    index = arguments(scope, node, parameters_of(scope.context, symbol.node))
    type = front(lower_type(scope.context, symbol.node.type))
    return Typed(e.ReadState(symbol.name, index, scope.context.origin(node.span)), type)


def _zone(scope: Scope, symbol: Symbol, node: Name | Apply, expected: t.Type | None) -> Typed:
    assert isinstance(symbol.node, d.Zone)
    index = indices(scope, node, parameters_of(scope.context, symbol.node), any_allowed=True)
    return Typed(
        e.ReadZone(symbol.name, index), zone_type(scope.context, symbol.node, e.AnyIndex() in index)
    )


def zone_type(context: Context, node: d.Zone, several: bool) -> t.SetOf:
    """Return a zone read as the set of its cards, in their order; `several`: without capacity."""
    kind = node.kind.text if node.kind.text in context.kinds else None
    most = None if several or node.at_most is None else folded(node.at_most)
    return t.SetOf(t.Card(kind), most)


def _dice(scope: Scope, symbol: Symbol, node: Name | Apply, expected: t.Type | None) -> Typed:
    assert isinstance(symbol.node, d.Dice)
    index = indices(scope, node, parameters_of(scope.context, symbol.node), any_allowed=True)
    places = [
        most_members(scope.context, t.SetOf(stored(type))) or 1 if coordinate == e.AnyIndex() else 1
        for coordinate, (_, type) in zip(
            index, parameters_of(scope.context, symbol.node), strict=True
        )
    ]
    most = symbol.node.number
    for number in places:
        most *= number
    if expected is not None and isinstance(element(plain(expected)), t.DieIn):
        return Typed(e.DiceAt(symbol.name, index), t.ListOf(t.DieIn(symbol.name), most))
    face = face_type(scope.context, symbol.name)
    if isinstance(face, t.Unknown):
        return Typed(e.ReadDice(symbol.name, index), face)
    faces = stored(face)
    return Typed(e.ReadDice(symbol.name, index), t.ListOf(faces, most))


def _value(scope: Scope, symbol: Symbol, node: Name | Apply, expected: t.Type | None) -> Typed:
    passed = arguments(scope, node, parameters_of(scope.context, symbol.node))
    type = front(scope.context.value_type(symbol.name))
    return Typed(e.CallValue(symbol.name, passed, scope.context.origin(node.span)), type)


def _procedure(scope: Scope, symbol: Symbol, node: Name | Apply, expected: t.Type | None) -> Typed:
    return call_in_expression(scope, symbol, node, parameters_of(scope.context, symbol.node))


READERS: dict[str, Reader] = {
    "state": _state,
    "zone": _zone,
    "dice": _dice,
    "value": _value,
    "procedure": _procedure,
    "phase": _procedure,
    "check": _procedure,
}


def read_field(scope: Scope, node: syntax.Apply) -> Typed:
    """Return a field of a card or title; the type of the subject decides whose field it is."""
    if not node.arguments:
        return Typed(e.Literal(None), t.Unknown())
    first = node.arguments[0]
    about = lower(scope, first.value if isinstance(first, syntax.NamedArgument) else first)
    uses = _uses(scope, node, first, about.type)
    if not uses:
        return Typed(e.Literal(None), t.Unknown())
    places = [("card", about.type), *parameters_of(scope.context, uses[0].node)]
    passed = arguments(scope, node, places)
    origin = scope.context.origin(node.span)
    value = value_of_field(scope.context.symbols, node.function.text, first)
    if value is not None and isinstance(plain(about.type), t.Card):
        call = e.CallValue(value, (about.expr, *passed[1:]), origin)
        return Typed(call, front(scope.context.value_type(value)))
    name, of = node.function.text, asked_of(stored(about.type))
    return Typed(
        e.ReadField(name, about.expr, passed[1:], of, origin, is_printed(name, first)),
        _type(scope.context, uses),
    )


def _uses(
    scope: Scope, node: syntax.Apply, first: syntax.Expression | syntax.NamedArgument, type: t.Type
) -> Sequence[FieldUse]:
    """Return the declarations of the field that the subject can mean; reports if there is none."""
    context = scope.context
    uses = context.symbols.fields[node.function.text]
    if isinstance(type, t.Unknown):
        return uses
    if isinstance(type, t.Optional) and isinstance(type.inner, (t.Card, t.Title)):
        context.report(type_errors.may_be_none(first.span, expected=describe(type.inner)))
        return ()
    about = type.inner if isinstance(type, t.Maybe) else type
    if not isinstance(about, (t.Card, t.Title)):
        fold = "sum" if isinstance(plain(_type(context, uses)), t.Number) else "set"
        around, symbols = context.symbols.around(first.span), context.symbols
        help = of_each(first.span, plain(type), t.Card(), around, symbols, fold)
        context.report(type_errors.wrong_type(first.span, type, t.Card(), symbols, help))
        return ()
    having = [use for use in uses if _may_have_field(context, about.kind, use.kind)]
    if not having:
        known = {
            name
            for name, all in context.symbols.fields.items()
            if any(_may_have_field(context, about.kind, use.kind) for use in all)
        }
        found = describe(plain(type))
        context.report(errors.no_such_field(node.function, known=known, found=found))
    lacking = _lacking(scope, having, about.kind)
    if lacking is not None:
        kinds = sorted({use.kind for use in having})
        context.report(
            errors.may_lack_field(
                node.function.span, name=node.function.text, lacking=lacking, having=kinds[0]
            )
        )
    return _nearest(context, having, about.kind)


def _lacking(scope: Scope, uses: Sequence[FieldUse], kind: str | None) -> str | None:
    """Return a kind that the subject may have, with cards but without the field."""
    if scope.claim or not uses:
        return None
    ancestors = scope.context.kinds
    for candidate in sorted(_with_cards(scope.context)):
        line = ancestors.get(candidate, (candidate,))
        may_be = kind is None or kind in line
        if may_be and not any(use.kind in line for use in uses):
            return candidate
    return None


def _with_cards(context: Context) -> set[str]:
    """Return the kinds that have cards, rows or decks."""
    declared = {node.kind.text for node in context.symbols.each(d.Card, d.Deck)}
    return declared | {card.kind.text for card in context.symbols.table_cards}


def _may_have_field(context: Context, kind: str | None, owner: str) -> bool:
    """Return whether a card of a kind may have a field of another: it is one, or may be one."""
    return related(kind, owner, context.kinds)


def _nearest(context: Context, uses: Sequence[FieldUse], kind: str | None) -> Sequence[FieldUse]:
    """Return only the field of the nearest ancestor, if the kind inherits one."""
    for ancestor in context.kinds.get(kind or "", ()):
        nearest = [use for use in uses if use.kind == ancestor]
        if nearest:
            return nearest
    return uses


def _type(context: Context, uses: Sequence[FieldUse]) -> t.Type:
    type = front(lower_type(context, uses[0].node.type))
    for use in uses[1:]:
        type = join(type, front(lower_type(context, use.node.type)), context.kinds) or t.Unknown()
    return type
