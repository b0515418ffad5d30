"""Calculates with numbers, compares, and joins truths."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ruleslang.engine.interpreter.evaluate import evaluate, is_of_kind, is_within, number, same
from ruleslang.engine.interpreter.machine import Machine, evaluates
from ruleslang.engine.interpreter.reading import zone_count
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.runtime_values import Env, Value, place_in_order
from ruleslang.program import expressions as e

# ---------------------------------------------------------------- numbers


def _sides(m: Machine, x: e.Arithmetic | e.Compare, env: Env) -> list[Any]:
    """Return the values of both sides; none is a fault, before the other side is evaluated."""
    sides = []
    for side in (x.left, x.right):
        value = evaluate(m, side, env)
        if value is None:
            raise Fault("none-in-arithmetic", f"none on a side of `{x.operator}`", x.origin)
        sides.append(value)
    return sides


@evaluates(e.Arithmetic)
def arithmetic(m: Machine, x: e.Arithmetic, env: Env) -> Value:
    """Compute `+`, `-`, `*` of whole numbers; none is a fault."""
    left, right = _sides(m, x, env)
    if x.operator == "+":
        return left + right
    return left - right if x.operator == "-" else left * right


@evaluates(e.Divide)
def divide(m: Machine, x: e.Divide, env: Env) -> Value:
    """Return a quotient rounded `up` or `down`; `exact` is a fraction."""
    left = number(m, x.left, env, x.origin)
    right = number(m, x.right, env, x.origin)
    if right == 0:
        raise Fault("out-of-range", "division by 0", x.origin)
    if x.rounding == "exact":
        return Fraction(left, right)
    return -(-left // right) if x.rounding == "up" else left // right


@evaluates(e.Negate)
def negate(m: Machine, x: e.Negate, env: Env) -> Value:
    return -number(m, x.operand, env, x.origin)


@evaluates(e.Compare)
def compare(m: Machine, x: e.Compare, env: Env) -> Value:
    """Compare numbers, words in written order, lists lexicographically; none is a fault."""
    left, right = _sides(m, x, env)
    if x.order != "numbers":
        left, right = place_in_order(left, x.order), place_in_order(right, x.order)
    match x.operator:
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case _:
            return left >= right


# ---------------------------------------------------------------- sameness


@evaluates(e.Equal)
def equal(m: Machine, x: e.Equal, env: Env) -> Value:
    """Evaluate `is`."""
    return same(m, evaluate(m, x.left, env), evaluate(m, x.right, env), x.comparing)


@evaluates(e.In)
def within(m: Machine, x: e.In, env: Env) -> Value:
    """Evaluate `is in`."""
    return is_within(m, evaluate(m, x.member, env), x.set, x.comparing, env)


@evaluates(e.IsKind)
def is_kind(m: Machine, x: e.IsKind, env: Env) -> Value:
    """Evaluate `c is spell`."""
    return is_of_kind(m, evaluate(m, x.subject, env), x.kind, x.of)


@evaluates(e.IsTitle)
def is_title(m: Machine, x: e.IsTitle, env: Env) -> Value:
    """Return whether a card counts as a definition now: `c is lancio`."""
    subject = evaluate(m, x.subject, env)
    wanted = evaluate(m, x.title, env)
    if subject is None or wanted is None:
        return False
    return m.state.title_of(subject) is wanted


@evaluates(e.IsPiece)
def is_piece(m: Machine, x: e.IsPiece, env: Env) -> Value:
    """Evaluate `m is keeper`."""
    subject = evaluate(m, x.subject, env)
    return subject is not None and subject.declaration.name == x.piece


@evaluates(e.IsAutomatic)
def is_automatic(m: Machine, x: e.IsAutomatic, env: Env) -> Value:
    """Return whether a player's seat never decides."""
    subject = evaluate(m, x.player, env)
    return subject is not None and subject.automatic


@evaluates(e.IsEmpty)
def is_empty(m: Machine, x: e.IsEmpty, env: Env) -> Value:
    if type(x.operand) is e.ReadZone:
        return zone_count(m, x.operand, env) == 0
    return not evaluate(m, x.operand, env)


# ---------------------------------------------------------------- truth


@evaluates(e.Not)
def negation(m: Machine, x: e.Not, env: Env) -> Value:
    return not evaluate(m, x.operand, env)


@evaluates(e.And)
def conjunction(m: Machine, x: e.And, env: Env) -> Value:
    """Evaluate the right operand only if the left holds."""
    return evaluate(m, x.left, env) and evaluate(m, x.right, env)


@evaluates(e.Or)
def disjunction(m: Machine, x: e.Or, env: Env) -> Value:
    """Evaluate the right operand only if the left does not hold."""
    return evaluate(m, x.left, env) or evaluate(m, x.right, env)


@evaluates(e.WhenOtherwise)
def when_otherwise(m: Machine, x: e.WhenOtherwise, env: Env) -> Value:
    """Return one of two values; only that one is evaluated."""
    return evaluate(m, x.value if evaluate(m, x.condition, env) else x.otherwise, env)
