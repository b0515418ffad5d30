"""
Terms over integers and truth values, the language of the solver.

Words, players, spaces and titles are encoded as numbers, `none` as one that nothing else has. Truth
values are a sort of their own. Constructors fold constants.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import product
from math import prod
from types import ModuleType
from typing import Any, Literal, TypeAlias, assert_never, cast

from attrs import field, frozen

NONE = -(10**12)  # what stands for `none`; no number of a rulebook comes near it
MOST = 10**9  # the bound of what has no bound that is known


@frozen
class Unknown:
    """
    An unknown number from `low` to `high`, or (`optional`) none; a truth value if `truth`.

    `key` identifies it: what is read, and when. `shown` is its text for messages, `names` those of
    its values, if they have names.
    """

    key: Hashable
    low: int = field(eq=False)
    high: int = field(eq=False)
    optional: bool = field(default=False, eq=False)
    truth: bool = field(default=False, eq=False)
    shown: str = field(default="", eq=False)
    names: tuple[str, ...] = field(default=(), eq=False)


@frozen
class Constant:
    """A number, or a truth value."""

    value: int | bool


Operator: TypeAlias = Literal["+", "-", "*", "//", "%", "=", "<", "<=", "not", "and", "or", "if"]


@frozen
class Apply:
    """An operator and its operands; those of `if` are the condition, then, else."""

    operator: Operator
    operands: tuple[Term, ...]


Term: TypeAlias = Unknown | Constant | Apply

TRUE = Constant(True)
FALSE = Constant(False)


def number(value: int) -> Term:
    return Constant(value)


def negation(term: Term) -> Term:
    """
    Not `term`; a double negation falls away.

    >>> negation(TRUE)
    Constant(value=False)
    """
    if isinstance(term, Constant):
        return Constant(not term.value)
    if isinstance(term, Apply) and term.operator == "not":
        return term.operands[0]
    return Apply("not", (term,))


def conjunction(*terms: Term) -> Term:
    """The conjunction; of no terms, true."""
    left = tuple(term for term in terms if term != TRUE)
    if FALSE in left:
        return FALSE
    return left[0] if len(left) == 1 else Apply("and", left) if left else TRUE


def disjunction(*terms: Term) -> Term:
    """The disjunction; of no terms, false."""
    left = tuple(term for term in terms if term != FALSE)
    if TRUE in left:
        return TRUE
    return left[0] if len(left) == 1 else Apply("or", left) if left else FALSE


def equal(left: Term, right: Term) -> Term:
    """The equality of two terms, folded."""
    if left == right:
        return TRUE
    if isinstance(left, Constant) and isinstance(right, Constant):
        return FALSE
    return Apply("=", (left, right))


def at_most(left: Term, right: Term) -> Term:
    """`left <= right`, folded."""
    return apply("<=", left, right)


def conditional(condition: Term, then: Term, otherwise: Term) -> Term:
    """A conditional, folded if its condition is constant or both cases are equal."""
    if isinstance(condition, Constant):
        return then if condition.value else otherwise
    return then if then == otherwise else Apply("if", (condition, then, otherwise))


def apply(operator: Operator, *operands: Term) -> Term:
    """An operation on numbers, folded if all operands are constant."""
    if all(isinstance(operand, Constant) for operand in operands):
        values = [operand.value for operand in operands if isinstance(operand, Constant)]
        folded = _folded(operator, values)
        if folded is not None:
            return Constant(folded)
    return Apply(operator, operands)


def _folded(operator: Operator, values: list[int]) -> int | bool | None:
    """The result of an operation on constants; `None` if it is undefined."""
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
    """The unknowns of a term, with repetition."""
    waiting = [term]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, Unknown):
            yield inner
        elif isinstance(inner, Apply):
            waiting += reversed(inner.operands)


def evaluate(term: Term, values: dict[Unknown, int | bool]) -> int | bool | None:
    """The value of a term under an assignment; `None`: a division by 0."""
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


# ---------------------------------------------------------------- whether terms can hold together


MOST_TRIED = 20_000
MOST_KEPT = 20_000  # answers
STEPS = 3_000_000  # of z3, for one question: about a second, and the same answer on any machine


@frozen
class Solution:
    """A satisfying assignment."""

    values: Mapping[Unknown, int | bool]


Answer: TypeAlias = Solution | Literal["impossible", "not decided"]


@cache
def z3() -> ModuleType | None:
    """The z3 module, or `None` if it is not installed."""
    try:
        import z3 as solver
    except ImportError:
        return None
    return cast("ModuleType", solver)


@lru_cache(MOST_KEPT)
def solution(terms: frozenset[Term]) -> Answer:
    """A satisfying assignment for all terms, or that there is none; memoised."""
    if FALSE in terms:
        return "impossible"
    needed = sorted(
        {unknown for term in terms for unknown in unknowns(term)}, key=lambda u: repr(u.key)
    )
    if not needed:
        return Solution({}) if evaluate(conjunction(*terms), {}) else "impossible"
    solver = z3()
    return _by_trying(terms, needed) if solver is None else _by_z3(solver, terms, needed)


def solve(terms: Iterable[Term]) -> Answer:
    """As `solution`, for any iterable of terms."""
    return solution(frozenset(terms))


def _domain(unknown: Unknown) -> list[int | bool]:
    if unknown.truth:
        return [False, True]
    values: list[int | bool] = [*range(unknown.low, unknown.high + 1)]
    return [*values, NONE] if unknown.optional else values


def _size(unknown: Unknown) -> int:
    return 2 if unknown.truth else unknown.high - unknown.low + 1 + unknown.optional


def _by_trying(terms: frozenset[Term], needed: list[Unknown]) -> Answer:
    if prod(map(_size, needed)) > MOST_TRIED:
        return "not decided"
    conjoined = conjunction(*terms)
    for values in product(*map(_domain, needed)):
        chosen = dict(zip(needed, values, strict=True))
        if evaluate(conjoined, chosen):
            return Solution(chosen)
    return "impossible"


def _by_z3(z3: Any, terms: frozenset[Term], needed: list[Unknown]) -> Answer:
    solver = z3.Solver()
    solver.set("rlimit", STEPS)
    names: dict[Unknown, Any] = {}
    for place, unknown in enumerate(needed):
        if unknown.truth:
            names[unknown] = z3.Bool(f"t{place}")
            continue
        name = names[unknown] = z3.Int(f"n{place}")
        inside = z3.And(unknown.low <= name, name <= unknown.high)
        solver.add(z3.Or(inside, name == NONE) if unknown.optional else inside)
    for term in terms:
        solver.add(_printed(z3, term, names))
    answer = solver.check()
    if answer == z3.unsat:
        return "impossible"
    if answer != z3.sat:
        return "not decided"
    model = solver.model()
    return Solution({unknown: _value(z3, model, name) for unknown, name in names.items()})


def _value(z3: Any, model: Any, name: Any) -> int | bool:
    value = model.eval(name, model_completion=True)
    return bool(z3.is_true(value)) if z3.is_bool(value) else int(value.as_long())


def _printed(z3: Any, term: Term, names: Mapping[Unknown, Any]) -> Any:
    """A term as a z3 expression."""
    if isinstance(term, Unknown):
        return names[term]
    if isinstance(term, Constant):
        constant = z3.BoolVal if isinstance(term.value, bool) else z3.IntVal
        return constant(term.value)
    return _operation(z3, term, [_printed(z3, operand, names) for operand in term.operands])


def _operation(z3: Any, term: Apply, operands: list[Any]) -> Any:
    match term.operator:
        case "and":
            return z3.And(*operands)
        case "or":
            return z3.Or(*operands)
        case "not":
            return z3.Not(operands[0])
        case "if":
            return z3.If(*operands)
        case "+":
            return z3.Sum(operands)
        case "-":
            return operands[0] - operands[1]
        case "*":
            return operands[0] * operands[1]
        case "//":
            return operands[0] / operands[1]
        case "%":
            return operands[0] % operands[1]
        case "=":
            return operands[0] == operands[1]
        case "<":
            return operands[0] < operands[1]
        case "<=":
            return operands[0] <= operands[1]
