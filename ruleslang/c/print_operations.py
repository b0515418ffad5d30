"""Pure operations as calls of C, and what is known of words before they are printed."""

from __future__ import annotations

from itertools import pairwise

from ruleslang.c.c_function import Game, is_scalar
from ruleslang.flow.operations import OPERATIONS
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
    Through,
    Variable,
    When,
    Word,
)
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

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
            return OPERATIONS[operation].cost != "may fail"
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
