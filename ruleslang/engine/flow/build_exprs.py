"""Builds expressions with constant folding and other local simplifications."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.context import Body
from ruleslang.engine.flow.operations import OPERATIONS, folded
from ruleslang.engine.flow.state_layout import ACTIVE
from ruleslang.engine.flow.tables_and_routines import Table
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import StandardOrder, declared_order
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import members, optional, plain
from ruleslang.program.typing.sizes import most_members

TRUTH, COUNT = t.Truth(), t.Number(0, 2**31 - 1)

# operations whose result doesn't depend on the order of members
IN_ANY_ORDER = ("number of", "is empty", "is in", "from the next", "from the previous")


def apply(operation: str, *operands: v.Expr, type: t.Type = TRUTH) -> v.Expr:
    """Return an operation, folded if its operands are constants."""
    if all(isinstance(operand, v.Constant) for operand in operands):
        values = [operand.value for operand in operands if isinstance(operand, v.Constant)]
        answer = folded(OPERATIONS[operation], values)
        if answer is not None:
            return v.Constant(answer, type)
    operands = tuple(map(unordered, operands)) if operation in IN_ANY_ORDER else operands
    if operation == "is empty":
        operands = (_members(operands[0]),)
    if operation == "*" and operands[1] == v.Constant(1, operands[1].type):
        return operands[0]
    if operation in ("+", "-") and operands[1] == v.Constant(0, operands[1].type):
        return operands[0]
    return v.Apply(operation, operands, type)


def pieced_together(several: Sequence[v.Expr], type: t.Type) -> v.Expr:
    """Return the entries of some tuples, one tuple after the other."""
    if len(several) == 1:
        return several[0]
    tuples = apply("tuple", *several, type=t.ListOf(type, len(several)))
    return apply("pieced together", tuples, type=type)


def with_entry(several: v.Expr, *entries: v.Expr) -> v.Expr:
    """Return a tuple with entries behind its own."""
    more = apply("tuple", *entries, type=several.type)
    return apply("joined", several, more, type=several.type)


def entry_of(several: v.Expr, place: int, type: t.Type) -> v.Expr:
    """Return an entry of a tuple, counted from 1."""
    return v.Apply("entry", (several, v.Constant(place, COUNT)), type)


def unordered(expr: v.Expr) -> v.Expr:
    """Return the operand without an outer sort by turn order, for operations that ignore order."""
    return expr.operands[0] if isinstance(expr, v.Apply) and expr.operation == "around" else expr


def _members(several: v.Expr) -> v.Expr:
    """Return a collection that is empty when `several` is, without what only orders members."""
    match several:
        case v.Apply("sorted" | "distinct" | "reversed" | "sorted around", (inner, *by)):
            return several if v.Known in map(type, by) else _members(unordered(inner))
    return several


def negated(expr: v.Expr) -> v.Expr:
    return apply("not", expr)


def both(left: v.Expr, right: v.Expr) -> v.Expr:
    """Return a conjunction, folded if a side is constant."""
    if left == v.YES:
        return right
    return v.NO if left == v.NO else left if right == v.YES else v.Both(left, right)


def either(left: v.Expr, right: v.Expr) -> v.Expr:
    """Return a disjunction, folded if a side is constant."""
    if left == v.NO:
        return right
    return v.YES if left == v.YES else left if right == v.NO else v.Either(left, right)


def when(condition: v.Expr, value: v.Expr, otherwise: v.Expr, type: t.Type) -> v.Expr:
    """Return a conditional, folded if its condition is constant."""
    if isinstance(condition, v.Constant):
        return value if condition.value else otherwise
    return v.When(condition, value, otherwise, type)


def unless_none(
    b: Body, value: v.Expr, of: Callable[[v.Expr], v.Expr], otherwise: v.Expr
) -> v.Expr:
    """Return an expression over a value; `otherwise` where the value is none."""
    if isinstance(value.type, t.Never):
        return otherwise
    if not isinstance(value.type, t.Optional):
        return of(value)
    variable = b.fresh("value", value.type)
    is_none, expr = apply("is none", variable), of(v.Variable(variable.name, plain(value.type)))
    if otherwise == v.NO:
        return b.bound(variable, value, both(negated(is_none), expr))
    type = optional(expr.type) if otherwise == v.NONE else expr.type
    return b.bound(variable, value, when(is_none, otherwise, expr, type))


def known(expr: v.Expr, origin: int, slug: str = "none-in-arithmetic") -> v.Expr:
    """Return the value, with a test for none if its type allows none."""
    if not isinstance(expr.type, (t.Optional, t.Never)) or isinstance(expr, v.Fails):
        return expr
    return v.Known(expr, slug, origin, plain(expr.type))


def is_sure(expr: v.Expr) -> bool:
    """
    Return whether an expression is cheap, and evaluating it is never a fault.

    Only such an operand may be left out or evaluated twice; others are put into variables first.
    """
    match expr:
        case v.Constant() | v.Variable():
            return True
        case v.Cell(at=at):
            return all(map(is_sure, at))
        case v.Apply(("+" | "-" | "*"), operands):
            return all(map(is_sure, operands))
        case _:
            return False


def held(b: Body, expr: v.Expr) -> tuple[v.Expr, v.Expr]:
    """Return what evaluates an operand now, as a truth that is yes, and what it is afterwards."""
    if is_sure(expr):
        return v.YES, expr
    variable = b.fresh("operand", expr.type)
    return v.Bind(variable, expr), variable


def within(
    expr: v.Expr, low: int, high: int, slug: str = "out-of-range", origin: int = -1
) -> v.Expr:
    """Return the number, with a range test unless its type implies it."""
    of = plain(expr.type)
    if isinstance(of, t.Number) and low <= of.low and of.high <= high:
        return expr
    return v.Within(expr, low, high, slug, origin, t.Number(low, high))


_UPWARDS = ("sorted", "range")


def standard(b: Body, several: v.Expr, order: StandardOrder, type: t.Type) -> v.Expr:
    """Return the distinct members of a tuple in standard order, relative to the active player."""
    if order in ("clockwise", "sets clockwise"):
        return apply("sorted around", several, v.Cell(ACTIVE, (), t.Player()), type=type)
    return several if goes_upwards(b, several) else apply("sorted", several, type=type)


def goes_upwards(b: Body, several: v.Expr) -> bool:
    """Return whether a tuple is always strictly ascending."""
    match several:
        case v.Constant(tuple(values)):
            return _ascend(values)
        case v.Apply("tuple" | "tuple of known", (_,)):
            return True
        case v.Apply("without", (left, _)):
            return goes_upwards(b, left)
        case v.Apply("subsets", (over, low, high)):  # by size, and then by their members
            return low == high and goes_upwards(b, over)
        case v.Apply(operation):
            return operation in _UPWARDS
        case v.When(_, value, otherwise):
            return goes_upwards(b, value) and goes_upwards(b, otherwise)
        case v.Noted(value):
            return goes_upwards(b, value)
        case v.Invoke(function) if function.startswith("value "):
            return _is_answered_upwards(b, function.removeprefix("value "))
        case v.Lookup(table) if isinstance(plain(several.type), t.SetOf):
            return _is_written_upwards(b.lowering.tables[table])
        case v.Through("members" | "leading" | "reaching", over=over, value=None):
            return goes_upwards(b, over)
        case v.Cell(family):
            return _is_kept_upwards(b, family)
    return False


def _is_answered_upwards(b: Body, value: str) -> bool:
    """Return whether a named value is a set stored in ascending order."""
    of = b.lowering.population.values[value].type
    if not isinstance(of, t.SetOf):
        return False
    return declared_order(of.element) not in ("clockwise", "sets clockwise")


def _is_written_upwards(table: Table) -> bool:
    return all(isinstance(entry, tuple) and _ascend(entry) for entry in table.listed or (None,))


def _ascend(values: Sequence[v.Raw]) -> bool:
    """Return whether the values are strictly ascending."""
    return all(_is_less(left, right) for left, right in pairwise(values))


def _is_less(left: v.Raw, right: v.Raw) -> bool:
    """Return whether one value precedes another; tuples compare lexicographically."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        pairs = zip(left, right, strict=False)
        differing = next((pair for pair in pairs if pair[0] != pair[1]), None)
        return len(left) < len(right) if differing is None else _is_less(*differing)
    return isinstance(left, int) and isinstance(right, int) and left < right


