"""Lowers hooks, modifiers and `whenever`, of cards, rules and lasting statements."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from ruleslang.lower.blocks import block
from ruleslang.lower.diagnostics import heads as say
from ruleslang.lower.event_signatures import answer_type, event_of
from ruleslang.lower.expressions import condition
from ruleslang.lower.modifiers import modify
from ruleslang.lower.patterns import closed, entry, opened, pattern
from ruleslang.lower.repetition_warnings import report_twice
from ruleslang.lower.scope import Scope
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.enumerations import MOMENTS, one_of
from ruleslang.program.events import Event, ProcedureRun
from ruleslang.syntax.declarations import Action, Procedure
from ruleslang.syntax.expressions import Apply, Expression
from ruleslang.syntax.node import Name
from ruleslang.syntax.statements import (
    Effect,
    Hook,
    Modify,
    Whenever,
)


def effects(scope: Scope, nodes: tuple[Effect, ...], of: str) -> tuple[s.Effect, ...]:
    """Effects in the order of the text; each has an id by what it stands in, and its place."""
    report_twice(scope.context, nodes)
    return tuple(
        effect
        for place, node in enumerate(nodes, 1)
        if (effect := _effect(fixed(scope), node, f"{of}/{place}"))
    )


def fixed(scope: Scope) -> Scope:
    """
    The scope of an effect, which runs later than the text around it.

    The names in sight keep the value that they have when it begins; what tests have shown of them
    still holds, and what they have shown of anything else does not.
    """
    locals = {name: evolve(local, settable=False) for name, local in scope.locals.items()}
    facts = {path: type for path, type in scope.facts.items() if path in locals}
    return evolve(scope, locals=locals, facts=facts, lifted=None, replaces=None, answers=None)


def _effect(scope: Scope, node: Effect, id: s.EffectId) -> s.Effect | None:
    match node:
        case Hook():
            return hook(scope, node, id)
        case Modify():
            return modify(scope, node, id)
        case Whenever():
            return whenever(scope, node, id)
        case _:
            assert_never(node)


def hook(outer: Scope, node: Hook, id: s.EffectId) -> s.Hook | None:
    """`before`, `after` or `instead of` something that happens."""
    context = outer.context
    event, places = event_of(context, node.procedure)
    scope = opened(outer)
    if event is None:
        scope = evolve(scope, wrong_head=node.procedure.span)
    known = places if event is not None else None
    entries, scope = pattern(scope, node.pattern, known, node.procedure.text)
    by, scope = _by(scope, node, event)
    scope = _with_answer(scope, node)
    test = None
    if node.condition is not None:
        test, after = condition(scope.pure("a condition"), node.condition)
        scope = evolve(scope, facts=after.facts, locals=after.locals)
    lowered = block(_inside(scope, node), node.block)
    closed(outer, scope)
    if event is None:
        return None
    return s.Hook(
        id,
        one_of(node.moment, MOMENTS),
        event,
        entries,
        by,
        scope.slot("answer") if _has_answer(scope, outer) else None,
        test,
        lowered,
        context.origin(node.span, node.marks),
    )


def _by(scope: Scope, node: Hook, event: Event | None) -> tuple[patterns.Entry | None, Scope]:
    if node.by is None:
        return None, scope
    if isinstance(event, ProcedureRun):
        scope.context.report(say.by_needs_action(node.by.span, node.procedure.text))
    return entry(scope, node.by, t.Player())


def _with_answer(scope: Scope, node: Hook) -> Scope:
    """`answer` is what the procedure answered, for hooks that come after it."""
    type = answer_type(scope.context, node.procedure)
    if node.moment != "after" or type is None:
        return scope
    return scope.with_local("answer", type, None, "answer")


def _has_answer(scope: Scope, outer: Scope) -> bool:
    """Whether `answer` is of this hook, not of one around it."""
    return scope.locals.get("answer") is not outer.locals.get("answer")


def _inside(scope: Scope, node: Hook) -> Scope:
    """The scope of a hook's block: one that stands in for a procedure answers for it."""
    if node.moment != "instead of":
        return scope
    return evolve(
        scope, replaces=node.procedure.text, answers=answer_type(scope.context, node.procedure)
    )


def _condition(scope: Scope, node: Expression) -> tuple[e.Expr, Scope]:
    """What a `whenever` tests; something that happens is no condition, whatever its brackets."""
    called = node.function if isinstance(node, Apply) else node
    symbol = scope.context.symbols.globals.get(called.text) if isinstance(called, Name) else None
    declared = symbol.node if symbol else None
    answers = isinstance(declared, Procedure) and declared.answers is not None
    if isinstance(declared, Procedure | Action) and isinstance(called, Name) and not answers:
        scope.context.report(say.happens_and_is_no_condition(called, node.span))
        return e.Literal(False), scope
    return condition(scope.pure("a condition"), node)


def whenever(scope: Scope, node: Whenever, id: s.EffectId) -> s.Whenever:
    """What happens as soon as something comes true."""
    test, inner = _condition(scope, node.condition)
    origin = scope.context.origin(node.span, node.marks)
    return s.Whenever(id, test, block(inner, node.block), origin)
