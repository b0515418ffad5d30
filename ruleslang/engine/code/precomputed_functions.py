"""
Computes at compile time what does not depend on the match.

A function of few arguments that reads nothing changeable becomes a table of its answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, TypeGuard

from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.code.c_function import INDENT, Game, array
from ruleslang.engine.flow.action_numbers import MOST_ANSWERS, domain
from ruleslang.engine.flow.ir_exprs import ABSENT, Absent, Constant, Invoke, Raw
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.printed_names import routine_name
from ruleslang.engine.flow.tables_and_routines import Routine, Table
from ruleslang.engine.match.faults import Fault

MOST_BITS = 512  # bits of one set
FAILURES = Fault, LookupError, TypeError, ValueError, AssertionError, AttributeError, RecursionError
UNKNOWN = "UNKNOWN"  # no known answer: the function is called


# ---------------------------------------------------------------- answers


def domains(flow: Flow, routine: Routine) -> list[range] | None:
    """Return the arguments' domains if the function becomes a table of its answers; else `None`."""
    if not routine.is_constant or routine.is_deep:
        return None
    domains_or_none = [domain(flow, parameter.type) for parameter in routine.parameters]
    known = [numbers for numbers in domains_or_none if numbers]
    if len(known) < len(domains_or_none) or prod(map(len, known)) > MOST_ANSWERS:
        return None
    return known


def answers_of(of: CompiledGame, name: str) -> list[Raw | Absent]:
    """Return all answers of a value that becomes a table; absent: C finds the fault."""
    several = domains(of.flow, of.flow.routines[name])
    assert several is not None
    value = of.definition.value_of(of, name.removeprefix("value "))

    def answer_or_absent(arguments: tuple[int, ...]) -> Raw | Absent:
        try:
            return value(arguments)
        except FAILURES:
            return ABSENT

    return list(map(answer_or_absent, product(*several)))


def known_for(game: Game, function: str, arguments: Sequence[Any]) -> Raw | Absent:
    """Return an answer of a function; absent if it is in no table."""
    several = domains(game.flow, game.routine(function))
    if several is None:
        return ABSENT
    at = 0
    for argument, numbers in zip(arguments, several, strict=True):
        if argument not in numbers:
            return ABSENT
        at = at * len(numbers) + numbers.index(argument)
    return game.answers_of(function)[at]


def known_answer(game: Game, expr: Invoke) -> Constant | None:
    """Return the answer of a function without parameters or changeable reads."""
    routine = game.routine(expr.function)
    if routine.parameters or domains(game.flow, routine) is None:
        return None
    (answer,) = game.answers_of(expr.function)
    return None if isinstance(answer, Absent) else Constant(answer, expr.type)


def answers(game: Game, functions: Sequence[str]) -> Iterator[str]:
    """Yield the tables of these functions, and the functions that look answers up."""
    for name in functions:
        entries = [
            UNKNOWN if answer is ABSENT else game.value(answer) for answer in game.answers_of(name)
        ]
        roles = ("R", "KNOWN", "ANSWERS")
        function, known, table = (game.owners.name(role, name) for role in roles)
        yield from array(table, entries)
        takes, gives, test, place = _looking_up(game, name)
        yield f"static inline V {known}(St *s{takes})"
        yield "{"
        yield f"{INDENT}if ({test}) {{"
        yield f"{INDENT * 2}V answer = {table}[{place}];"
        yield f"{INDENT * 2}if (answer != {UNKNOWN}) return answer;"
        yield f"{INDENT}}}"
        yield f"{INDENT}return {function}(s{gives});"
        yield "}"


def _looking_up(game: Game, name: str) -> tuple[str, str, str, str]:
    """Return the parameters and arguments of such a function, the range test, and the index."""
    routine = game.flow.routines[name]
    several = domains(game.flow, routine)
    assert several is not None
    names = [parameter.name for parameter in routine.parameters]
    tests, place = [], "0"
    for parameter_name, numbers in zip(names, several, strict=True):
        tests.append(f"(uint64_t)({parameter_name} - ({numbers.start})) < {len(numbers)}")
        place = f"({place}) * {len(numbers)} + ({parameter_name} - ({numbers.start}))"
    takes, gives = (
        "".join(f", {how}{parameter_name}" for parameter_name in names) for how in ("V ", "")
    )
    return takes, gives, " && ".join(tests) or "1", place


def answers_as_bits(game: Game) -> Iterator[str]:
    """Yield the tables of answers that are sets as bits, and the functions that look them up."""
    for name in game.bits_answered:
        entries = [
            game.mask(sum(1 << member for member in answer))
            for answer in game.answers_of(name)
            if is_small_set(answer, game.mask_bits)
        ]
        function, table = game.known_bits(name), game.owners.name("ANSWERBITS", name)
        yield from array(table, entries, "Mask")
        takes, gives, test, place = _looking_up(game, name)
        yield f"static inline Mask {function}(St *s{takes})"
        yield "{"
        yield f"{INDENT}if ({test}) return {table}[{place}];"
        yield f"{INDENT}return bits_of(s, {routine_name(name)}(s{gives}));"
        yield "}"


def has_known_bits(game: Game, name: str) -> bool:
    """Return whether all answers of a function that becomes a table are sets that fit bits."""
    return all(is_small_set(answer, game.mask_bits) for answer in game.answers_of(name))


# ---------------------------------------------------------------- bits


def words_of_bits(number: int) -> int:
    return (number + 63) // 64


def bits(members: Sequence[int], words: int) -> list[str]:
    """Return a set as words of bits."""
    mask = sum(1 << member for member in members)
    return [f"UINT64_C({mask >> 64 * at & (1 << 64) - 1})" for at in range(words)]


def is_small_set(value: object, most: int = MOST_BITS) -> TypeGuard[tuple[int, ...]]:
    """Return whether a constant is a tuple of numbers below `most`."""
    return isinstance(value, tuple) and all(
        isinstance(member, int) and 0 <= member < most for member in value
    )


def table_width(table: Table) -> int | None:
    """Return the words of bits per entry of a table; `None` unless all are small sets."""
    if len(table.sizes) != 1 or table.listed is None:
        return None
    small = [member for member in table.listed if is_small_set(member)]
    if len(small) < len(table.listed):
        return None
    return words_of_bits(max((member for entry in small for member in entry), default=0) + 1)


def tables_of_bits(game: Game, names: Sequence[str]) -> Iterator[str]:
    """Yield the entries of these tables as bits."""
    for name in names:
        table = game.flow.tables[name]
        width = table_width(table)
        assert width is not None
        sets = [entry for entry in table.entries if is_small_set(entry)]
        words = [bit for entry in sets for bit in bits(entry, width)]
        yield from array(game.owners.name("BITS", name), words, "uint64_t")
