"""Lowers `f(a, b)` by what `f` is: a field, state, zone, value, procedure or built-in function."""

from __future__ import annotations

from ruleslang.lower.arguments import arguments
from ruleslang.lower.builtins import FORMS, lower_built_in
from ruleslang.lower.context import Context, NamedCard
from ruleslang.lower.conversions import front
from ruleslang.lower.declared_reads import READERS
from ruleslang.lower.diagnostics import calls as say
from ruleslang.lower.diagnostics import names as say_name
from ruleslang.lower.dispatch import inner
from ruleslang.lower.field_reads import read_field
from ruleslang.lower.hoisted_calls import answer_of, fresh
from ruleslang.lower.narrowing import found
from ruleslang.lower.scope import Scope, Typed
from ruleslang.lower.types import lower_type
from ruleslang.lower.under_way import choices_or_parameters, read_place
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.builtins import CALLED_NAMES, FUNCTION_NAMES
from ruleslang.program.events import PLAY, CardPlay
from ruleslang.resolve.symbol_table import Symbol
from ruleslang.syntax import declarations as d
from ruleslang.syntax import expressions as syntax
from ruleslang.syntax.node import Name
from ruleslang.types.lattice import FrontType, Unknown


def lower_apply(scope: Scope, node: syntax.Apply, expected: FrontType | None) -> Typed:
    """What something is, has or counts about what stands in its brackets."""
    typed = read_place(scope, node)
    if typed is None:
        typed = _by_name(scope, node, expected)
    return Typed(typed.expr, found(scope, node, typed.type))


def _by_name(scope: Scope, node: syntax.Apply, expected: FrontType | None) -> Typed:
    name = node.function.text
    symbols = scope.context.symbols
    symbol = symbols.globals.get(name)
    if symbol is not None and symbol.what in READERS:
        return READERS[symbol.what](scope, symbol, node, expected)
    if symbol is not None and symbol.what == "deck":
        return _deck_card(scope, symbol, node)
    if name in symbols.fields:
        return read_field(inner(scope), node)
    if name in FORMS:
        return FORMS[name](inner(scope), node, expected)
    if name in FUNCTION_NAMES:
        return lower_built_in(inner(scope), node)
    return _unknown(scope, node, symbol)


def _unknown(scope: Scope, node: syntax.Apply, symbol: Symbol | None) -> Typed:
    name = node.function
    local = scope.locals.get(name.text)
    if symbol is not None or local is not None:
        what = symbol.what if symbol is not None else "local name"
        scope.context.report(say_name.takes_nothing(name, what))
    else:
        known, fields = functions(scope.context), scope.context.symbols.fields
        scope.context.report(say_name.unknown_function(name, known, fields))
    return Typed(e.Literal(None), Unknown())


def functions(context: Context) -> set[str]:
    """All that may stand in front of brackets, for suggestions."""
    symbols = context.symbols
    return {
        *symbols.fields,
        *CALLED_NAMES,
        *(symbol.name for symbol in symbols.globals.values() if symbol.what in READERS),
    }


# ---------------------------------------------------------------- one definition of a deck


def _deck_card(scope: Scope, symbol: Symbol, node: syntax.Apply) -> Typed:
    """`french(hearts, 8)`: the title whose fields have these values."""
    assert isinstance(symbol.node, d.Deck)
    kind = symbol.node.kind.text
    fields = {
        use.node.name.text: use.node
        for uses in scope.context.symbols.fields.values()
        for use in uses
        if use.kind in scope.context.kinds.get(kind, ())
    }
    axes = [axis.name.text for axis in symbol.node.axes if axis.name.text in fields]
    mark = scope.context.mark()
    values = arguments(
        scope, node, [(axis, front(lower_type(scope.context, fields[axis].type))) for axis in axes]
    )
    parts = [_part(scope.context, value) for value in values]
    known = [part for part in parts if part is not None]
    if len(known) != len(axes):
        if len(scope.context.diagnostics) == mark[0]:  # else what names it is blamed
            scope.context.report(say.unknown_deck_card(node.span, symbol.name))
        return Typed(e.Literal(None), Unknown())
    scope.context.named_cards.append(NamedCard(node.span, symbol.name, tuple(axes), tuple(known)))
    name = "_".join((symbol.name, *known))
    if symbol.node.copies in (None, 1) and len(axes) == len(symbol.node.axes):
        scope.context.sole_cards.add(name)
    return Typed(e.TitleValue(name), t.Title(kind))


def _part(context: Context, value: e.Expr) -> str | None:
    match value:
        case e.Literal(int() as number):
            return str(number)
        case e.TitleValue(name):
            return name
        case e.WordValue(list, place):
            return next(
                (
                    word
                    for word, uses in context.symbols.words.items()
                    if any(use.list == list and use.place == place for use in uses)
                ),
                None,
            )
        case _:
            return None


# ---------------------------------------------------------------- under way


def lower_this_procedure(
    scope: Scope, node: syntax.ThisProcedure, expected: FrontType | None
) -> Typed:
    """`this fight`: the present one."""
    name = node.procedure
    event = CardPlay() if name.text == PLAY else scope.context.event(name.text)
    if event is None:
        known = {PLAY, *scope.context.names_of_events()}
        scope.context.report(say_name.unknown_name(name, known))
        return Typed(e.Literal(None), Unknown())
    return Typed(e.ThisUnderWay(event), t.UnderWay(event))


def lower_as_usual(scope: Scope, node: syntax.AsUsual, expected: FrontType | None) -> Typed:
    """`throw as usual` where a value is wanted: its answer, by a statement before."""
    call = node.call
    name = call if isinstance(call, Name) else call.function
    symbol = scope.context.symbols.globals.get(name.text)
    given = as_usual_arguments(scope, node)
    if symbol is None or scope.replaces != name.text:
        return Typed(e.Literal(None), Unknown())
    type = answer_of(scope.context, symbol, name)
    if type is None:
        return Typed(e.Literal(None), Unknown())
    if scope.lifted is None:
        scope.context.report(say.procedure_in_expression(name, scope.why_pure))
        return Typed(e.Literal(None), type)
    into = fresh(scope.context, type, "result")
    scope.lifted.append(s.AsUsual(given, into, scope.context.origin(node.span)))
    return Typed(e.Local(into), type)


def as_usual_arguments(scope: Scope, node: syntax.AsUsual) -> tuple[e.Expr, ...] | None:
    """The arguments of `P(…) as usual`, None for `P as usual`; reported where P is not replaced."""
    call = node.call
    name = call if isinstance(call, Name) else call.function
    if scope.replaces != name.text:
        scope.context.report(say.as_usual_outside(node.span, name.text))
        return None
    if isinstance(call, Name):
        return None
    wanted = choices_or_parameters(scope.context, name.text)
    return arguments(inner(scope), call, wanted)
