"""
What can be worked out before a game is compiled.

A function that reads nothing that changes, of few arguments, becomes a table of its answers. A set
in which members are looked for again and again becomes bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, TypeGuard

from ruleslang.flow.flow import Flow
from ruleslang.flow.layout import number_with_specimens
from ruleslang.flow.parts import Routine, Table
from ruleslang.flow.steps import Each
from ruleslang.flow.visit import assigned, inside
from ruleslang.flow.words import Apply, Find, Through, Variable
from ruleslang.match.faults import Fault
from ruleslang.native.constants import array
from ruleslang.native.function import INDENT, Game, identifier
from ruleslang.program import types as t

MOST_ANSWERS = 1_024  # of one function
MOST_BITS = 512  # of one set
UNKNOWN = "UNKNOWN"  # no answer: the function is called


def domain(flow: Flow, type: t.Type) -> range | None:
    """The numbers that values of a type are, if they are few."""
    everyone = flow.population
    match type:
        case t.Number(low, high) if high - low < MOST_ANSWERS:
            return range(low, high + 1)
        case t.Truth():
            return range(2)
        case t.Player():
            return range(len(everyone.players))
        case t.Team():
            return range(len(everyone.teams))
        case t.WordOf(list):
            return range(len(everyone.words[list]))
        case t.Card():
            return range(number_with_specimens(everyone))
        case t.Title():
            return range(len(everyone.titles))
        case t.Piece():
            return range(len(everyone.pieces))
        case t.Space():
            return range(len(everyone.spaces))
        case t.ZonePlace():
            return range(sum(1 for _ in everyone.all_places()))
    return None


# ---------------------------------------------------------------- answers


def domains(flow: Flow, routine: Routine) -> list[range] | None:
    """What the arguments of a function may be that becomes a table of its answers."""
    if not routine.is_constant or not routine.parameters:
        return None
    found = [domain(flow, each.type) for each in routine.parameters]
    known = [each for each in found if each]
    if len(known) < len(found) or prod(map(len, known)) > MOST_ANSWERS:
        return None
    return known


def answers(game: Game, functions: Sequence[str], space: dict[str, Any]) -> Iterator[str]:
    """The tables of these functions, and what looks answers up in them."""
    for name in functions:
        routine = game.flow.routines[name]
        several = domains(game.flow, routine)
        assert several is not None
        function = space[identifier(name)]
        found = [_answer(game, function, given) for given in product(*several)]
        yield from array(f"answers_of_{identifier(name)}", found)
        names = [each.name for each in routine.parameters]
        takes = "".join(f", V {each}" for each in names)
        yield f"static inline V known_{identifier(name)}(St *s{takes})"
        yield "{"
        tests, place = [], "0"
        for each, numbers in zip(names, several, strict=True):
            tests.append(f"(uint64_t)({each} - ({numbers.start})) < {len(numbers)}")
            place = f"({place}) * {len(numbers)} + ({each} - ({numbers.start}))"
        yield f"{INDENT}if ({' && '.join(tests)}) {{"
        yield f"{INDENT * 2}V answer = answers_of_{identifier(name)}[{place}];"
        yield f"{INDENT * 2}if (answer != {UNKNOWN}) return answer;"
        yield f"{INDENT}}}"
        yield f"{INDENT}return {identifier(name)}(s{''.join(f', {each}' for each in names)});"
        yield "}"


def _answer(game: Game, function: Any, given: tuple[int, ...]) -> str:
    try:
        return game.value(function(None, None, *given))
    except (Fault, LookupError, TypeError, ValueError, AssertionError):
        return UNKNOWN  # C finds out what is wrong with such arguments


# ---------------------------------------------------------------- bits


def words_of_bits(number: int) -> int:
    """How many words hold so many bits."""
    return (number + 63) // 64


def bits(members: Sequence[int], words: int) -> list[str]:
    """A set as words of bits."""
    whole = sum(1 << each for each in members)
    return [f"UINT64_C({whole >> 64 * at & (1 << 64) - 1})" for at in range(words)]


def is_small_set(value: object, most: int = MOST_BITS) -> TypeGuard[tuple[int, ...]]:
    """Whether a constant is a tuple of numbers below this."""
    return isinstance(value, tuple) and all(
        isinstance(each, int) and 0 <= each < most for each in value
    )


def table_width(table: Table) -> int | None:
    """How many words of bits each entry of a table takes, if all are small sets."""
    if len(table.sizes) != 1 or table.made is None:
        return None
    small = [each for each in table.made if is_small_set(each)]
    if len(small) < len(table.made):
        return None
    return words_of_bits(max((each for entry in small for each in entry), default=0) + 1)


def tables_of_bits(game: Game, names: Sequence[str]) -> Iterator[str]:
    """The entries of these tables as bits."""
    for name in names:
        table = game.flow.tables[name]
        width = table_width(table)
        assert width is not None
        sets = [entry for entry in table.entries if is_small_set(entry)]
        found = [each for entry in sets for each in bits(entry, width)]
        yield from array(f"bits_{identifier(name)}", found, "uint64_t")


def sets_to_search(flow: Flow, routine: Routine) -> dict[str, int]:
    """Of the parameters that are sets looked through in loops, how many words of bits they take."""
    given = {each.name: each for each in routine.parameters if isinstance(each.type, t.SetOf)}
    given = {name: each for name, each in given.items() if name not in assigned(routine.steps)}
    found = {}
    for loop in inside(routine.steps):
        if isinstance(loop, Through | Find | Each):
            for each in inside((getattr(loop, "condition", ()), getattr(loop, "body", ()))):
                name = _searched(each)
                if name in given:
                    type = given[name].type
                    assert isinstance(type, t.SetOf)
                    numbers = domain(flow, type.element)
                    if numbers and numbers.start >= 0 and numbers.stop <= MOST_BITS:
                        found[name] = words_of_bits(numbers.stop)
    return found


def _searched(node: Any) -> str:
    match node:
        case Apply("is in", (_, Variable(name))):
            return name
    return ""
