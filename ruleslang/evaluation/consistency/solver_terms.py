"""
Terms over integers and truth values, the language of the solver.

Words, players, spaces and titles are encoded as numbers, `none` as one that nothing else has. Truth
values are a separate sort. Constructors fold constants.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from types import ModuleType
from typing import Any, Literal, TypeAlias, assert_never, cast

from attrs import field, frozen

from ruleslang.program.expressions import Expr

NONE = -(10**12)  # the number for `none`; no number of a rulebook comes near it
MOST = 10**9  # the bound of what has no bound that is known


@frozen
class Unknown:
    """
    An unknown number from `low` to `high`, or (`optional`) none; a truth value if `truth`.

    `key` identifies it: what is read, and when. `shown` is it as an expression, `names` those of
    its values, if they have names; `field` is the field that it is on a card of the table.
    """

    key: Hashable
    low: int = field(eq=False)
    high: int = field(eq=False)
    optional: bool = field(default=False, eq=False)
    truth: bool = field(default=False, eq=False)
    shown: Expr | None = field(default=None, eq=False)
    names: tuple[str, ...] = field(default=(), eq=False)
    field: str | None = field(default=None, eq=False)


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
    Return not `term`; a double negation falls away.

    >>> negation(TRUE)
    Constant(value=False)
    """
    if isinstance(term, Constant):
        return Constant(not term.value)
    if isinstance(term, Apply) and term.operator == "not":
        return term.operands[0]
    return Apply("not", (term,))


def conjunction(*terms: Term) -> Term:
    """Return the conjunction; of no terms, true."""
    return _joined("and", terms, TRUE, FALSE)


def disjunction(*terms: Term) -> Term:
    """Return the disjunction; of no terms, false."""
    return _joined("or", terms, FALSE, TRUE)


def _joined(word: Literal["and", "or"], terms: tuple[Term, ...], none: Term, decides: Term) -> Term:
    left = tuple(term for term in terms if term != none)
    if decides in left:
        return decides
    return left[0] if len(left) == 1 else Apply(word, left) if left else none


def equal(left: Term, right: Term) -> Term:
    """Return the equality of two terms, folded."""
    if left == right:
        return TRUE
    if isinstance(left, Constant) and isinstance(right, Constant):
        return FALSE
    return Apply("=", (left, right))


def at_most(left: Term, right: Term) -> Term:
    """Return `left <= right`, folded."""
    return apply("<=", left, right)


def conditional(condition: Term, then: Term, otherwise: Term) -> Term:
    """Return a conditional, folded if its condition is constant or both cases are equal."""
    if isinstance(condition, Constant):
        return then if condition.value else otherwise
    return then if then == otherwise else Apply("if", (condition, then, otherwise))


def same_value(left: Term, right: Term) -> Term | None:
    """Return the equality of two terms; of truth values only if one is constant, else `None`."""
    for mine, theirs in ((left, right), (right, left)):
        if isinstance(mine, Constant) and isinstance(mine.value, bool):
            return theirs if mine.value else negation(theirs)
    if isinstance(left, Unknown) and left.truth:
        return None
    return equal(left, right)


def apply(operator: Operator, *operands: Term) -> Term:
    """Return an operation on numbers, folded if all operands are constant."""
    applied = Apply(operator, operands)
    if not all(isinstance(operand, Constant) for operand in operands):
        return applied
    low, high = interval(applied, {})
    return applied if low < high else Constant(bool(low) if operator in ("<", "<=") else low)


def unknowns(term: Term) -> Iterator[Unknown]:
    """Yield the unknowns of a term, with repetition."""
    waiting = [term]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, Unknown):
            yield inner
        elif isinstance(inner, Apply):
            waiting += reversed(inner.operands)


# ---------------------------------------------------------------- whether terms can hold together


MOST_SPLITS = 400  # splits of the unknowns' intervals, without z3
FIRST_SPLITS = 20  # before z3 is asked, which takes longer to be asked than these
MOST_KEPT = 20_000  # answers
STEPS = 3_000_000  # of z3, for one question: about a second, and the same answer on any machine


@frozen
class Solution:
    """A satisfying assignment."""

    values: Mapping[Unknown, int | bool]


Answer: TypeAlias = Solution | Literal["impossible", "not decided"]


@cache
def z3() -> ModuleType | None:
    """Return the z3 module, or `None` if it is not installed."""
    try:
        import z3 as solver
    except ImportError:
        return None
    return cast("ModuleType", solver)


Bounded: TypeAlias = tuple[Unknown, int, int, bool, bool]  # with its bounds, and of what sort


@lru_cache(MOST_KEPT)
def solution(terms: frozenset[Term], bounds: frozenset[Bounded]) -> Answer:
    """Return the answer of `solve`, memoised; `bounds` has an entry for each unknown."""
    if FALSE in terms:
        return "impossible"
    needed = sorted({unknown for unknown, *_ in bounds}, key=lambda u: repr(u.key))
    if not needed:
        return Solution({}) if interval(conjunction(*terms), {}) == YES else "impossible"
    solver = z3()
    answer = _by_splitting(terms, needed, MOST_SPLITS if solver is None else FIRST_SPLITS)
    return answer if solver is None or answer != "not decided" else _by_z3(solver, terms, needed)


