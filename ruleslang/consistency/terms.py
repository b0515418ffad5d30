"""
Terms over whole numbers and truth values, in which conditions of a program are put to a solver.

Words, players, spaces and titles are numbers, `none` is one that nothing else is. A truth value is
a term of its own sort. Building a term folds what is constant.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Literal, TypeAlias, assert_never

from attrs import field, frozen

NONE = -(10**12)  # what stands for `none`; no number of a rulebook comes near it
MOST = 10**9  # the bound of what has no bound that is known


@frozen
class Unknown:
    """
    A number from `low` to `high`, or (`optional`) none; a truth value when `truth`.

    `key` tells it from others: what is read, and when. `shown` says it in the rulebook's words.
    """

    key: Hashable
    low: int = field(eq=False)
    high: int = field(eq=False)
    optional: bool = field(default=False, eq=False)
    truth: bool = field(default=False, eq=False)
    shown: str = field(default="", eq=False)


@frozen
class Constant:
    """A number, or a truth value."""

    value: int | bool


Operator: TypeAlias = Literal["+", "-", "*", "//", "%", "=", "<", "<=", "not", "and", "or", "if"]


@frozen
class Apply:
    """An operator and its operands; `if` has a condition, and what it is otherwise, last."""

    operator: Operator
    operands: tuple[Term, ...]


Term: TypeAlias = Unknown | Constant | Apply

TRUE = Constant(True)
FALSE = Constant(False)


def number(value: int) -> Term:
    return Constant(value)


def negation(term: Term) -> Term:
    """
    The contrary.

    >>> negation(TRUE)
    Constant(value=False)
    """
    if isinstance(term, Constant):
        return Constant(not term.value)
    if isinstance(term, Apply) and term.operator == "not":
        return term.operands[0]
    return Apply("not", (term,))


def conjunction(*terms: Term) -> Term:
    """All of them; of none, true."""
    left = tuple(term for term in terms if term != TRUE)
    if FALSE in left:
        return FALSE
    return left[0] if len(left) == 1 else Apply("and", left) if left else TRUE


def disjunction(*terms: Term) -> Term:
    """At least one of them; of none, false."""
    left = tuple(term for term in terms if term != FALSE)
    if TRUE in left:
        return TRUE
    return left[0] if len(left) == 1 else Apply("or", left) if left else FALSE


def equal(left: Term, right: Term) -> Term:
    """Whether both are the same."""
    if left == right:
        return TRUE
    if isinstance(left, Constant) and isinstance(right, Constant):
        return FALSE
    return Apply("=", (left, right))


def at_most(left: Term, right: Term) -> Term:
    """`left <= right`."""
    return apply("<=", left, right)


def conditional(condition: Term, then: Term, otherwise: Term) -> Term:
    """`then` where the condition holds, else `otherwise`."""
    if isinstance(condition, Constant):
        return then if condition.value else otherwise
    return then if then == otherwise else Apply("if", (condition, then, otherwise))


def apply(operator: Operator, *operands: Term) -> Term:
    """An operation on numbers, folded where all of them are known."""
    if all(isinstance(operand, Constant) for operand in operands):
        values = [operand.value for operand in operands if isinstance(operand, Constant)]
        folded = _folded(operator, values)
        if folded is not None:
            return Constant(folded)
    return Apply(operator, operands)


def _folded(operator: Operator, values: list[int]) -> int | bool | None:
    """What an operation makes of known operands; None where it has no answer."""
    match operator:
        case "+":
            return sum(values)
        case "-":
            return values[0] - values[1]
        case "*":
            return values[0] * values[1]
        case "//":
            return values[0] // values[1] if values[1] else None
        case "%":
            return values[0] % values[1] if values[1] else None
        case "=":
            return values[0] == values[1]
        case "<":
            return values[0] < values[1]
        case "<=":
            return values[0] <= values[1]
        case "not":
            return not values[0]
        case "and":
            return all(values)
        case "or":
            return any(values)
        case "if":
            return values[1] if values[0] else values[2]
        case _:
            assert_never(operator)


def unknowns(term: Term) -> Iterator[Unknown]:
    """The unknowns of a term, each as often as it stands there."""
    waiting = [term]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Unknown):
            yield one
        elif isinstance(one, Apply):
            waiting += reversed(one.operands)


def evaluate(term: Term, values: dict[Unknown, int | bool]) -> int | bool | None:
    """What a term is when its unknowns have these values; None: a division by 0."""
    if isinstance(term, Constant):
        return term.value
    if isinstance(term, Unknown):
        return values[term]
    operands = [evaluate(operand, values) for operand in term.operands]
    if term.operator == "if":
        return operands[1] if operands[0] else operands[2]
    if term.operator in ("and", "or"):
        return _folded(term.operator, [bool(operand) for operand in operands])
    if any(operand is None for operand in operands):
        return None
    return _folded(term.operator, [operand for operand in operands if operand is not None])
