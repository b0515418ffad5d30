"""
Members that stand in a known relation to others, found for all members at once.

Neighbours, lines and the places above or below lie a few distances apart, in the order in which a
board's spaces are numbered. So those that have one of a set beside them are that set, shifted by
each of the distances, and of that the members that have something so far away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeAlias, TypeGuard

from ruleslang.flow.walk import inside
from ruleslang.flow.words import Bind, Find, Through, Variable, Word
from ruleslang.native.c_function import Game
from ruleslang.native.known_words import Unknown, value
from ruleslang.native.precomputed_functions import domain, is_small_set

MOST_SHIFTS = 12  # of one relation

Relation: TypeAlias = Mapping[int, tuple[int, ...]]
"""To which others each member stands in it; members that stand to none may be left out."""


def uses(node: Any) -> Counter[str]:
    """How often each variable is named."""
    return Counter(each.name for each in inside(node) if isinstance(each, Variable))


def variables_bound(word: Any) -> list[Variable]:
    """The variables that take values in a word."""
    found = (each for each in inside(word) if isinstance(each, Bind | Find | Through))
    return [each.variable for each in found]


def keeps_to_itself(word: Any, used: Mapping[str, int]) -> bool:
    """Whether the variables that take values in a word are named nowhere else."""
    bound = {each.name for each in variables_bound(word)}
    here = uses(word) if bound else {}
    return all(here[each] == used.get(each) for each in bound)


def relation(game: Game, others: Word, member: Variable) -> Relation | None:
    """To which others each member stands that this set is worked out for, if that is known."""
    members = domain(game.flow, member.type)
    if members is None or members.stop > game.mask_bits:
        return None
    try:
        found = {each: value(game, others, {member.name: each}) for each in members}
    except Unknown:
        return None
    most = game.mask_bits
    known = {each: several for each, several in found.items() if is_small_set(several, most)}
    return known if len(known) == len(found) and has_few_distances(known) else None


def has_few_distances(of: Relation) -> bool:
    """Whether so few shifts find who stands in it to some."""
    return len(_sources(of)) <= MOST_SHIFTS


def are_small_sets(value: object, most: int) -> TypeGuard[tuple[tuple[int, ...], ...]]:
    """Whether it is a known tuple of sets, one for each of so many members at most."""
    if not isinstance(value, tuple) or len(value) > most:
        return False
    return all(is_small_set(each, most) for each in value)


def has_no_more(of: Relation, number: int) -> bool:
    """Whether no member stands to more others."""
    return all(len(others) <= number for others in of.values())


def of_number(of: Relation, number: int) -> Relation:
    """The same for those members alone that stand to so many."""
    return {each: several for each, several in of.items() if len(several) == number}


def members_of(game: Game, of: Relation) -> str:
    """The bits of the members of which it is told."""
    return game.mask(sum(1 << each for each in of))


def touching(game: Game, of: Relation, name: str) -> str:
    """The bits of the members that stand in it to one of a set, whose bits have a name."""
    together: dict[int, list[int]] = {}
    for distance, members in _sources(of).items():
        together.setdefault(members, []).append(distance)
    parts = [
        f"(({' | '.join(_shifted(name, each) for each in distances)}) & {game.mask(members)})"
        for members, distances in together.items()
    ]
    return f"({' | '.join(parts)})" if parts else game.mask(0)


def _sources(of: Relation) -> dict[int, int]:
    """By how far on the others lie, the bits of the members that have one there."""
    found: dict[int, int] = {}
    for member, others in of.items():
        for each in dict.fromkeys(others):
            found[each - member] = found.get(each - member, 0) | 1 << member
    return found


def _shifted(name: str, distance: int) -> str:
    """The bits of a set, moved back by a distance."""
    if distance == 0:
        return name
    return f"{name} {'>>' if distance > 0 else '<<'} {abs(distance)}"
