"""Lowers hooks, modifiers and `whenever`, of cards, rules and lasting statements."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from ruleslang.language.lower.arguments import parameters_of
from ruleslang.language.lower.arithmetic import number
from ruleslang.language.lower.blocks import Step, block, lowers
from ruleslang.language.lower.conversions import report_twice
from ruleslang.language.lower.diagnostics import heads as errors
from ruleslang.language.lower.diagnostics import statements as statement_errors
from ruleslang.language.lower.expressions import condition, lower, subject
from ruleslang.language.lower.patterns import (
    answer_type,
    closed,
    entry,
    event_of,
    opened,
    pattern,
    report_unused,
)
from ruleslang.language.lower.scope import Scope
from ruleslang.language.syntax import declarations as syntax
from ruleslang.language.syntax.declarations import Action, Procedure
from ruleslang.language.syntax.expressions import Expression, head_name
from ruleslang.language.syntax.node import Name, Node
from ruleslang.language.syntax.statements import Change, Effect, Hook, Lasting, Modify, Whenever
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, Event, ProcedureRun
from ruleslang.program.expressions import CallValue
from ruleslang.program.locals import Slot
from ruleslang.program.references import MOMENTS, STAGES, one_of
from ruleslang.program.slot_uses import used_in
from ruleslang.program.typing.lattice import element, fits, plain
from ruleslang.program.typing.type_names import describe
from ruleslang.program.walk import find

NUMBERS = ("+", "-", "times", "at least", "at most", "becomes", "starts from")
SETS = ("include", "exclude", "becomes", "starts from")
OTHERS = ("becomes", "starts from")


def modify(outer: Scope, node: Modify, id: s.EffectId) -> s.Modifier | None:
    """Return the changes of a named value; reports changes that do not fit its type."""
    context = outer.context
    name = node.value.text
    symbol = context.symbols.get(name)
    if symbol is None or not isinstance(symbol.node, syntax.Value):
        values = context.symbols.names_of("value")
        context.report(errors.unknown_value(node, symbol.what if symbol else None, values))
        return None
    places = parameters_of(context, symbol.node)
    entries, scope = pattern(opened(outer).pure("a modifier"), node.pattern, places, name)
    test = None
    if node.condition is not None:
        test, after = condition(scope, node.condition)
        scope = evolve(scope, facts=after.facts, locals=after.locals)
    type = context.value_type(name)
    changes = tuple(
        change for written in node.changes if (change := _change(scope, written, name, type))
    )
    closed(outer, scope)
    if any(call.name == name for call in find((entries or (), test or (), changes), CallValue)):
        context.report(errors.modifier_reads_value(node.span, value=name))
    return s.Modifier(id, name, entries, test, changes, context.origin(node.span, node.marks))


def fitting(type: t.Type) -> tuple[str, ...]:
    """Return the changes that apply to values of a type."""
    match plain(type):
        case t.Number():
            return NUMBERS
        case t.SetOf():
            return SETS
        case t.Unknown():
            return (*NUMBERS, "include", "exclude")
        case _:
            return OTHERS


def _change(scope: Scope, node: Change, value: str, type: t.Type) -> s.Change | None:
    if node.stage not in fitting(type):
        words = ", ".join(f"`{word}`" for word in fitting(type))
        scope.context.report(
            errors.wrong_change(
                node.span, stage=node.stage, value=value, type=describe(type), fitting=words
            )
        )
        return None
    stage = one_of(node.stage, STAGES)
    if stage in ("becomes", "starts from"):
        return s.Change(stage, lower(scope, node.amount, type).expr)
    if stage not in ("include", "exclude"):
        return s.Change(stage, number(scope, node.amount).expr)
    members = subject(scope, node.amount)
    if not fits(members.type, plain(type), scope.context.kinds):
        scope.context.report(errors.entry_mismatch(node.amount.span, members.type, plain(type)))
    return s.Change(stage, members.expr)


def effects(scope: Scope, nodes: tuple[Effect, ...], of: str) -> tuple[s.Effect, ...]:
    """
    Lower effects in written order; the id of each is its declaration's name and its position.
    Reports names bound by the declaration's head that are never read.
    """
    report_twice(scope.context, nodes)
    lowered = tuple(
        effect
        for place, node in enumerate(nodes, 1)
        if (effect := _effect(fixed(scope), node, f"{of}/{place}"))
    )
    report_unused(scope, {local.name for local in scope.locals.values() if local.role == "bound"})
    return lowered


def fixed(scope: Scope) -> Scope:
    """
    Return the scope of an effect, which runs later than the statements around it.

    It captures the values of the names in scope; facts about these still hold, other facts do not.
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
    """Lower `before`, `after` or `instead of` an event."""
    context = outer.context
    event, places = event_of(context, node.procedure)
    scope = opened(outer)
    if event is None:
        scope = evolve(scope, wrong_head=node.procedure.span)
    known = places if event is not None else None
    entries, scope = pattern(scope, node.pattern, known, node.procedure.text)
    by, scope = _actor(scope, node, event)
    scope = _with_answer(scope, node)
    test = None
    if node.condition is not None:
        test, after = condition(scope.pure("a condition"), node.condition)
        scope = evolve(scope, facts=after.facts, locals=after.locals)
    if node.limit is not None:
        context.report(errors.limit_of_lasting(node.limit.span))
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


