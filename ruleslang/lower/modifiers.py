"""Lowers modifiers: `modify strength(you, any) where C: +2, at least 1`."""

from __future__ import annotations

from attrs import evolve

from ruleslang.lower.arguments import parameters_of
from ruleslang.lower.arithmetic import number
from ruleslang.lower.diagnostics import heads as say
from ruleslang.lower.expressions import condition, lower, subject
from ruleslang.lower.patterns import closed, opened, pattern
from ruleslang.lower.scope import Scope
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.enumerations import STAGES, one_of
from ruleslang.program.expressions import CallValue
from ruleslang.program.walk import find
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.statements import (
    Change,
    Modify,
)
from ruleslang.types.lattice import FrontType, Unknown, fits, plain

NUMBERS = ("+", "-", "times", "at least", "at most", "becomes", "starts from")
SETS = ("include", "exclude", "becomes", "starts from")
OTHERS = ("becomes", "starts from")


def modify(outer: Scope, node: Modify, id: s.EffectId) -> s.Modifier | None:
    """Changes of a named value, each of a sort that the value's type has."""
    context = outer.context
    name = node.value.text
    symbol = context.symbols.globals.get(name)
    if symbol is None or not isinstance(symbol.node, syntax.Value):
        values = [each.name for each in context.symbols.of("value")]
        context.report(say.unknown_value(node.value, symbol.what if symbol else None, values))
        return None
    places = parameters_of(context, symbol.node)
    entries, scope = pattern(opened(outer).pure("a modifier"), node.pattern, places, name)
    test = None
    if node.condition is not None:
        test, after = condition(scope, node.condition)
        scope = evolve(scope, facts=after.facts, locals=after.locals)
    type = context.value_type(name)
    changes = tuple(change for each in node.changes if (change := _change(scope, each, name, type)))
    closed(outer, scope)
    if any(call.name == name for call in find((entries or (), test or (), changes), CallValue)):
        context.report(say.modifier_reads_value(node.span, name))
    return s.Modifier(id, name, entries, test, changes, context.origin(node.span, node.marks))


def fitting(type: FrontType) -> tuple[str, ...]:
    """The changes that a value of a type can have."""
    match plain(type):
        case t.Number():
            return NUMBERS
        case t.SetOf():
            return SETS
        case Unknown():
            return (*NUMBERS, "include", "exclude")
        case _:
            return OTHERS


def _change(scope: Scope, node: Change, value: str, type: FrontType) -> s.Change | None:
    if node.stage not in fitting(type):
        scope.context.report(say.wrong_change(node.span, node.stage, value, type, fitting(type)))
        return None
    stage = one_of(node.stage, STAGES)
    if stage in ("becomes", "starts from"):
        return s.Change(stage, lower(scope, node.amount, type).expr)
    if stage not in ("include", "exclude"):
        return s.Change(stage, number(scope, node.amount).expr)
    members = subject(scope, node.amount)
    if not fits(members.type, plain(type), scope.context.kinds):
        scope.context.report(say.entry_mismatch(node.amount.span, members.type, plain(type)))
    return s.Change(stage, members.expr)
