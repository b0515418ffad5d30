"""Lowers types, and the parameters of an index."""

from __future__ import annotations

from ruleslang.language.lower.constant_numbers import downwards, sized
from ruleslang.language.lower.context import MOST_INSIDE, Context
from ruleslang.language.lower.conversions import die_type, option_type
from ruleslang.language.lower.diagnostics import types as errors
from ruleslang.language.resolve.symbol_table import Symbol
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.node import Name
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.events import PLAY, CardPlay, ProcedureRun
from ruleslang.program.typing.type_names import describe
from ruleslang.source.diagnostic import with_article
from ruleslang.source.span import Span

BUILT_IN: dict[str, t.Type] = {
    "player": t.Player(),
    "card": t.Card(),
    "title": t.Title(),
    "piece": t.Piece(),
    "space": t.Space(),
    "team": t.Team(),
}

NOT_INDICES = (t.SetOf, t.ListOf, t.Optional, t.UnderWay, t.ZonePlace, t.DieIn, t.Never)


def parameter_type(context: Context, node: x.TypeNode) -> t.Type:
    """Return the type of a parameter, the only place for a running procedure."""
    match node:
        case x.UnderWayType():
            return _under_way(context, node)
        case x.OptionalType(inner=x.UnderWayType() as inner):
            return t.Optional(_under_way(context, inner))
        case _:
            return lower_type(context, node)


def lower_type(context: Context, node: x.TypeNode) -> t.Type:
    """Return a written type; reports a type with an error, which becomes `Never`."""
    match node:
        case x.NamedType():
            return named(context, node.name)
        case x.RangeType():
            return _range(context, node)
        case x.TruthType():
            return t.Truth()
        case x.UnderWayType():
            context.report(errors.under_way_kept(node.span))
            return t.Never()
        case x.ZoneType():  # reported before any type is lowered
            return t.Never()
        case x.SetType():
            inner = _element(context, node.element)
            return inner if inner == t.Never() else t.SetOf(inner, node.size)
        case x.ListType():
            inner = _element(context, node.element)
            return inner if inner == t.Never() else t.ListOf(inner, node.size)
        case x.OptionalType():
            inner = lower_type(context, node.inner)
            if isinstance(inner, t.SetOf | t.ListOf):
                context.report(errors.set_or_none(node.span))
                return inner
            return inner if isinstance(inner, t.Optional | t.Never) else t.Optional(inner)


def named(context: Context, name: Name) -> t.Type:
    if name.text in BUILT_IN:
        return BUILT_IN[name.text]
    symbol = context.symbols.get(name.text)
    if symbol is not None and isinstance(symbol.node, syntax.TypeName):
        return _standing_for(context, symbol.node, name)
    declared = _declared(symbol) if symbol is not None else None
    if declared is not None:
        return declared
    if symbol is not None:
        context.report(errors.misplaced_type(name, what=with_article(symbol.what)))
    else:
        lists = [use.list for use in context.symbols.words.get(name.text, ())]
        context.report(errors.unknown_type(name, _known(context), lists))
    return t.Never()


def _standing_for(context: Context, node: syntax.TypeName, name: Name) -> t.Type:
    if node in context.looked_into:
        context.report(errors.circular_type(name.span, name=name.text))
        return t.Never()
    if len(context.looked_into) > MOST_INSIDE:
        context.too_deep.append(name.span)
        return t.Never()
    context.looked_into.append(node)
    try:
        return lower_type(context, node.type)
    finally:
        context.looked_into.pop()


def _declared(symbol: Symbol) -> t.Type | None:
    match symbol.what:
        case "kind":
            return t.Card(symbol.name)
        case "words":
            return t.WordOf(symbol.name)
        case "die":
            return die_type(symbol.node) if isinstance(symbol.node, syntax.Die) else None
        case "option" | "reading":
            return option_type(symbol)
        case "board":
            return t.Space(symbol.name)
        case "piece":
            return t.Piece(symbol.name)
        case _:
            return None


def _known(context: Context) -> set[str]:
    return {
        *BUILT_IN,
        *(
            symbol.name
            for symbol in context.symbols.all
            if _declared(symbol) is not None or symbol.what == "type"
        ),
    }


def _range(context: Context, node: x.RangeType) -> t.Type:
    """Return the widest range under all settings; for constants, the range."""
    low, high = sized(context, node.low), sized(context, node.high)
    if low is None or high is None:
        return t.Never()
    empty = downwards(context, node.low, node.high)
    if empty is not None:
        fixed = not (low.depends or high.depends)
        if fixed:
            context.report(errors.empty_range(node.span, low=empty[0], high=empty[1]))
        else:
            context.report(errors.may_be_empty(node.span, low=empty[0], high=empty[1]))
        return t.Number(min(low.least, high.least), max(low.most, high.most))
    return t.Number(low.least, high.most)


def ends(context: Context, node: x.TypeNode) -> d.Ends | None:
    """Return the bounds in a type of numbers, where they depend on settings."""
    match node:
        case x.RangeType():
            low, high = sized(context, node.low), sized(context, node.high)
            if low is None or high is None or not (low.depends or high.depends):
                return None
            return d.Ends(low.by, high.by)
        case x.OptionalType():
            return ends(context, node.inner)
        case x.SetType() | x.ListType():
            return ends(context, node.element)
        case x.NamedType(name=name):
            declared = context.symbols.declared(name.text, syntax.TypeName)
            if declared is None or declared in context.looked_into:
                return None
            return _ends_of(context, declared)
        case _:
            return None


def _ends_of(context: Context, declared: syntax.TypeName) -> d.Ends | None:
    context.looked_into.append(declared)
    try:
        return ends(context, declared.type)
    finally:
        context.looked_into.pop()


def _under_way(context: Context, node: x.UnderWayType) -> t.Type:
    name = node.procedure
    event = CardPlay() if name.text == PLAY else context.event(name.text)
    if event is None:
        context.report(errors.not_under_way(name, known={PLAY, *context.names_of_events()}))
    kind = node.of.text if node.of is not None else None
    if node.of is not None and kind not in context.kinds:
        context.report(errors.unknown_type(node.of, set(context.kinds)))
        kind = None
    return t.UnderWay(event or ProcedureRun(name.text), kind)


def _element(context: Context, node: x.TypeNode) -> t.Type:
    inner = lower_type(context, node)
    if isinstance(inner, (t.SetOf, t.ListOf, t.Optional)):
        context.report(errors.set_of_sets(node.span))
        return t.Never()
    return inner


def index_places(context: Context, index: tuple[syntax.Index, ...]) -> tuple[d.IndexPlace, ...]:
    """Return the parameters of an index, under the given names, else `_1`, `_2`, …"""
    return tuple(
        d.IndexPlace(
            place.name.text if place.name is not None else f"_{number}",
            _finite(context, lower_type(context, place.type), place.span),
            ends(context, place.type),
        )
        for number, place in enumerate(index, start=1)
    )


def _finite(context: Context, type: t.Type, span: Span) -> t.Type:
    if isinstance(type, NOT_INDICES) and type != t.Never():
        context.report(errors.index_not_finite(span, found=describe(type)))
        return t.Never()
    return type
