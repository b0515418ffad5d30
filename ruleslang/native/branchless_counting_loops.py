"""
Loops that count members without a jump: which of them count is not foreseen.

All parts of a condition are worked out. A part that may be a fault (a top card that is not there)
is tested before the loop; where it is missing, the loop goes part by part as everywhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import evolve

from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.walk import assigned, binds, read, renamed
from ruleslang.flow.words import (
    Apply,
    Both,
    Cell,
    Constant,
    Either,
    Invoke,
    Known,
    Lookup,
    Present,
    Through,
    Variable,
    Word,
)
from ruleslang.native.c_function import is_scalar, is_truth
from ruleslang.native.precomputed_functions import domains
from ruleslang.native.print_relations import only_answer
from ruleslang.native.word_properties import is_small_number
from ruleslang.program import types as t

if TYPE_CHECKING:
    from ruleslang.native.print_words import WordPrinter

Loop: TypeAlias = Callable[[Callable[[], str]], None]
"""Prints a loop in which so much is added for each member."""

MOST = 4  # conditions that are all worked out, where fewer would decide
COMPARISONS = ("<", "<=", ">", ">=", "same", "is none", "not")


def counting(w: WordPrinter, word: Through, loop: Loop) -> None:
    """Prints a loop through members of which some count."""
    condition = word.condition
    if condition is None:
        loop(lambda: "1")
        return
    tests: list[str] = []
    found = _at_once(w, _in_place(w, condition), word.variable.name, tests)
    if found is None:
        loop(lambda: w.condition(condition))
    elif not tests:
        loop(lambda: _printed(w, found))
    else:
        with w.to.block(f"if ({' && '.join(tests)})"):
            loop(lambda: _printed(w, found))
        with w.to.block("else"):
            loop(lambda: w.condition(condition))


def never_none(routine: Routine) -> frozenset[str]:
    """The parameters that surely have a value, and keep it."""
    given = [each for each in routine.parameters if not isinstance(each.type, t.Optional | t.Never)]
    return frozenset(each.name for each in given) - frozenset(assigned(routine.steps))


def _in_place(w: WordPrinter, condition: Word) -> Word:
    """What a named value answers, in the place of its call."""
    if not isinstance(condition, Invoke):
        return condition
    routine = w.game.routine(condition.function)
    answer = only_answer(routine)
    if answer is None or domains(w.game.flow, routine) is not None or binds(answer):
        return condition
    for parameter, given in zip(routine.parameters, condition.arguments, strict=True):
        if not isinstance(given, Variable):
            return condition
        answer = renamed(answer, parameter.name, given)
    return answer


def _at_once(w: WordPrinter, condition: Word, member: str, tests: list[str]) -> Word | None:
    """The condition, if all of it can be worked out where these tests hold."""
    parts = _parts(condition)
    if not 1 < len(parts) <= MOST or not all(is_truth(each.type) for each in parts):
        return None
    there, hoisted = w.there | {member}, dict[str, Known | Present]()
    condition = _without_tests(w, condition, member, hoisted)
    names = there | set(hoisted)
    are_places = all(_is_looked_up(each.value, w.there) for each in hoisted.values())
    if not are_places or not all(_is_at_once(each, names) for each in _parts(condition)):
        return None
    for name, each in hoisted.items():
        w.to.line(f"V {name} = {w.looked_at(each.value)};")
        tests.append(f"{name} != {'NONE' if isinstance(each, Known) else 'ABSENT'}")
    return condition


def _without_tests(
    w: WordPrinter, word: Any, member: str, hoisted: dict[str, Known | Present]
) -> Any:
    """The same where a test of what is the same for all members is a variable."""
    match word:
        case Known() | Present() if member not in read(word):
            name = w.to.fresh("there")
            hoisted[name] = word
            return Variable(name, word.type)
        case Both(left, right) | Either(left, right):
            left, right = (_without_tests(w, each, member, hoisted) for each in (left, right))
            return evolve(word, left=left, right=right)
        case Apply(operands=operands):
            inner = tuple([_without_tests(w, each, member, hoisted) for each in operands])
            return evolve(word, operands=inner)
        case Lookup(at=at):
            return evolve(word, at=tuple([_without_tests(w, each, member, hoisted) for each in at]))
    return word


def _parts(condition: Word) -> list[Word]:
    if isinstance(condition, Both | Either):
        return [*_parts(condition.left), *_parts(condition.right)]
    return [condition]


def _printed(w: WordPrinter, condition: Word) -> str:
    match condition:
        case Both(left, right):
            return f"({_printed(w, left)} & {_printed(w, right)})"
        case Either(left, right):
            return f"({_printed(w, left)} | {_printed(w, right)})"
    text = w.condition(condition)
    return text if isinstance(condition, Apply) else f"({text} != 0)"


def _is_looked_up(word: Word, there: frozenset[str]) -> bool:
    """Whether it is a cell, or the first of what lies in one."""
    match word:
        case Apply("first", (Cell(at=at),)) | Cell(at=at):
            return is_scalar(word.type) and all(_is_place(each, there) for each in at)
    return False


def _is_at_once(word: Word, there: frozenset[str]) -> bool:
    """Whether it is worked out by looking, where these variables surely have values."""
    if not is_scalar(word.type):
        return False
    match word:
        case Constant() | Variable():
            return True
        case Cell(_, at):
            return all(_is_place(each, there) for each in at)
        case Lookup(_, (at,)):
            return _is_place(at, there)
        case Apply(operation, operands) if operation in COMPARISONS:
            return all(_is_at_once(each, there) for each in operands)
        case Apply("+" | "-", operands):
            are_small = all(is_small_number(each.type) for each in (*operands, word))
            return are_small and all(_is_at_once(each, there) for each in operands)
    return False


def _is_place(word: Word, there: frozenset[str]) -> bool:
    """Whether there is an entry at this place, whatever else holds."""
    match word:
        case Constant():
            return True
        case Variable(name):
            return name in there and not isinstance(word.type, t.Optional | t.Never)
        case Apply("-", (Constant(value=1), Variable(name))):  # the other of two players
            return name in there and isinstance(word.type, t.Player)
    return False