def _actor(scope: Scope, node: Hook, event: Event | None) -> tuple[patterns.Entry | None, Scope]:
    if node.by is None:
        return None, scope
    if isinstance(event, ProcedureRun):
        scope.context.report(errors.by_needs_action(node.by.span, name=node.procedure.text))
    return entry(scope, node.by, t.Player())


def _with_answer(scope: Scope, node: Hook) -> Scope:
    """Return the scope with `answer`, for hooks that run after the procedure."""
    type = answer_type(scope.context, node.procedure)
    if node.moment != "after" or type is None:
        return scope
    return scope.with_local("answer", type, None, "answer")


def _has_answer(scope: Scope, outer: Scope) -> bool:
    """Return whether `answer` belongs to this hook, not to an enclosing one."""
    return scope.locals.get("answer") is not outer.locals.get("answer")


def _inside(scope: Scope, node: Hook) -> Scope:
    """Return the scope of a hook's block; an `instead of` hook answers for its procedure."""
    if node.moment != "instead of":
        return scope
    return evolve(
        scope, replaces=node.procedure.text, answers=answer_type(scope.context, node.procedure)
    )


def _condition(scope: Scope, node: Expression) -> tuple[e.Expr, Scope]:
    """Return the condition of a `whenever`; reports an event, which is not a condition."""
    name = head_name(node)
    declared = name and scope.context.symbols.declared(name.text, Node)
    answers = isinstance(declared, Procedure) and declared.answers is not None
    if name is not None and isinstance(declared, Procedure | Action) and not answers:
        scope.context.report(errors.happens_and_is_no_condition(node.span, name=name.text))
        return e.Literal(False), scope
    return condition(scope.pure("a condition"), node)


def whenever(scope: Scope, node: Whenever, id: s.EffectId) -> s.Whenever:
    """Lower statements that run as soon as a condition becomes true."""
    test, inner = _condition(scope, node.condition)
    origin = scope.context.origin(node.span, node.marks)
    return s.Whenever(id, test, block(inner, node.block), origin)


@lowers(Lasting)
def lasting(scope: Scope, node: Lasting) -> Step:
    """Lower effects that start now; the pattern of `until` is evaluated now and binds nothing."""
    origin = scope.context.origin(node.span, node.marks)
    if node.procedure is not None:
        return _until_run_ends(scope, node, node.procedure, origin), scope
    assert node.condition is not None
    test, _ = condition(scope.pure("a condition"), node.condition)
    name = scope.context.unique("while")
    return [_begun(scope, node, name, s.WhileHolds(test), origin)], scope


def _until_run_ends(scope: Scope, node: Lasting, procedure: Name, origin: int) -> list[s.Statement]:
    event, places = event_of(scope.context, procedure)
    known = places if event is not None else None
    head = scope.pure("a head")
    entries, _ = pattern(head, node.pattern, known, procedure.text, binds=False)
    asks = any(not isinstance(entry, patterns.AnyEntry) for entry in entries or ())
    if isinstance(event, ActionRun) and node.word == "starts" and node.pattern is not None and asks:
        scope.context.report(
            statement_errors.choices_at_start(node.pattern.span, name=procedure.text)
        )
    name = scope.context.unique(f"until {procedure.text} {node.word}")
    lifetime = _lifetime(node, event or ProcedureRun(procedure.text), entries)
    return [_begun(scope, node, name, lifetime, origin)]


def _lifetime(node: Lasting, event: Event, entries: patterns.Pattern) -> s.Lifetime:
    if node.word == "starts":
        return s.UntilNextStart(event, entries)
    return s.UntilRunEnds(event) if node.pattern is None else s.UntilNextEnd(event, entries)


def _begun(scope: Scope, node: Lasting, name: str, lifetime: s.Lifetime, origin: int) -> s.Lasting:
    """Return the statement; its captures are determined when the body has its table of locals."""
    you, this = scope.locals.get("you"), scope.locals.get("this")
    cards = {local.slot for local in scope.locals.values() if _is_of_cards(local.type)}
    begun = effects(scope, node.effects, name)
    return s.Lasting(
        name,
        None if you is None else you.slot,
        None if this is None else this.slot,
        (),
        lifetime,
        tuple(_of_one_stay(scope, effect, cards) for effect in begun),
        origin,
    )


def _is_of_cards(type: t.Type) -> bool:
    return isinstance(plain(element(type) or type), t.Card)


def _of_one_stay(scope: Scope, effect: s.Effect, cards: set[Slot]) -> s.Effect:
    """Let a lasting modifier that compares with known cards last while they stay in their zone."""
    if not isinstance(effect, s.Modifier):
        return effect
    if cards.isdisjoint(used_in((effect.pattern or (), effect.condition))):
        return effect
    compared = [
        slot
        for entry in effect.pattern or ()
        if (slot := _compared_local(entry)) is not None
        and isinstance(plain(scope.context.locals[slot].type), t.Card)
    ]
    if not compared:
        return effect
    stays = e.StillThere(None, e.Local(compared[0]))
    return evolve(effect, condition=_conjunction(stays, effect.condition))


def _conjunction(first: e.Expr, second: e.Expr | None) -> e.Expr:
    return first if second is None else e.And(first, second)


def _compared_local(entry: patterns.Entry) -> Slot | None:
    """Return the local that an entry binds, or to which it compares."""
    match entry:
        case patterns.BindEntry(slot) | patterns.EqualEntry(e.Local(slot)):
            return slot
    return None