def solve(terms: Iterable[Term]) -> Answer:
    """Return a satisfying assignment for all terms, or that there is none."""
    given = frozenset(terms)
    needed = (unknown for term in given for unknown in unknowns(term))
    return solution(given, frozenset((u, u.low, u.high, u.optional, u.truth) for u in needed))


Interval: TypeAlias = "tuple[int, int]"  # of truth values: (0, 0), (1, 1), or (0, 1) for either
Box: TypeAlias = "dict[Unknown, Interval]"

YES, NO = (1, 1), (0, 0)


def _by_splitting(terms: frozenset[Term], needed: list[Unknown], most: int) -> Answer:
    """Narrow the intervals of the unknowns and halve them, until the terms hold or cannot."""
    first: Box = {
        unknown: (NONE if unknown.optional else unknown.low, 1 if unknown.truth else unknown.high)
        for unknown in needed
    }
    waiting = [(tuple(terms), first)]
    for _ in range(most):
        if not waiting:
            break
        left, box = waiting.pop()
        if not all(_narrowed(term, True, box) for term in left):
            continue
        ranges = [(term, interval(term, box)) for term in left]
        if any(range == NO for _, range in ranges):
            continue
        open = tuple(term for term, range in ranges if range != YES)
        if not open:
            return Solution({u: bool(low) if u.truth else low for u, (low, _) in box.items()})
        some = {unknown for term in open for unknown in unknowns(term)}
        wide = [
            unknown for unknown in needed if unknown in some and box[unknown][0] < box[unknown][1]
        ]
        if not wide:
            continue  # a division by 0
        halved = min(wide, key=lambda unknown: box[unknown][1] - box[unknown][0])
        waiting += [(open, {**box, halved: half}) for half in _halves(halved, box[halved])]
    return "impossible" if not waiting else "not decided"


def _halves(unknown: Unknown, range: Interval) -> list[Interval]:
    low, high = range
    if low == NONE:
        return [(max(unknown.low, low + 1), high), (NONE, NONE)]
    middle = (low + high) // 2
    return [(middle + 1, high), (low, middle)]


def _narrowed(term: Term, holds: bool, box: Box) -> bool:
    """Narrow unknowns compared with constants; returns whether a term may hold, or fail."""
    match term:
        case Apply("not", (operand,)):
            return _narrowed(operand, not holds, box)
        case Apply("and", operands) if holds:
            return all(_narrowed(operand, True, box) for operand in operands)
        case Apply("or", operands) if not holds:
            return all(_narrowed(operand, False, box) for operand in operands)
        case Unknown(truth=True):
            return _narrow_to(term, (int(holds), int(holds)), box)
        case Apply("=", (Unknown() as unknown, Constant(int(value)))) if holds:
            return _narrow_to(unknown, (value, value), box)
        case Apply("<" | "<=" as operator, (Unknown() as unknown, Constant(int(value)))):
            most = value - (operator == "<")
            return _narrow_to(unknown, (NONE, most) if holds else (most + 1, MOST), box)
        case Apply("<" | "<=" as operator, (Constant(int(value)), Unknown() as unknown)):
            least = value + (operator == "<")
            return _narrow_to(unknown, (least, MOST) if holds else (NONE, least - 1), box)
    return True


def _narrow_to(unknown: Unknown, range: Interval, box: Box) -> bool:
    low, high = max(box[unknown][0], range[0]), min(box[unknown][1], range[1])
    if NONE < low < unknown.low:
        low = unknown.low
    if NONE <= low <= high < unknown.low:
        high = low
    box[unknown] = low, high
    return low <= high


def interval(term: Term, box: Box) -> Interval:
    """Return bounds of a term whose unknowns are within these."""
    if isinstance(term, Constant):
        return int(term.value), int(term.value)
    if isinstance(term, Unknown):
        return box[term]
    (a, b), *others = ranges = [interval(operand, box) for operand in term.operands]
    c, d = others[0] if others else (0, 0)
    match term.operator:
        case "and":
            return min(low for low, _ in ranges), min(high for _, high in ranges)
        case "or":
            return max(low for low, _ in ranges), max(high for _, high in ranges)
        case "not":
            return 1 - b, 1 - a
        case "if":
            chosen = ranges[1:] if a < b else [ranges[1] if a else ranges[2]]
            return min(low for low, _ in chosen), max(high for _, high in chosen)
        case "+":
            return sum(low for low, _ in ranges), sum(high for _, high in ranges)
        case "-":
            return a - d, b - c
        case "*":
            products = [x * y for x in (a, b) for y in (c, d)]
            return min(products), max(products)
        case "//" if c == d != 0:
            return min(a // c, b // c), max(a // c, b // c)
        case "%" if c == d > 0:
            return (a % c, b % c) if a // c == b // c else (0, c - 1)
        case "=":
            return int(a == b == c == d), int(max(a, c) <= min(b, d))
        case "<":
            return int(b < c), int(a < d)
        case "<=":
            return int(b <= c), int(a <= d)
        case "//" | "%":
            return -(MOST**2), MOST**2
        case _:
            assert_never(term.operator)


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
    """Return a term as a z3 expression."""
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
