"""Builds words with constant folding and other local simplifications."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from ruleslang.engine.flow import words as w
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


def apply(operation: str, *operands: w.Word, type: t.Type = TRUTH) -> w.Word:
    """Return an operation, folded if its operands are constants."""
    if all(isinstance(operand, w.Constant) for operand in operands):
        values = [operand.value for operand in operands if isinstance(operand, w.Constant)]
        answer = folded(OPERATIONS[operation], values)
        if answer is not None:
            return w.Constant(answer, type)
    operands = tuple(map(unordered, operands)) if operation in IN_ANY_ORDER else operands
    if operation == "is empty":
        operands = (_members(operands[0]),)
    if operation == "*" and operands[1] == w.Constant(1, operands[1].type):
        return operands[0]
    if operation in ("+", "-") and operands[1] == w.Constant(0, operands[1].type):
        return operands[0]
    return w.Apply(operation, operands, type)


def pieced_together(several: Sequence[w.Word], type: t.Type) -> w.Word:
    """Return the entries of some tuples, one tuple after the other."""
    if len(several) == 1:
        return several[0]
    tuples = apply("tuple", *several, type=t.ListOf(type, len(several)))
    return apply("pieced together", tuples, type=type)


def with_entry(several: w.Word, *entries: w.Word) -> w.Word:
    """Return a tuple with entries behind its own."""
    more = apply("tuple", *entries, type=several.type)
    return apply("joined", several, more, type=several.type)


def entry_of(several: w.Word, place: int, type: t.Type) -> w.Word:
    """Return an entry of a tuple, counted from 1."""
    return w.Apply("entry", (several, w.Constant(place, COUNT)), type)


def unordered(word: w.Word) -> w.Word:
    """Return the operand without an outer sort by turn order, for operations that ignore order."""
    return word.operands[0] if isinstance(word, w.Apply) and word.operation == "around" else word


def _members(several: w.Word) -> w.Word:
    """Return a collection that is empty when `several` is, without what only orders members."""
    match several:
        case w.Apply("sorted" | "distinct" | "reversed" | "sorted around", (inner, *by)):
            return several if w.Known in map(type, by) else _members(unordered(inner))
    return several


def negated(word: w.Word) -> w.Word:
    return apply("not", word)


def both(left: w.Word, right: w.Word) -> w.Word:
    """Return a conjunction, folded if a side is constant."""
    if left == w.YES:
        return right
    return w.NO if left == w.NO else left if right == w.YES else w.Both(left, right)


def either(left: w.Word, right: w.Word) -> w.Word:
    """Return a disjunction, folded if a side is constant."""
    if left == w.NO:
        return right
    return w.YES if left == w.YES else left if right == w.NO else w.Either(left, right)


def when(condition: w.Word, value: w.Word, otherwise: w.Word, type: t.Type) -> w.Word:
    """Return a conditional, folded if its condition is constant."""
    if isinstance(condition, w.Constant):
        return value if condition.value else otherwise
    return w.When(condition, value, otherwise, type)


def unless_none(
    b: Body, value: w.Word, of: Callable[[w.Word], w.Word], otherwise: w.Word
) -> w.Word:
    """Return a word over a value; `otherwise` where the value is none."""
    if isinstance(value.type, t.Never):
        return otherwise
    if not isinstance(value.type, t.Optional):
        return of(value)
    variable = b.fresh("value", value.type)
    is_none, word = apply("is none", variable), of(w.Variable(variable.name, plain(value.type)))
    if otherwise == w.NO:
        return b.bound(variable, value, both(negated(is_none), word))
    type = optional(word.type) if otherwise == w.NONE else word.type
    return b.bound(variable, value, when(is_none, otherwise, word, type))


def known(word: w.Word, origin: int, slug: str = "none-in-arithmetic") -> w.Word:
    """Return the value, with a test for none if its type allows none."""
    if not isinstance(word.type, (t.Optional, t.Never)) or isinstance(word, w.Fails):
        return word
    return w.Known(word, slug, origin, plain(word.type))


def within(
    word: w.Word, low: int, high: int, slug: str = "out-of-range", origin: int = -1
) -> w.Word:
    """Return the number, with a range test unless its type implies it."""
    of = plain(word.type)
    if isinstance(of, t.Number) and low <= of.low and of.high <= high:
        return word
    return w.Within(word, low, high, slug, origin, t.Number(low, high))


_UPWARDS = ("sorted", "range")


def standard(b: Body, several: w.Word, order: StandardOrder, type: t.Type) -> w.Word:
    """Return the distinct members of a tuple in standard order, relative to the active player."""
    if order in ("clockwise", "sets clockwise"):
        return apply("sorted around", several, w.Cell(ACTIVE, (), t.Player()), type=type)
    return several if goes_upwards(b, several) else apply("sorted", several, type=type)


def goes_upwards(b: Body, several: w.Word) -> bool:
    """Return whether a tuple is always strictly ascending."""
    match several:
        case w.Constant(tuple(values)):
            return _ascend(values)
        case w.Apply("tuple" | "tuple of known", (_,)):
            return True
        case w.Apply("without", (left, _)):
            return goes_upwards(b, left)
        case w.Apply("subsets", (over, low, high)):  # by size, and then by their members
            return low == high and goes_upwards(b, over)
        case w.Apply(operation):
            return operation in _UPWARDS
        case w.When(_, value, otherwise):
            return goes_upwards(b, value) and goes_upwards(b, otherwise)
        case w.Noted(value):
            return goes_upwards(b, value)
        case w.Invoke(function) if function.startswith("value "):
            return _is_answered_upwards(b, function.removeprefix("value "))
        case w.Lookup(table) if isinstance(plain(several.type), t.SetOf):
            return _is_written_upwards(b.lowering.tables[table])
        case w.Through("members" | "leading" | "reaching", over=over, value=None):
            return goes_upwards(b, over)
        case w.Cell(family):
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


def _ascend(values: Sequence[w.Raw]) -> bool:
    """Return whether the values are strictly ascending."""
    return all(_is_less(left, right) for left, right in pairwise(values))


def _is_less(left: w.Raw, right: w.Raw) -> bool:
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


def kept(b: Body, word: w.Word, type: t.Type) -> w.Word:
    """Return the stored form of a value: a declared set in the order of its type."""
    of = plain(type)
    if isinstance(of, t.SetOf):
        return standard(b, word, declared_order(of.element), type)
    return word


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
    """For each limit, the types of the choices it counts separately, after title and player."""
    return tuple(
        tuple(declared.locals[slot].type for slot in clause.for_each)
        for declared, clause in numbered_limits(program)
    )
