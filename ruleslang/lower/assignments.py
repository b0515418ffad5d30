"""Lowers `let`, `set`, `add` and `subtract`."""

from __future__ import annotations

from attrs import evolve

from ruleslang.lower.arithmetic import number
from ruleslang.lower.blocks import Step
from ruleslang.lower.context import Written
from ruleslang.lower.conversions import faces, fit, front
from ruleslang.lower.diagnostics import statements as say
from ruleslang.lower.dispatch import raw
from ruleslang.lower.expressions import lower
from ruleslang.lower.inference import inferred
from ruleslang.lower.loop_bounds import passes
from ruleslang.lower.names import declare
from ruleslang.lower.narrowing import without_facts
from ruleslang.lower.scope import Scope
from ruleslang.lower.types import lower_type
from ruleslang.lower.write_targets import place
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.enumerations import Operator
from ruleslang.program.operation_variants_by_type import comparing_member
from ruleslang.syntax import expressions as x
from ruleslang.syntax.node import Name
from ruleslang.syntax.simple_statements import (
    Add,
    Let,
    Set,
    Subtract,
)
from ruleslang.types.lattice import FrontType, Unknown, is_collection, plain, stored


def let(scope: Scope, node: Let) -> Step:
    """`let x: T = E`: without a type, what E is and what is set later."""
    wanted = front(lower_type(scope.context, node.type)) if node.type is not None else None
    typed = faces(scope.context, lower(scope, node.value, wanted))
    type = wanted if wanted is not None else inferred(scope, node, typed.type)
    if node.type is not None and wanted is not None and _is_plain(scope, node, wanted):
        scope.context.report(say.needless_type(node.type.span, node.name.text))
    after = declare(scope, node.name, type, "let", settable=True)
    origin = scope.context.origin(node.span, node.marks)
    return [s.Let(after.slot(node.name.text), typed.expr, origin)], after


def _is_plain(scope: Scope, node: Let, wanted: FrontType) -> bool:
    """Whether a name would have the same type if it were not written."""
    if scope.context.trial is not None or node.type is None:
        return False
    context = evolve(
        scope.context,
        diagnostics=[],
        origins=[],
        spans=[],
        counters=dict(scope.context.counters),
        assigned=[],
        named_cards=[],
    )
    inside = evolve(scope, context=context, lifted=None if scope.lifted is None else [])
    start = faces(context, lower(inside, node.value)).type
    found = inferred(inside, node, start)
    return not context.diagnostics and stored(found) == stored(wanted)


def set_(scope: Scope, node: Set) -> Step:
    """`set PLACE to E`."""
    found = place(scope.pure("what is set"), node.place)
    if found is None:
        raw(scope, node.value)
        return [], scope
    target, type = found
    typed = raw(scope, node.value, type)
    note(scope, target, "set", typed.type)
    typed = fit(scope, typed, type, node.value.span)
    origin = scope.context.origin(node.span, node.marks)
    return [s.Assign(target, typed.expr, origin)], written(scope, node.place)


def written(scope: Scope, node: x.Expression) -> Scope:
    """The scope after a place was written: what tests had shown of it no longer holds."""
    name = node.function if isinstance(node, x.Apply) else node
    return without_facts(scope, name.text) if isinstance(name, Name) else scope


def note(scope: Scope, target: s.Place, word: str, type: FrontType) -> None:
    """Remember what is written to a local name, for names whose type is inferred."""
    if not isinstance(target, s.LocalPlace):
        return
    local = next(each for each in scope.locals.values() if each.slot == target.slot)
    if local.span is not None:
        change = Written(word, type, passes(scope, local.loops))
        scope.context.assigned.append((local.span, change))


def add(scope: Scope, node: Add) -> Step:
    """`add E to PLACE`: to a number, a set or a list."""
    return _changed(scope, node, "add")


def subtract(scope: Scope, node: Subtract) -> Step:
    """`subtract E from PLACE`: from a number or a set."""
    return _changed(scope, node, "subtract")


def _changed(scope: Scope, node: Add | Subtract, word: str) -> Step:
    pure = scope.pure("what is changed")
    found = place(pure, node.place)
    if found is None:
        raw(pure, node.amount)
        return [], scope
    target, type = found
    inner = plain(type)
    origin = scope.context.origin(node.span, node.marks)
    if isinstance(inner, (t.Number, Unknown)):
        amount = number(pure, node.amount)
        note(scope, target, word, amount.type)
        sign: Operator = "+" if word == "add" else "-"
        value: e.Expr = e.Arithmetic(sign, number(pure, node.place).expr, amount.expr, origin)
    elif isinstance(inner, t.SetOf) or (isinstance(inner, t.ListOf) and word == "add"):
        value = _collected(pure, node, target, inner, word)
    else:
        scope.context.report(say.cannot_add(node.place.span, word, type))
        return [], scope
    return [s.Assign(target, value, origin)], written(scope, node.place)


def _collected(
    scope: Scope, node: Add | Subtract, target: s.Place, type: t.SetOf | t.ListOf, word: str
) -> e.Expr:
    old = lower(scope, node.place).expr
    given = raw(scope, node.amount, type)
    note(scope, target, word, given.type)
    if is_collection(given.type):
        more = fit(scope, given, type, node.amount.span).expr
    else:
        one = (fit(scope, given, type.element, node.amount.span).expr,)
        more = e.MakeList(one) if isinstance(type, t.ListOf) else e.MakeSet(one)
    if word == "subtract":
        return e.Except(old, more, comparing_member(type.element, type))
    return e.Join(old, more) if isinstance(type, t.ListOf) else e.Union(old, more)
