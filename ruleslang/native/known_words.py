"""Works words out before compiling, where they do not depend on the match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from ruleslang.flow.words import (
    Absent,
    Apply,
    Bind,
    Both,
    Constant,
    Either,
    Find,
    Invoke,
    Lookup,
    Raw,
    Through,
    Variable,
    When,
    Word,
)
from ruleslang.native.c_function import Game
from ruleslang.native.precomputed_functions import domains

Given: TypeAlias = dict[str, Any]
"""What variables have; those that a word binds join it."""


class Unknown(Exception):
    """It is not known beforehand what a word is."""


NUMBERS: Mapping[str, Callable[[int, int], int]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}


def value(game: Game, word: Word, given: Given) -> Raw:
    """What a word is, given variables; raises `Unknown`."""
    match word:
        case Constant(found):
            if isinstance(found, Absent):
                raise Unknown
            return found
        case Variable(name) if name in given:
            found_there: Raw = given[name]
            return found_there
        case Both(left, right):
            return value(game, left, given) and value(game, right, given)
        case Either(left, right):
            return value(game, left, given) or value(game, right, given)
        case When():
            holds = value(game, word.condition, given)
            return value(game, word.value if holds else word.otherwise, given)
        case Bind(variable, bound):
            given[variable.name] = value(game, bound, given)
            return True
        case Lookup():
            return _entry(game, word, given)
        case Invoke():
            return _answer(game, word, given)
        case Through():
            return _run_through(game, word, given)
        case Find():
            return _find(game, word, given)
        case Apply(operation, operands):
            return _applied(operation, [value(game, each, given) for each in operands])
    raise Unknown


def _entry(game: Game, word: Lookup, given: Given) -> Raw:
    table, place = game.flow.tables[word.table], 0
    for each, size in zip(word.at, table.sizes, strict=True):
        at = value(game, each, given)
        if len(table.sizes) > 1 and isinstance(at, int) and not 0 <= at < size:
            return None
        if not isinstance(at, int) or not 0 <= at < size:
            raise Unknown
        place = place * size + at
    if table.made is None or isinstance(found := table.made[place], Absent):
        raise Unknown
    return found


def _answer(game: Game, word: Invoke, given: Given) -> Raw:
    several = domains(game.flow, game.routine(word.function))
    if several is None:
        raise Unknown
    place = 0
    for each, numbers in zip(word.arguments, several, strict=True):
        at = value(game, each, given)
        if not isinstance(at, int) or at not in numbers:
            raise Unknown
        place = place * len(numbers) + numbers.index(at)
    found = game.answers_of(word.function)[place]
    if isinstance(found, Absent):
        raise Unknown
    return found


def _run_through(game: Game, word: Through, given: Given) -> Raw:
    counting = _that_count(game, word, given)
    match word.what:
        case "some":
            return any(True for _ in counting)
        case "number":
            return sum(1 for _ in counting)
        case "members":
            kept = word.value
            return tuple([each if kept is None else value(game, kept, given) for each in counting])
    raise Unknown


def _find(game: Game, word: Find, given: Given) -> Raw:
    for _ in _that_count(game, word, given):
        return True
    given.pop(word.variable.name, None)
    return False


def _that_count(game: Game, word: Through | Find, given: Given) -> Iterator[Raw]:
    """The members that count, each while the variable has it."""
    over = value(game, word.over, given)
    if not isinstance(over, tuple):
        raise Unknown
    for each in over:
        given[word.variable.name] = each
        if word.condition is None or value(game, word.condition, given):
            yield each


def _applied(operation: str, values: list[Raw]) -> Raw:
    match operation, values:
        case "same", (int() | None as left, int() | None as right):
            return left == right
        case "not", (int() as only,):
            return not only
        case "is none", (only,):
            return only is None
        case "number of", (tuple() as several,):
            return len(several)
        case "is in", (int() | None as member, tuple() as several):
            return member in several
        case "tuple", _:
            return tuple(values)
        case "tuple of known", _:
            return tuple(dict.fromkeys(each for each in values if each is not None))
        case "sorted", (tuple() as several,) if _are_numbers(several):
            return tuple(sorted(set(several)))
        case _, (int() as left, int() as right) if operation in NUMBERS:
            return NUMBERS[operation](left, right)
    raise Unknown


def _are_numbers(several: tuple[Raw, ...]) -> bool:
    return all(isinstance(each, int) for each in several)