def _is_kept_upwards(b: Body, family: str) -> bool:
    word, _, name = family.partition(" ")
    population = b.lowering.population
    if word == "zone":
        return not population.zones[name].ordered
    return word == "state" and isinstance(b.lowering.layout[family].type, t.SetOf)


def kept(b: Body, expr: v.Expr, type: t.Type) -> v.Expr:
    """Return the stored form of a value: a declared set in the order of its type."""
    of = plain(type)
    if isinstance(of, t.SetOf):
        return standard(b, expr, declared_order(of.element), type)
    return expr


def most_values(b: Body, source: e.Expr) -> int:
    """Return an upper bound on the number of members, by type and by the capacity of the zone."""
    most = _room_of_zone(b, source)
    if most is not None:
        return most
    most = most_members(b.type_of(source), b.lowering.world.sizes)
    if most is None:
        population = b.lowering.population
        match members(b.type_of(source)):
            case t.Card():
                most = len(population.cards)
            case t.Title():
                most = len(population.titles)
            case t.Space():
                most = len(population.spaces)
            case t.Piece():
                most = len(population.pieces)
            case _:
                most = limits.MEMBERS
    return most


def _room_of_zone(b: Body, source: e.Expr) -> int | None:
    """Return the capacity of the zone that a choice draws from, if it is a literal."""
    match source:
        case e.Where(subject=inside) | e.Except(left=inside):
            return _room_of_zone(b, inside)
        case e.ReadZone(name, index) if not any(
            isinstance(coordinate, e.AnyIndex) for coordinate in index
        ):
            most = b.lowering.population.zones[name].at_most
            return most.value if isinstance(most, e.Literal) and most.value else None
    return None


def numbered_limits(program: Program) -> Iterator[tuple[d.Action | d.Play, s.Limit]]:
    """Yield all limits in the order of their numbers, each with the action or play it limits."""
    offered: tuple[d.Action | d.Play, ...] = (*program.actions, *program.plays)
    for declared in offered:
        for clause in declared.body.clauses:
            if isinstance(clause, s.Limit):
                yield declared, clause


def limit_types(program: Program) -> tuple[tuple[t.Type, ...], ...]:
    """Return each limit's types of the choices counted separately, after title and player."""
    return tuple(
        tuple(declared.locals[slot].type for slot in clause.for_each)
        for declared, clause in numbered_limits(program)
    )
