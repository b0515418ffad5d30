"""Pure operations as calls of C, and what is known of words before they are printed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Literal, TypeAlias

from ruleslang.c.c_function import Game, is_scalar
from ruleslang.flow.steps import At, Each, If, Leave, Next, Return, Set, inside, steps_in
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.words import (
    Apply,
    Bind,
    Both,
    Cell,
    Constant,
    Either,
    Find,
    Invoke,
    Lookup,
    Pure,
    Through,
    Variable,
    When,
    Word,
)
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

Cost: TypeAlias = Literal["plain", "may fail", "makes"]
"""Whether an operation can be worked out where it stands, may be a fault, makes tuples."""

OPERATIONS: Mapping[Pure, tuple[str, Cost]] = {
    "+": ("plus(s, {0}, {1})", "may fail"),
    "-": ("plus(s, {0}, -({1}))", "may fail"),
    "*": ("times(s, {0}, {1})", "may fail"),
    "/ down": ("divided_down(s, {0}, {1})", "may fail"),
    "/ up": ("divided_up(s, {0}, {1})", "may fail"),
    "remainder": ("remainder_of(s, {0}, {1})", "may fail"),
    "negate": ("(-({0}))", "plain"),
    "distance of numbers": ("distance({0}, {1})", "plain"),
    "<": ("({0} < {1})", "plain"),
    "<=": ("({0} <= {1})", "plain"),
    ">": ("({0} > {1})", "plain"),
    ">=": ("({0} >= {1})", "plain"),
    "same": ("same(s, {0}, {1})", "plain"),
    "same members": ("same_members(s, {0}, {1})", "plain"),
    "same copies": ("same_copies(s, {0}, {1})", "plain"),
    "not": ("({0} != 1)", "plain"),
    "is none": ("({0} == NONE)", "plain"),
    "is empty": ("(number_of(s, {0}) == 0)", "plain"),
    "is in": ("is_in(s, {0}, {1})", "plain"),
    "is in sets": ("is_in_sets(s, {0}, {1})", "plain"),
    "smaller": ("smaller({0}, {1})", "plain"),
    "larger": ("larger({0}, {1})", "plain"),
    "number of": ("number_of(s, {0})", "plain"),
    "first": ("first(s, {0})", "plain"),
    "last": ("last(s, {0})", "plain"),
    "entry": ("entry(s, {0}, {1})", "plain"),
    "first so many": ("first_so_many(s, {0}, {1})", "makes"),
    "reversed": ("reversed(s, {0})", "makes"),
    "range": ("numbers(s, {0}, {1})", "makes"),
    "slice": ("slice(s, {0}, {1}, {2})", "makes"),
    "joined": ("joined(s, {0}, {1})", "makes"),
    "union": ("set_union(s, {0}, {1})", "makes"),
    "distinct": ("distinct(s, {0})", "makes"),
    "without": ("without(s, {0}, {1})", "makes"),
    "without sets": ("without_sets(s, {0}, {1})", "makes"),
    "sorted": ("sorted(s, {0})", "makes"),
    "around": ("around(s, {0}, {1})", "makes"),
    "sorted around": ("sorted_around(s, {0}, {1})", "makes"),
    "seats away": ("seats_away({0}, {1}, {2})", "plain"),
    "is earlier": ("is_earlier(s, {0}, {1})", "plain"),
    "count of": ("count_of(s, {0}, {1})", "plain"),
    "counted": ("counted(s, {0}, {1})", "makes"),
    "without counts": ("without_counts(s, {0}, {1})", "makes"),
    "in turn": ("in_turn(s, {0})", "makes"),
    "from the next": ("from_the_next(s, {0}, {1})", "makes"),
    "from the previous": ("from_the_previous(s, {0}, {1})", "makes"),
    "pieced together": ("pieced_together(s, {0})", "makes"),
    "sets": ("sets_all(s, {0}, {1}, EMPTY, {2}, {3})", "makes"),
    "completions": ("sets_all(s, {0}, {1}, {2}, {3}, {4})", "makes"),
    "next places": ("next_places(s, {0}, {1}, {2})", "makes"),
    "tuple of all": ("{0}", "plain"),
    "place of": ("place_of(s, {0}, {1})", "plain"),
    "places left": ("places_left(s, {0}, {1}, {2})", "makes"),
    "number of sets": ("number_of_sets(s, {0}, {1}, {2}, {3})", "may fail"),
    "alike before": ("alike_before(s, {0})", "makes"),
    "first of each": ("first_of_each(s, {0}, {1})", "makes"),
    "at places": ("at_places(s, {0}, {1})", "makes"),
    "orders": ("orders(s, {0}, {1})", "makes"),
    "number of orders": ("number_of_orders(s, {0}, {1})", "may fail"),
    "subsets": ("subsets(s, {0}, {1}, {2})", "makes"),
    "best": ("best(s, {0}, {1})", "makes"),
    "ranked": ("ranked(s, {0}, {1})", "makes"),
    "join sides": ("join_sides(s, {0}, {1}, {2})", "makes"),
    "added up": ("added_up(s, {0})", "makes"),
    "finds enough": ("finds_enough(s, {0}, {1})", "plain"),
    "all find": ("all_find(s, {0}, {1}, {2})", "plain"),
    "spread": ("spread(s, {0}, {1})", "makes"),
}

LOOKS: frozenset[Pure] = frozenset(
    (
        *("same", "same members", "same copies", "is empty", "is in", "is in sets", "number of"),
        *("first", "last", "entry", "place of", "reversed", "union", "distinct", "without"),
        *("alike before", "first of each", "at places"),
    )
)
"""Operations that only look at their operands: what they answer never is or has one of them."""


ARITHMETIC = ("+", "-", "*")
DIVISIONS = ("/ down", "/ up", "remainder")
SMALL = 2**50


def is_safe(game: Game, word: object) -> bool:
    """Whether working out a word cannot be a fault, and notes nothing."""
    return all(_is_safe_node(game, each) for each in inside(word))


def _is_safe_node(game: Game, word: object) -> bool:
    match word:
        case Constant() | Variable() | Cell() | Lookup() | Both() | Either() | When():
            return True
        case Through() | Find() | Bind():
            return True
        case Return() | Set() | If() | Each() | Next() | Leave() | At():
            return True
        case Apply(operation):
            if operation in ARITHMETIC:
                return all(is_small_number(each.type) for each in (*word.operands, word))
            if operation in ("range", "orders", "subsets", "sets", "completions"):
                return False
            if operation in DIVISIONS:
                return is_known_divisor(word.operands[1]) and is_small_number(word.operands[0].type)
            return operation not in OPERATIONS or OPERATIONS[operation][1] != "may fail"
        case Invoke(function):
            return _is_safe_function(game, function)
    return False


def is_known_divisor(word: Word) -> bool:
    """Whether something can be divided by it."""
    return isinstance(word, Constant) and isinstance(word.value, int) and word.value != 0


def is_small_number(type: t.Type) -> bool:
    """Whether sums of values of a type stay in reach."""
    if isinstance(type, t.Player | t.ZonePlace):
        return True
    of = plain(type)
    return isinstance(of, t.Number) and abs(of.low) < SMALL and abs(of.high) < SMALL


def _is_safe_function(game: Game, function: str) -> bool:
    if function not in game.safe:
        game.safe[function] = False  # while it is not known
        routine = game.routine(function)
        game.safe[function] = routine.is_pure and is_safe(game, routine.steps)
    return game.safe[function]


def is_ascending(game: Game, word: Word) -> bool:
    """Whether the entries of a tuple surely stand in the standard order, each once."""
    match word:
        case Constant(value):
            return isinstance(value, tuple) and _ascends(value)
        case Apply("sorted" | "join sides" | "spread"):
            return True
        case Apply("without" | "distinct", (several, *_)):
            return is_ascending(game, several)
        case Apply("tuple" | "tuple of known", operands):
            return len(operands) < 2
        case Through("members", value=None):
            return is_ascending(game, word.over)
        case When():
            return is_ascending(game, word.value) and is_ascending(game, word.otherwise)
        case Lookup(table):
            made = game.flow.tables[table].made
            return made is not None and all(
                isinstance(each, tuple) and _ascends(each) for each in made
            )
        case Invoke(function):
            return _ascends_function(game, function)
    return False


def _ascends(value: tuple[object, ...]) -> bool:
    return all(
        isinstance(one, int) and isinstance(other, int) and one < other
        for one, other in pairwise(value)
    )


def _ascends_function(game: Game, function: str) -> bool:
    if function not in game.ascending:
        game.ascending[function] = False  # while it is not known
        found = [each.value for each in returns(game.routine(function))]
        game.ascending[function] = bool(found) and all(
            each is not None and is_ascending(game, each) for each in found
        )
    return game.ascending[function]


def returns(routine: Routine) -> list[Return]:
    """Where a function answers."""
    return [each for each in steps_in(routine.steps) if isinstance(each, Return)]


def keeps_tuples(word: Word) -> bool:
    """Whether working out a word gives a variable a tuple."""
    return any(
        isinstance(each, Bind | Find) and not is_scalar(each.variable.type) for each in inside(word)
    )
