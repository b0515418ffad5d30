"""
The type of an expression that is computed from its operands, from their types.

These rules are the only ones: `typing.expressions` asks them with the types in a program, lowering
with those that it has found for the operands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never

from attrs import frozen

from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import types as t
from ruleslang.program.builtins import FUNCTIONS
from ruleslang.program.locals import Slot
from ruleslang.program.typing import intervals
from ruleslang.program.typing.lattice import Ancestors, join, join_members, members, optional, plain
from ruleslang.program.typing.sizes import GENEROUS, Sizes, count_of, how_many, most_members

MOST_CHOICES = 1_000_000  # choices of one decision

WAYS = {"+": intervals.add, "-": intervals.subtract, "*": intervals.multiply}

Computed: TypeAlias = e.Numeric | e.Chosen | e.Collected | e.Narrowed | e.CallBuiltIn


@frozen(eq=False)
class Operands:
    """The type of each operand of an expression, the sizes of the game, the ancestors of kinds."""

    of: Callable[[e.Expr], t.Type]
    sizes: Sizes
    kinds: Ancestors

    def plain(self, operand: e.Expr) -> t.Type:
        return plain(self.of(operand))

    def most(self, operand: e.Expr) -> int | None:
        """Return the maximal number of members of an operand; None if it is unbounded."""
        return most_members(self.of(operand), self.sizes)

    def all_of(self, type: t.Type) -> int | None:
        return how_many(type, self.sizes)

    def common(self, items: tuple[e.Expr, ...]) -> t.Type:
        """Return the join of the types of the members in braces; none is skipped there."""
        member: t.Type = t.Never()
        for item in items:
            member = join_members(member, self.plain(item), self.kinds) or member
        return member


def computed_type(expression: Computed, operands: Operands) -> t.Type:
    """Return the type of an expression; `Never` if it breaks an invariant."""
    if isinstance(expression, e.Numeric):
        return _number(expression, operands)
    if isinstance(expression, e.Chosen):
        return _chosen(expression, operands)
    if isinstance(expression, e.Collected):
        return _collection(expression, operands)
    if isinstance(expression, e.Narrowed):
        return _narrowed(expression, operands)
    if expression.function == "cell":
        return t.Optional(t.Space(expression.board))
    arguments = tuple(operands.of(argument) for argument in expression.arguments)
    return FUNCTIONS[expression.function].answer(arguments, operands.sizes)


# ---------------------------------------------------------------- numbers


def _number(expression: e.Numeric, operands: Operands) -> t.Type:
    match expression:
        case e.Arithmetic(operator, left, right):
            a, b = operands.plain(left), operands.plain(right)
            if isinstance(a, t.Number) and isinstance(b, t.Number):
                return WAYS[operator](a, b)
            return t.Fraction()
        case e.Divide(left, right, rounding):
            a, b = operands.plain(left), operands.plain(right)
            if rounding == "exact" or not isinstance(a, t.Number) or not isinstance(b, t.Number):
                return t.Fraction()
            return intervals.divide(a, b, rounding) or t.Never()
        case e.Negate(operand):
            number = operands.plain(operand)
            return intervals.negate(number) if isinstance(number, t.Number) else number
        case e.NumberOf(subject):
            return count_of(operands.of(subject), operands.sizes)
        case e.NumberOfChoices():
            return t.Number(0, MOST_CHOICES)
        case e.ChanceOf():
            return t.Fraction()
        case e.TimesNoted():
            return t.Number(0, limits.DECISIONS)
        case _:
            assert_never(expression)


# ---------------------------------------------------------------- one of several


def _chosen(expression: e.Chosen, operands: Operands) -> t.Type:
    match expression:
        case e.WhenOtherwise(value, _, otherwise):
            sides = operands.of(value), operands.of(otherwise)
            return join(*sides, operands.kinds) or t.Never()
        case e.WhatWouldBe(value):
            return operands.of(value)
        case e.Fold("sum", _, subject, value):
            return _sum(operands.most(subject), operands.plain(value))
        case e.Fold(_, _, subject, value):
            folded = operands.of(value)
            return folded if has_some(subject, operands) else optional(folded)
        case _:
            assert_never(expression)


def _sum(most: int | None, number: t.Type) -> t.Type:
    if isinstance(number, t.Fraction):
        return number
    if not isinstance(number, t.Number):
        return t.Number(0, 0)
    return intervals.repeated(number, GENEROUS if most is None else min(most, GENEROUS))


def has_some(subject: e.Expr, operands: Operands) -> bool:
    """Return whether a set or list is certainly not empty."""
    match subject:
        case e.Everything("all players" | "teams" | "words" | "spaces"):
            return True
        case e.Range(e.Literal(), e.Literal()):
            return True
        case e.MakeSet(items) | e.MakeList(items):
            types = (operands.of(item) for item in items)
            return any(not isinstance(type, (t.Optional, t.Maybe, t.Never)) for type in types)
    return False


# ---------------------------------------------------------------- sets and lists


def _collection(expression: e.Collected, operands: Operands) -> t.Type:
    """Return the type of an expression that constructs a set or list."""
    match expression:
        case e.Everything(kind, name):
            member = _member_of_all(kind, name)
            return t.SetOf(member, operands.all_of(member))
        case e.OptionalAsSet(operand):
            return t.SetOf(operands.plain(operand), 1)
        case e.ListAsSet(operand):
            type = operands.of(operand)
            as_set = t.SetOf(members(plain(type)), most_members(plain(type), operands.sizes))
            return t.Optional(as_set) if isinstance(type, t.Optional) else as_set
        case e.Range(low, high):
            ends = operands.plain(low), operands.plain(high)
            inner = join_members(*ends, operands.kinds) or t.Never()
            return t.SetOf(inner, operands.all_of(inner))
        case e.MakeSet(items):
            return t.SetOf(operands.common(items), len(items))
        case e.MakeList(items):
            return t.ListOf(operands.common(items), len(items))
        case e.Union() | e.Join():
            return _of_both(expression, operands)
        case e.Subsets(subject, _, high):
            size = operands.plain(high)
            most = max(0, size.high) if isinstance(size, t.Number) else None
            most = _least(operands.most(subject), most)
            return t.SetOf(t.SetOf(members(operands.of(subject)), most))
        case e.Image(_, subject, value):
            inner = operands.plain(value)
            return t.SetOf(inner, _least(operands.most(subject), operands.all_of(inner)))
        case e.UnionOver(_, subject, value):
            inner, over, of_each = (
                members(operands.of(value)),
                operands.most(subject),
                operands.most(value),
            )
            most = None if over is None or of_each is None else over * of_each
            return t.SetOf(inner, _least(most, operands.all_of(inner)))
        case _:
            assert_never(expression)


def _member_of_all(kind: str, name: str) -> t.Type:
    match kind:
        case "cards":
            return t.Card()
        case "titles":
            return t.Title()
        case "definitions of":
            return t.Title(name)
        case "pieces":
            return t.Piece()
        case "pieces of":
            return t.Piece(name)
        case "teams":
            return t.Team()
        case "words":
            return t.WordOf(name)
        case "spaces":
            return t.Space(name or None)
    return t.Player()


def _of_both(expression: e.Union | e.Join, operands: Operands) -> t.Type:
    left, right = operands.of(expression.left), operands.of(expression.right)
    inner = join_members(members(left), members(right), operands.kinds) or t.Never()
    sizes = operands.most(expression.left), operands.most(expression.right)
    most = None if sizes[0] is None or sizes[1] is None else sizes[0] + sizes[1]
    if isinstance(expression, e.Join):
        return t.ListOf(inner, most or 0)
    return t.SetOf(inner, _least(most, operands.all_of(inner)))


def _least(left: int | None, right: int | None) -> int | None:
    known = [size for size in (left, right) if size is not None]
    return min(known, default=None)


# ---------------------------------------------------------------- narrowed, widened, ranked


def _narrowed(expression: e.Narrowed, operands: Operands) -> t.Type:
    """Return the type of a part of a set or list, what it spreads to, or its order by keys."""
    match expression:
        case e.AsFarAs(subject=subject, and_next=True):
            return _of_kind(subject, None, operands)
        case e.Where(variable, subject, condition) | e.AsFarAs(variable, subject, condition):
            return _of_kind(subject, tested_kind(variable, condition), operands)
        case e.Except(left, _):
            return operands.of(left)
        case e.With(_, subject, _):
            return t.SetOf(members(operands.of(subject)), operands.most(subject))
        case e.Ranked(_, subject, _):
            most = operands.most(subject)
            return t.ListOf(members(operands.of(subject)), limits.CARDS if most is None else most)
        case e.SpreadBy(_, subject, step):
            both = (members(operands.of(subject)), members(operands.of(step)))
            inner = join_members(*both, operands.kinds) or t.Never()
            return t.SetOf(inner, operands.all_of(inner))
        case _:
            assert_never(expression)


def tested_kind(variable: Slot, condition: e.Expr) -> str | None:
    """Return the kind that a member is shown to be of where a condition holds."""
    match condition:
        case e.IsKind(e.Local(slot), kind) if slot == variable:
            return kind
        case e.And(left, right):
            return tested_kind(variable, left) or tested_kind(variable, right)
    return None


def _of_kind(subject: e.Expr, kind: str | None, operands: Operands) -> t.Type:
    """Return a set or list, narrowed to members of a kind."""
    type = operands.of(subject)
    inner = members(type)
    if kind is not None and isinstance(inner, (t.Card, t.Title)):
        narrower = inner.kind is None or inner.kind in operands.kinds.get(kind, ())
        if narrower:
            inner = t.Card(kind) if isinstance(inner, t.Card) else t.Title(kind)
    if isinstance(type, t.ListOf):
        return t.ListOf(inner, type.up_to)
    return t.SetOf(inner, operands.most(subject))
