"""
Decides whether terms are satisfiable: with z3 if installed, else by enumeration.

Without z3 (`pip install 'ruleslang[prove]'`) more than `MOST_TRIED` combinations are left
undecided. Any other answer is certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import product
from math import prod
from types import ModuleType
from typing import Any, Literal, TypeAlias, cast

from attrs import frozen

from ruleslang.evaluation.consistency.terms import (
    FALSE,
    NONE,
    Apply,
    Constant,
    Term,
    Unknown,
    conjunction,
    evaluate,
    unknowns,
)

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
