"""Lowers the marks of a head about options: `decided by OPTION`, `only under OPTION is VALUE`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import overload

from attrs import evolve

from ruleslang.lower.context import Context
from ruleslang.lower.diagnostics import option_marks as say
from ruleslang.program import declarations as d
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax import expressions as x
from ruleslang.syntax.builder_interface import no_marks
from ruleslang.syntax.node import Name
from ruleslang.syntax.statements import Body, OnlyIf


def decided_by(context: Context, names: tuple[Name, ...]) -> tuple[str, ...]:
    """The options that decide a value or procedure."""
    return tuple(name.text for name in names if _option(context, name) is not None)


def only_under(context: Context, node: syntax.OnlyUnder | None) -> d.OnlyUnder | None:
    """The option and the places of its values under which alone there is a procedure."""
    option = None if node is None else _option(context, node.option)
    if node is None or option is None:
        return None
    values = [each.name.text for each in option.values]
    for name in node.values:
        if name.text not in values:
            context.report(say.unknown_value_of_option(name, option.name.text, values))
    places = tuple(values.index(each.text) for each in node.values if each.text in values)
    if len(set(places)) == len(values):
        context.report(say.under_every_value(node.span, option.name.text))
    return d.OnlyUnder(option.name.text, places)


def copies_under(
    context: Context, copies: int, nodes: Iterable[syntax.OnlyUnder | None]
) -> d.BySettings | None:
    """How many copies of a card there are under which values, where heads name some of them."""
    marks = [mark for node in nodes if (mark := only_under(context, node)) is not None]
    if not marks:
        return None
    options = tuple(dict.fromkeys(mark.option for mark in marks))
    values = [range(len(_values(context, option))) for option in options]
    numbers = (
        copies if all(at[options.index(mark.option)] in mark.values for mark in marks) else 0
        for at in product(*values)
    )
    return d.BySettings(options, False, tuple(numbers))


def _values(context: Context, option: str) -> tuple[syntax.OptionValue, ...]:
    node = context.symbols.globals[option].node
    assert isinstance(node, syntax.Option)
    return node.values


@overload
def with_condition(context: Context, body: Body, node: syntax.OnlyUnder | None) -> Body: ...
@overload
def with_condition(
    context: Context, body: Body | None, node: syntax.OnlyUnder | None
) -> Body | None: ...
def with_condition(
    context: Context, body: Body | None, node: syntax.OnlyUnder | None
) -> Body | None:
    """The body of an action or a play, legal only under the values that its head names."""
    if node is None or only_under(context, node) is None:
        return body
    test = OnlyIf(_condition(node), marks=no_marks(node.span), span=node.span)
    if body is None:
        return Body((test,), (), None, span=node.span)
    return evolve(body, clauses=(test, *body.clauses))


def _condition(node: syntax.OnlyUnder) -> x.Expression:
    """What the head says, as an expression; an option of `yes` and `no` is a condition itself."""
    match [each.text for each in node.values]:
        case ["yes"]:
            return node.option
        case ["no"]:
            return x.Not(node.option, span=node.span)
        case [_]:
            return x.Is(node.option, node.values[0], span=node.span)
        case _:
            return x.IsIn(node.option, x.Braces(node.values, span=node.span), span=node.span)


def _option(context: Context, name: Name) -> syntax.Option | None:
    symbol = context.symbols.globals.get(name.text)
    if symbol is not None and isinstance(symbol.node, syntax.Option):
        return symbol.node
    options = [each.name for what in ("option", "reading") for each in context.symbols.of(what)]
    context.report(say.unknown_option(name, symbol.what if symbol else None, options))
    return None
