"""Analyses words before they are printed, and evaluates those that do not depend on the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias, TypeGuard

from ruleslang.engine.code.c_function import Game, is_scalar
from ruleslang.engine.code.precomputed_functions import is_small_set, known_for
from ruleslang.engine.flow import words as w
from ruleslang.engine.flow.action_numbers import domain
from ruleslang.engine.flow.operations import OPERATIONS, folded
from ruleslang.engine.flow.steps import Return, inside, steps_in
from ruleslang.engine.flow.tables_and_routines import Routine, Table

MOST_SHIFTS = 12  # shifts of one relation

Relation: TypeAlias = Mapping[int, tuple[int, ...]]
"""The members related to each member; members related to none may be left out."""


def uses(node: Any) -> Counter[str]:
    return Counter(inner.name for inner in inside(node) if isinstance(inner, w.Variable))


def variables_bound(word: Any) -> list[w.Variable]:
    """Return the variables that a word binds."""
    binders = (binder for binder in inside(word) if isinstance(binder, w.Bind | w.Find | w.Through))
    return [binder.variable for binder in binders]


def keeps_to_itself(word: Any, used: Mapping[str, int]) -> bool:
    """Return whether the variables that a word binds are used nowhere else."""
    bound = {variable.name for variable in variables_bound(word)}
    here = uses(word) if bound else {}
    return all(here[variable] == used.get(variable) for variable in bound)


def relation(game: Game, others: w.Word, member: w.Variable) -> Relation | None:
    """
    For each member the set computed for it.

    None unless all are known at compile time, small, and a few distances apart.
    """
    members = domain(game.flow, member.type)
    if members is None or members.stop > game.mask_bits:
        return None
    given = {member.name, *(variable.name for variable in variables_bound(others))}
    if not uses(others).keys() <= given or any(isinstance(e, w.Cell) for e in inside(others)):
        return None  # it may depend on the match
    sets = {key: computed(game, others, {member.name: key}) for key in members}
    known = {key: several for key, several in sets.items() if is_small_set(several, game.mask_bits)}
    return known if len(known) == len(sets) and has_few_distances(known) else None


def computed(game: Game, word: w.Word, known: dict[str, Any]) -> Any:
    """Return the value of a word by its known variables; absent if it has another form."""
    match word:
        case w.Constant(value):
            return value
        case w.Variable(name):
            return known.get(name, w.ABSENT)
        case w.Bind(variable, value):
            known[variable.name] = computed(game, value, known)
            return known[variable.name] is not w.ABSENT or w.ABSENT
        case w.When(condition, value, otherwise):
            holds = computed(game, condition, known)
            if holds is w.ABSENT:
                return w.ABSENT
            return computed(game, value if holds else otherwise, known)
    values = [computed(game, operand, known) for operand in _operands(word)]
    if w.ABSENT in values:
        return w.ABSENT
    match word:
        case w.Invoke(function):
            return known_for(game, function, values)
        case w.Lookup(table):
            return _entry(game.flow.tables[table], values)
        case w.Apply(operation):
            value = folded(OPERATIONS[operation], values)
            return w.ABSENT if value is None else value
    return w.ABSENT


def _operands(word: w.Word) -> tuple[w.Word, ...]:
    match word:
        case w.Invoke(arguments=several) | w.Lookup(at=several) | w.Apply(operands=several):
            return several
    return (w.Constant(w.ABSENT, word.type),)


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
    """The bits of the members related to some member of a set, given the name of its bits."""
    together: dict[int, list[int]] = {}
    for distance, members in _sources(of).items():
        together.setdefault(members, []).append(distance)
    parts = [
        f"(({' | '.join(_shifted(name, offset) for offset in distances)}) & {game.mask(members)})"
        for members, distances in together.items()
    ]
    return f"({' | '.join(parts)})" if parts else game.mask(0)


def _sources(of: Relation) -> dict[int, int]:
    """For each distance to a related member the bits of the members that have one there."""
    sources: dict[int, int] = {}
    for member, others in of.items():
        for fromkey in dict.fromkeys(others):
            sources[fromkey - member] = sources.get(fromkey - member, 0) | 1 << member
    return sources


def _shifted(name: str, distance: int) -> str:
    if distance == 0:
        return name
    return f"{name} {'>>' if distance > 0 else '<<'} {abs(distance)}"


def is_ascending(game: Game, word: w.Word) -> bool:
    """Return whether the entries of a tuple are always in the standard order, and distinct."""
    match word:
        case w.Constant(value):
            return isinstance(value, tuple) and _ascends(value)
        case w.Apply("sorted" | "join sides" | "spread"):
            return True
        case w.Apply("without" | "distinct" | "coming in", (several, *_)):
            return is_ascending(game, several)
        case w.Apply("tuple" | "tuple of known", operands):
            return len(operands) < 2
        case w.Through("members", value=None):
            return is_ascending(game, word.over)
        case w.When():
            return is_ascending(game, word.value) and is_ascending(game, word.otherwise)
        case w.Lookup(table):
            entries = game.flow.tables[table].listed
            return entries is not None and all(
                isinstance(entry, tuple) and _ascends(entry) for entry in entries
            )
        case w.Invoke(function):
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
    return [step for step in steps_in(routine.steps) if isinstance(step, Return)]


def keeps_tuples(word: w.Word) -> bool:
    """Return whether evaluating a word assigns a tuple to a variable."""
    return any(
        isinstance(inner, w.Bind | w.Find) and not is_scalar(inner.variable.type)
        for inner in inside(word)
    )
