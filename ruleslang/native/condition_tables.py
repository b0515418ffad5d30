"""Conditions on members of small sets, known beforehand: the bits of all that meet them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleslang.flow.walk import inside, read
from ruleslang.flow.words import Variable, Word
from ruleslang.native.c_function import Game
from ruleslang.native.constant_array import array
from ruleslang.native.known_words import Unknown, value
from ruleslang.native.precomputed_functions import domain
from ruleslang.native.relations import keeps_to_itself, variables_bound

MOST = 64  # values of the other variable of a condition


def tabled(game: Game, condition: Word, member: Variable, used: Mapping[str, int]) -> str:
    """
    The bits of all members that meet a condition; empty if that depends on the match. `used` says
    how often variables are named in all: those that a condition binds may be named nowhere else.
    """
    members = domain(game.flow, member.type)
    if members is None or members.stop > game.mask_bits or member.name not in read(condition):
        return ""
    if not keeps_to_itself(condition, used):
        return ""
    bound = {each.name for each in variables_bound(condition)}
    others = {each.name: each for each in inside(condition) if isinstance(each, Variable)}
    others = {name: each for name, each in others.items() if name not in {member.name, *bound}}
    try:
        if not others:
            return game.mask(_bits(game, condition, {}, member.name, members))
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
    return sum(bool(value(game, condition, {**given, member: each})) << each for each in members)


def tables_by_value(game: Game) -> Iterator[str]:
    """The tables of bits that conditions became."""
    for number, rows in enumerate(game.by_value):
        yield from array(f"by_value_{number}", list(map(game.mask, rows)), "Mask")
