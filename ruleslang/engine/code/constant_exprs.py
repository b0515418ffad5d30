"""Analyses expressions before printing, and evaluates constant ones (docs/dev/flow-examples.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias, TypeGuard

from ruleslang.engine.code.c_function import Game, is_scalar
from ruleslang.engine.code.precomputed_functions import is_small_set, known_for
from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.action_numbers import domain
from ruleslang.engine.flow.ir_stmts import Return, inside, stmts_in
from ruleslang.engine.flow.operations import OPERATIONS, folded
from ruleslang.engine.flow.tables_and_routines import Routine, Table

MOST_SHIFTS = 12  # shifts of one relation

Relation: TypeAlias = Mapping[int, tuple[int, ...]]
"""The members related to each member; members related to none may be left out."""


def uses(node: Any) -> Counter[str]:
    return Counter(inner.name for inner in inside(node) if isinstance(inner, v.Variable))


def variables_bound(expr: Any) -> list[v.Variable]:
    """Return the variables that an expression binds."""
    binders = (binder for binder in inside(expr) if isinstance(binder, v.Bind | v.Find | v.Through))
    return [binder.variable for binder in binders]


def keeps_to_itself(expr: Any, used: Mapping[str, int]) -> bool:
    """Return whether the variables that an expression binds are used nowhere else."""
    bound = {variable.name for variable in variables_bound(expr)}
    here = uses(expr) if bound else {}
    return all(here[variable] == used.get(variable) for variable in bound)


def relation(game: Game, others: v.Expr, member: v.Variable) -> Relation | None:
    """
    Return for each member the set computed for it. `None` unless all are known at compile time,
    small, and a few distances apart.
    """
    members = domain(game.flow, member.type)
    if members is None or members.stop > game.mask_bits:
        return None
    given = {member.name, *(variable.name for variable in variables_bound(others))}
    if not uses(others).keys() <= given or any(isinstance(e, v.Cell) for e in inside(others)):
        return None  # it may depend on the match
    sets = {key: computed(game, others, {member.name: key}) for key in members}
    known = {key: several for key, several in sets.items() if is_small_set(several, game.mask_bits)}
    return known if len(known) == len(sets) and has_few_distances(known) else None


def computed(game: Game, expr: v.Expr, known: dict[str, Any]) -> Any:
    """Return the value of an expression by its known variables; absent if it has another form."""
    match expr:
        case v.Constant(value):
            return value
        case v.Variable(name):
            return known.get(name, v.ABSENT)
        case v.Bind(variable, value):
            known[variable.name] = computed(game, value, known)
            return known[variable.name] is not v.ABSENT or v.ABSENT
        case v.When(condition, value, otherwise):
            holds = computed(game, condition, known)
            if holds is v.ABSENT:
                return v.ABSENT
            return computed(game, value if holds else otherwise, known)
    values = [computed(game, operand, known) for operand in _operands(expr)]
    if v.ABSENT in values:
        return v.ABSENT
    match expr:
        case v.Invoke(function):
            return known_for(game, function, values)
        case v.Lookup(table):
            return _entry(game.flow.tables[table], values)
        case v.Apply(operation):
            value = folded(OPERATIONS[operation], values)
            return v.ABSENT if value is None else value
    return v.ABSENT


def _operands(expr: v.Expr) -> tuple[v.Expr, ...]:
    match expr:
        case v.Invoke(arguments=several) | v.Lookup(at=several) | v.Apply(operands=several):
            return several
    return (v.Constant(v.ABSENT, expr.type),)


def _entry(table: Table, at: Sequence[int]) -> Any:
    place = 0
    for number, size in zip(at, table.sizes, strict=True):
        if number not in range(size):
            return None
        place = place * size + number
    return table.entries[place]


def has_few_distances(of: Relation) -> bool:
    """Return whether a few shifts find the members that are related to a set."""
    return len(_sources(of)) <= MOST_SHIFTS


def are_small_sets(value: object, most: int) -> TypeGuard[tuple[tuple[int, ...], ...]]:
    """Return whether it is a constant tuple of sets, at most one for each of `most` members."""
    if not isinstance(value, tuple) or len(value) > most:
        return False
    return all(is_small_set(entry, most) for entry in value)


def has_no_more(of: Relation, number: int) -> bool:
    """Return whether no member is related to more than this many others."""
    return all(len(others) <= number for others in of.values())


def of_number(of: Relation, number: int) -> Relation:
    """Return the relation restricted to members with this many others."""
    return {key: several for key, several in of.items() if len(several) == number}


def members_of(game: Game, of: Relation) -> str:
    """Return the bits of the members of a relation."""
    return game.mask(sum(1 << member for member in of))


def touching(game: Game, of: Relation, name: str) -> str:
    """Return the bits of the members related to some member of a set, given its bits' name."""
    together: dict[int, list[int]] = {}
    for distance, members in _sources(of).items():
        together.setdefault(members, []).append(distance)
    parts = [
        f"(({' | '.join(_shifted(name, offset) for offset in distances)}) & {game.mask(members)})"
        for members, distances in together.items()
    ]
    return f"({' | '.join(parts)})" if parts else game.mask(0)


def _sources(of: Relation) -> dict[int, int]:
    """Return for each distance to a related member the bits of the members that have one there."""
    sources: dict[int, int] = {}
    for member, others in of.items():
        for fromkey in dict.fromkeys(others):
            sources[fromkey - member] = sources.get(fromkey - member, 0) | 1 << member
    return sources


def _shifted(name: str, distance: int) -> str:
    if distance == 0:
        return name
    return f"{name} {'>>' if distance > 0 else '<<'} {abs(distance)}"


def is_ascending(game: Game, expr: v.Expr) -> bool:
    """Return whether the entries of a tuple are always in the standard order, and distinct."""
    match expr:
        case v.Constant(value):
            return isinstance(value, tuple) and _ascends(value)
        case v.Apply("sorted" | "join sides" | "spread"):
            return True
        case v.Apply("without" | "distinct" | "coming in", (several, *_)):
            return is_ascending(game, several)
        case v.Apply("tuple" | "tuple of known", operands):
            return len(operands) < 2
        case v.Through("members", value=None):
            return is_ascending(game, expr.over)
        case v.When():
            return is_ascending(game, expr.value) and is_ascending(game, expr.otherwise)
        case v.Lookup(table):
            entries = game.flow.tables[table].listed
            return entries is not None and all(
                isinstance(entry, tuple) and _ascends(entry) for entry in entries
            )
        case v.Invoke(function):
            return _ascends_function(game, function)
    return False


def _ascends(value: tuple[object, ...]) -> bool:
    return all(
        isinstance(left, int) and isinstance(right, int) and left < right
        for left, right in pairwise(value)
    )


def _ascends_function(game: Game, function: str) -> bool:
    if function not in game.ascending:
        game.ascending[function] = False  # while it is not known
        answers = [answer.value for answer in returns(game.routine(function))]
        game.ascending[function] = bool(answers) and all(
            answer is not None and is_ascending(game, answer) for answer in answers
        )
    return game.ascending[function]


def returns(routine: Routine) -> list[Return]:
    """Return the return statements of a function."""
    return [stmt for stmt in stmts_in(routine.stmts) if isinstance(stmt, Return)]


def keeps_tuples(expr: v.Expr) -> bool:
    """Return whether evaluating an expression assigns a tuple to a variable."""
    return any(
        isinstance(inner, v.Bind | v.Find) and not is_scalar(inner.variable.type)
        for inner in inside(expr)
    )
