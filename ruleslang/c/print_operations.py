"""Pure operations as calls of C, and what is known of words before they are printed."""

from __future__ import annotations

from itertools import pairwise

from ruleslang.c.c_function import Game, is_scalar
from ruleslang.flow.steps import Return, inside, steps_in
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.words import (
    Apply,
    Bind,
    Constant,
    Find,
    Invoke,
    Lookup,
    Through,
    When,
    Word,
)


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
