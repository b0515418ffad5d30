"""Arithmetic, comparison, sameness, truth."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from ruleslang.match.faults import Fault
from ruleslang.match.values import (
    Card,
    CardDefinition,
    Env,
    ListValue,
    Piece,
    Player,
    Value,
    members,
    sort_key,
)
from ruleslang.meaning.evaluate import evaluate, number
from ruleslang.meaning.machine import Invocation, Machine
from ruleslang.meaning.reading import title_of, zone_count
from ruleslang.program import expressions as e

MEMBERS_TESTED_AT_ONCE = 20

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
    if type(left) is not int or type(right) is not int:
        left, right = sort_key(left), sort_key(right)
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


def same(m: Machine, left: Value, right: Value) -> bool:
    """
    Whether two values are the same.

    A card is the same as the definition it counts as. Two lists are the same entry by entry; any
    other two collections when they hold the same, in whatever order. None is the same only as none.
    """
    if left is right:
        return True
    if isinstance(left, tuple) or isinstance(right, tuple):
        return _same_members(m, left, right)
    if isinstance(left, Card) and isinstance(right, CardDefinition):
        return m.state.title_of(left) is right
    if isinstance(left, CardDefinition) and isinstance(right, Card):
        return m.state.title_of(right) is left
    return bool(left == right) and (type(left) is bool) == (type(right) is bool)


def _same_members(m: Machine, left: Value, right: Value) -> bool:
    """Whether two collections hold the same; an optional is a set of at most one."""
    mine, theirs = members(left), members(right)
    if len(mine) != len(theirs):
        return False
    if isinstance(left, ListValue) and isinstance(right, ListValue):
        return all(same(m, a, b) for a, b in zip(mine, theirs, strict=True))
    if any(isinstance(each, CardDefinition) for each in mine + theirs):
        mine, theirs = _as_titles(m, mine), _as_titles(m, theirs)
    return Counter(mine) == Counter(theirs)


def _as_titles(m: Machine, values: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple(m.state.title_of(each) if isinstance(each, Card) else each for each in values)


def is_member(m: Machine, member: Value, of: Value) -> bool:
    """
    Membership; a card is in a set of titles when it counts as one of them, and a title the same.
    """
    collection = members(of)
    if member in collection:
        return True
    if isinstance(member, Card):
        return m.state.title_of(member) in collection
    if isinstance(member, CardDefinition):
        return any(isinstance(c, Card) and m.state.title_of(c) is member for c in collection)
    return False


def equal(m: Machine, x: e.Equal, env: Env) -> Value:
    """`is`."""
    return same(m, evaluate(m, x.left, env), evaluate(m, x.right, env))


def within(m: Machine, x: e.In, env: Env) -> Value:
    """`is in`."""
    return is_within(m, evaluate(m, x.member, env), x.set, env)


def is_within(m: Machine, member: Value, among: Any, env: Env) -> bool:
    """Membership; a range of numbers is not written out for it."""
    if type(among) is e.Range and type(member) is int:
        low, high = evaluate(m, among.low, env), evaluate(m, among.high, env)
        if type(low) is int and type(high) is int:
            return low <= member <= high
        return is_member(m, member, evaluate(m, among, env))
    collection = evaluate(m, among, env)
    m.budget.look_at(len(members(collection)) // MEMBERS_TESTED_AT_ONCE)
    return is_member(m, member, collection)


def is_of_kind(m: Machine, subject: Value, kind: str) -> bool:
    """
    Whether a card, title or play is of a kind of card, or a piece of a declaration; none is not.
    """
    if isinstance(subject, Piece):
        return subject.declaration.name == kind
    if subject is None or (isinstance(subject, Invocation) and subject.card is None):
        return False
    return kind in title_of(m, subject).kinds


def is_kind(m: Machine, x: e.IsKind, env: Env) -> Value:
    """`c is spell`."""
    return is_of_kind(m, evaluate(m, x.subject, env), x.kind)


def is_title(m: Machine, x: e.IsTitle, env: Env) -> Value:
    """`c is lancio`: whether it counts as that at this moment."""
    subject = evaluate(m, x.subject, env)
    wanted = evaluate(m, x.title, env)
    if subject is None or wanted is None:
        return False
    return title_of(m, subject) is title_of(m, wanted)


def is_piece(m: Machine, x: e.IsPiece, env: Env) -> Value:
    """`m is keeper`."""
    subject = evaluate(m, x.subject, env)
    return isinstance(subject, Piece) and subject.declaration.name == x.piece


def is_automatic(m: Machine, x: e.IsAutomatic, env: Env) -> Value:
    """Whether a player's seat never decides."""
    subject = evaluate(m, x.player, env)
    return isinstance(subject, Player) and subject.automatic


def is_empty(m: Machine, x: e.IsEmpty, env: Env) -> Value:
    """Whether there is nothing in it."""
    if type(x.operand) is e.ReadZone:
        return zone_count(m, x.operand, env) == 0
    return not members(evaluate(m, x.operand, env))


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
