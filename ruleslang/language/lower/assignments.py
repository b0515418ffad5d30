"""Lowers `let`, `set`, `add` and `subtract`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from attrs import evolve

from ruleslang.language.lower.arithmetic import number
from ruleslang.language.lower.blocks import Step, lowers, sequence
from ruleslang.language.lower.context import Assignment, TooManyTrials
from ruleslang.language.lower.conversions import faces, fit, front
from ruleslang.language.lower.diagnostics import statements as errors
from ruleslang.language.lower.dispatch import raw
from ruleslang.language.lower.expressions import lower
from ruleslang.language.lower.lone_names import declare
from ruleslang.language.lower.scope import Scope, without_facts
from ruleslang.language.lower.types import lower_type
from ruleslang.language.lower.typing import passes, typed
from ruleslang.language.lower.write_targets import place
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax.expressions import head_name, unwrapped
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.simple_statements import Add, Let, Set, Subtract
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import comparing_member
from ruleslang.program.references import Operator
from ruleslang.program.typing.lattice import Ancestors, element, is_collection, join, plain, stored
from ruleslang.program.typing.sizes import GENEROUS
from ruleslang.program.typing.type_names import describe
from ruleslang.source.span import Span

ROUNDS = 5

Changes: TypeAlias = (
    "dict[Span, list[Assignment]]"  # the type of each name, by where it is declared
)


def inferred(scope: Scope, node: Let, start: t.Type) -> t.Type:
    """Return the inferred type of a name; reports a name that needs a declared type."""
    if scope.context.trial is not None:
        return _supposed(scope.context.trial, node.name.span, start, scope.context.kinds)
    if not scope.nodes.writes_after(scope.place, node.name.text) or not _can_widen(start):
        return start
    try:
        type = _fixpoint_type(scope, node, start)
    except TooManyTrials:
        scope.context.report(
            errors.too_many_trials(node.name.span, name=node.name.text, example=_example(start))
        )
        return t.Unknown()
    if type is None or type == t.Never():
        scope.context.report(
            errors.type_needed(node.name.span, name=node.name.text, example=_example(start))
        )
        return t.Unknown()
    return type


def _supposed(trial: dict[Span, t.Type], name: Span, start: t.Type, kinds: Ancestors) -> t.Type:
    """Return the type that a name is assumed to have during a trial."""
    type = join(trial.get(name, start), start, kinds) or start
    trial[name] = type
    return type


def _can_widen(type: t.Type) -> bool:
    return not isinstance(plain(type), (t.Truth, t.Player, t.Team, t.WordOf, t.Unknown))


def _example(start: t.Type) -> str:
    match plain(start):
        case t.Number(low, high):
            return f"{min(low, 0)}..{max(high, 20)}"
        case t.Never():
            return "card or none"
        case other:
            return describe(other).removeprefix("a ")


def _fixpoint_type(scope: Scope, node: Let, start: t.Type) -> t.Type | None:
    """
    Return the least type that holds the start value and all assignments; None if it grows without
    bound.

    The types of all names declared after this one are inferred in the same fixpoint, so that each
    round is one trial, of only those statements that can matter. Raises `TooManyTrials`.
    """
    name, kinds = node.name.span, scope.context.kinds
    supposed: dict[Span, t.Type] = {name: start}
    set_to: dict[Span, t.Type] = {}
    for _ in range(ROUNDS):
        before = dict(supposed)
        written = _trial(scope, node, supposed)
        for declared, type in supposed.items():
            set_to[declared] = _joined(set_to.get(declared, type), written.get(declared, ()), kinds)
            widened = _widened(set_to[declared], written.get(declared, ()), kinds)
            if widened is None:
                return None
            supposed[declared] = widened
        if supposed == before:
            break
    return supposed[name] if supposed[name] == before[name] else None


def _trial(scope: Scope, node: Let, supposed: dict[Span, t.Type]) -> Changes:
    """Return the assignments after a `let` to its name, and to names declared after it."""
    context = scope.context
    trial = context.apart(trial=supposed)
    inside = evolve(scope, context=trial).with_local(
        node.name.text, supposed[node.name.span], node.name.span, "let", settable=True
    )
    context.trials.spend(0)
    concerned, nodes = scope.nodes.concerned(scope.place, node.name.text)
    context.trials.spend(nodes)
    for _ in sequence(inside, concerned):
        pass
    written: Changes = {}
    for name, change in trial.assigned:
        written.setdefault(name, []).append(change)
    return written


def _joined(type: t.Type, written: Iterable[Assignment], kinds: Ancestors) -> t.Type:
    """Join a type with the types of all assignments; reports those that do not fit."""
    for assignment in written:
        if assignment.word == "set" and not isinstance(assignment.type, t.Unknown):
            type = join(type, assignment.type, kinds) or type
    return type


def _widened(type: t.Type, written: Sequence[Assignment], kinds: Ancestors) -> t.Type | None:
    """Return the type after all additions and subtractions; None: unbounded."""
    changes = [assignment for assignment in written if assignment.word != "set"]
    if any(change.passes is None for change in changes):
        return None
    match plain(type):
        case t.Number(low, high):
            return _stretched(type, t.Number(low, high), changes)
        case t.SetOf() | t.ListOf() as of:
            return _with_members(of, changes, kinds)
        case _:
            return type


def _stretched(type: t.Type, range: t.Number, changes: Sequence[Assignment]) -> t.Type:
    low, high = range.low, range.high
    for change in changes:
        by, passes = plain(change.type), change.passes or 0
        if isinstance(by, t.Number):
            least, most = (by.low, by.high) if change.word == "add" else (-by.high, -by.low)
            low, high = low + passes * min(least, 0), high + passes * max(most, 0)
    return type if (low, high) == (range.low, range.high) else t.Number(low, high)


def _with_members(
    type: t.SetOf | t.ListOf, changes: Sequence[Assignment], kinds: Ancestors
) -> t.Type:
    result: t.Type = type
    for change in changes:
        if change.word == "add":
            inner = element(change.type) if is_collection(change.type) else plain(change.type)
            result = _with_member(result, inner or t.Unknown(), change, kinds)
    return result


def _with_member(type: t.Type, member: t.Type, change: Assignment, kinds: Ancestors) -> t.Type:
    assert isinstance(type, (t.SetOf, t.ListOf))
    joined = join(type.element, member, kinds) if type.element != t.Never() else member
    inner = type.element if joined is None else stored(joined)
    if isinstance(type, t.SetOf):
        return t.SetOf(inner)
    several = change.type.up_to if isinstance(change.type, (t.SetOf, t.ListOf)) else 1
    return t.ListOf(inner, type.up_to + (change.passes or 0) * (several or GENEROUS))


@lowers(Let)
def let(scope: Scope, node: Let) -> Step:
    """Lower `let x: T = E`; without T, the type is inferred from E and from later assignments."""
    wanted = front(lower_type(scope.context, node.type)) if node.type is not None else None
    value = faces(scope.context, lower(scope, node.value, wanted))
    infer = _tested_type if node.surely else inferred
    type = wanted if wanted is not None else infer(scope, node, value.type)
    if node.type is not None and wanted is not None and _is_plain(scope, node, wanted):
        scope.context.report(errors.needless_type(node, node.type.span))
    after = declare(scope, node.name, type, "let", settable=True)
    origin = scope.context.origin(node.span, node.marks)
    return [s.Let(after.slot(node.name.text), value.expr, origin)], after


def _tested_type(scope: Scope, node: Let, start: t.Type) -> t.Type:
    """Return the type of E in `let x = E, surely`, which is a fault if none."""
    if isinstance(start, (t.Optional, t.Maybe)):
        return start.inner
    if not isinstance(start, t.Unknown):
        scope.context.report(errors.needless_surely(node.value.span))
    return start


def _is_plain(scope: Scope, node: Let, wanted: t.Type) -> bool:
    """Return whether a name would have the same type without the annotation."""
    if scope.context.trial is not None or node.type is None:
        return False
    context = scope.context.apart(named_cards=[])
    inside = evolve(scope, context=context, lifted=None if scope.lifted is None else [])
    start = faces(context, lower(inside, node.value)).type
    type = inferred(inside, node, start)
    return not context.diagnostics and stored(type) == stored(wanted)


@lowers(Set)
def set_(scope: Scope, node: Set) -> Step:
    """Lower `set PLACE to E`."""
    target_and_type = place(scope.pure("what is set"), node.place)
    if target_and_type is None:
        raw(scope, node.value)
        return [], scope
    target, type = target_and_type
    value = raw(scope, node.value, type)
    note(scope, node.place, target, "set", value.type)
    value = fit(scope, value, type, node.value.span)
    origin = scope.context.origin(node.span, node.marks)
    return [s.Assign(target, value.expr, origin)], written(scope, node.place)


def written(scope: Scope, node: x.Expression) -> Scope:
    """Return the scope after an assignment, without the facts that it invalidates."""
    name = head_name(node)
    return scope if name is None else without_facts(scope, name.text)


def note(scope: Scope, node: x.Expression, target: s.Place, word: str, type: t.Type) -> None:
    """Record an assignment to a local whose type is inferred."""
    if not isinstance(target, s.LocalPlace) or not isinstance(name := unwrapped(node), Name):
        return
    local = scope.locals[name.text]
    if local.span is not None:
        change = Assignment(word, type, passes(scope, local.loops))
        scope.context.assigned.append((local.span, change))


@lowers(Add)
def add(scope: Scope, node: Add) -> Step:
    """Lower `add E to PLACE`: to a number, a set or a list."""
    return _changed(scope, node, "add")


@lowers(Subtract)
def subtract(scope: Scope, node: Subtract) -> Step:
    """Lower `subtract E from PLACE`: from a number or a set."""
    return _changed(scope, node, "subtract")


def _changed(scope: Scope, node: Add | Subtract, word: str) -> Step:
    pure = scope.pure("what is changed")
    target_and_type = place(pure, node.place)
    if target_and_type is None:
        raw(pure, node.amount)
        return [], scope
    target, type = target_and_type
    inner = plain(type)
    origin = scope.context.origin(node.span, node.marks)
    if isinstance(inner, (t.Number, t.Unknown)):
        amount = number(pure, node.amount)
        note(scope, node.place, target, word, amount.type)
        sign: Operator = "+" if word == "add" else "-"
        before = number(pure, node.place)
        changed = e.Arithmetic(sign, before.expr, amount.expr, origin)
        value: e.Expr = changed
        if isinstance(target, s.StatePlace) and not _stops_at_the_ends(scope, target):
            fit(scope, typed(pure, changed, before, amount), type, node.span)
    elif isinstance(inner, t.SetOf) or (isinstance(inner, t.ListOf) and word == "add"):
        value = _collected(pure, node, target, inner, word)
    else:
        scope.context.report(errors.cannot_add(node.place.span, word, type))
        return [], scope
    return [s.Assign(target, value, origin)], written(scope, node.place)


def _stops_at_the_ends(scope: Scope, target: s.StatePlace) -> bool:
    declared = scope.context.symbols.declared(target.name, d.State)
    return declared is not None and declared.stops_at_the_ends


def _collected(
    scope: Scope, node: Add | Subtract, target: s.Place, type: t.SetOf | t.ListOf, word: str
) -> e.Expr:
    old = lower(scope, node.place).expr
    amount = raw(scope, node.amount, type)
    note(scope, node.place, target, word, amount.type)
    if is_collection(amount.type):
        more = fit(scope, amount, type, node.amount.span).expr
    else:
        members = (fit(scope, amount, type.element, node.amount.span).expr,)
        more = e.MakeList(members) if isinstance(type, t.ListOf) else e.MakeSet(members)
    if word == "subtract":
        return e.Except(old, more, comparing_member(type.element, type))
    return e.Join(old, more) if isinstance(type, t.ListOf) else e.Union(old, more)
