"""Arithmetic, comparison, sameness, truth."""

from __future__ import annotations

from fractions import Fraction

from ruleslang.match.faults import Fault
from ruleslang.match.values import (
    Env,
    Value,
    place_in_order,
)
from ruleslang.meaning.comparison import is_of_kind, is_within, same
from ruleslang.meaning.evaluate import evaluate, number
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.reading import zone_count
from ruleslang.program import expressions as e

# ---------------------------------------------------------------- numbers


def arithmetic(m: Machine, x: e.Arithmetic, env: Env) -> Value:
    """`+`, `-`, `*` of whole numbers; none is a fault."""
    left = evaluate(m, x.left, env)
    right = evaluate(m, x.right, env)
    if left is None or right is None:
        raise Fault("none-in-arithmetic", f"none on a side of `{x.operator}`", x.origin)
    if x.operator == "+":
        return left + right
    return left - right if x.operator == "-" else left * right


def divide(m: Machine, x: e.Divide, env: Env) -> Value:
    """Rounded towards more (`up`) or towards less (`down`); `exact` is a fraction."""
    left = number(m, x.left, env, x.origin)
    right = number(m, x.right, env, x.origin)
    if right == 0:
        raise Fault("out-of-range", "division by 0", x.origin)
    if x.rounding == "exact":
        return Fraction(left, right)
    return -(-left // right) if x.rounding == "up" else left // right


def negate(m: Machine, x: e.Negate, env: Env) -> Value:
    """The number with the other sign."""
    return -number(m, x.operand, env, x.origin)


def compare(m: Machine, x: e.Compare, env: Env) -> Value:
    """
    Numbers by size, words as written, lists first entry first (a prefix is lower); none is a fault.
    """
    left = evaluate(m, x.left, env)
    right = evaluate(m, x.right, env)
    if left is None or right is None:
        raise Fault("none-in-arithmetic", f"none on a side of `{x.operator}`", x.origin)
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


def equal(m: Machine, x: e.Equal, env: Env) -> Value:
    """`is`."""
    return same(m, evaluate(m, x.left, env), evaluate(m, x.right, env), x.comparing)


def within(m: Machine, x: e.In, env: Env) -> Value:
    """`is in`."""
    return is_within(m, evaluate(m, x.member, env), x.set, x.comparing, env)


def is_kind(m: Machine, x: e.IsKind, env: Env) -> Value:
    """`c is spell`."""
    return is_of_kind(m, evaluate(m, x.subject, env), x.kind, x.of)


def is_title(m: Machine, x: e.IsTitle, env: Env) -> Value:
    """`c is lancio`: whether it counts as that at this moment."""
    subject = evaluate(m, x.subject, env)
    wanted = evaluate(m, x.title, env)
    if subject is None or wanted is None:
        return False
    return m.state.title_of(subject) is wanted


def is_piece(m: Machine, x: e.IsPiece, env: Env) -> Value:
    """`m is keeper`."""
    subject = evaluate(m, x.subject, env)
    return subject is not None and subject.declaration.name == x.piece


def is_automatic(m: Machine, x: e.IsAutomatic, env: Env) -> Value:
    """Whether a player's seat never decides."""
    subject = evaluate(m, x.player, env)
    return subject is not None and subject.automatic


def is_empty(m: Machine, x: e.IsEmpty, env: Env) -> Value:
    """Whether there is nothing in it."""
    if type(x.operand) is e.ReadZone:
        return zone_count(m, x.operand, env) == 0
    return not evaluate(m, x.operand, env)


# ---------------------------------------------------------------- truth


def negation(m: Machine, x: e.Not, env: Env) -> Value:
    """The contrary."""
    return not evaluate(m, x.operand, env)


def conjunction(m: Machine, x: e.And, env: Env) -> Value:
    """The right side is read only when the left holds."""
    return evaluate(m, x.left, env) and evaluate(m, x.right, env)


def disjunction(m: Machine, x: e.Or, env: Env) -> Value:
    """The right side is read only when the left does not hold."""
    return evaluate(m, x.left, env) or evaluate(m, x.right, env)


def when_otherwise(m: Machine, x: e.WhenOtherwise, env: Env) -> Value:
    """One of two values; only that one is read."""
    return evaluate(m, x.value if evaluate(m, x.condition, env) else x.otherwise, env)
