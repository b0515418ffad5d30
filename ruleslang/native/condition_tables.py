"""Conditions on members of small sets, known beforehand: the bits of all that meet them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ruleslang.flow.walk import inside, read
from ruleslang.flow.words import Apply, Both, Constant, Either, Lookup, Raw, Variable, Word
from ruleslang.native.c_function import Game
from ruleslang.native.constant_array import array
from ruleslang.native.precomputed_functions import domain

WIDTH = 64
MOST = 64  # values of the other variable of a condition


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


def tabled(game: Game, condition: Word, member: Variable) -> str:
    """The bits of all members that meet a condition; empty if that depends on the match."""
    members = domain(game.flow, member.type)
    if members is None or members.stop > WIDTH or member.name not in read(condition):
        return ""
    others = {each.name: each for each in inside(condition) if isinstance(each, Variable)}
    del others[member.name]
    try:
        if not others:
            return f"UINT64_C({_bits(game, condition, {}, member.name, members)})"
        (other,) = others.values() if len(others) == 1 else (None,)
        values = None if other is None else domain(game.flow, other.type)
        if other is None or values is None or not 0 < len(values) <= MOST:
            return ""
        rows = [_bits(game, condition, {other.name: v}, member.name, members) for v in values]
    except Unknown:
        return ""
    at = f"{other.name} - {values.start}" if values.start else other.name
    return f"((uint64_t)({at}) < {len(values)} ? {game.bits_by_value(tuple(rows))}[{at}] : 0)"


def _bits(
    game: Game, condition: Word, given: dict[str, int], member: str, members: range
) -> int:
    return sum(bool(_value(game, condition, {**given, member: each})) << each for each in members)


def _value(game: Game, word: Word, given: Mapping[str, int]) -> Raw:
    match word:
        case Constant(int() | None as value):
            return value
        case Variable(name):
            return given[name]
        case Both(left, right):
            return _value(game, left, given) and _value(game, right, given)
        case Either(left, right):
            return _value(game, left, given) or _value(game, right, given)
        case Lookup():
            return _entry(game, word, given)
        case Apply(operation, operands):
            return _applied(operation, [_value(game, each, given) for each in operands])
        case _:
            raise Unknown


def _entry(game: Game, word: Lookup, given: Mapping[str, int]) -> Raw:
    table, place = game.flow.tables[word.table], 0
    for each, size in zip(word.at, table.sizes, strict=True):
        at = _value(game, each, given)
        if not isinstance(at, int) or not 0 <= at < size:
            raise Unknown
        place = place * size + at
    if table.made is None or not isinstance(found := table.made[place], int | None):
        raise Unknown
    return found


def _applied(operation: str, values: list[Raw]) -> Raw:
    match operation, values:
        case "same", (left, right):
            return left == right
        case "not", (int() as value,):
            return not value
        case "is none", (value,):
            return value is None
        case _, (int() as left, int() as right) if operation in NUMBERS:
            return NUMBERS[operation](left, right)
        case _:
            raise Unknown


def tables_by_value(game: Game) -> Iterator[str]:
    """The tables of bits that conditions became."""
    for number, rows in enumerate(game.by_value):
        yield from array(f"by_value_{number}", [f"UINT64_C({row})" for row in rows], "uint64_t")
