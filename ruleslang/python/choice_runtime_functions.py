"""Functions that printed choices call: the sets and orders of candidates, and which are alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, islice
from math import comb
from operator import itemgetter
from typing import Any, TypeAlias

from ruleslang.program import limits
from ruleslang.python.pure_runtime_functions import Many, Raw

Twins = tuple[int | None, ...]  # of each the place of the one before that is alike; none: its own

MOST_TAKERS = 256  # sorts of sets of which is kept how they are taken, 200 sets at most of each
MOST_NUMBERS = 4096  # of which is kept how many they are


def few(several: Iterable[Raw]) -> Many:
    """As many as one question offers, and one more to tell that there are more."""
    return tuple(islice(several, limits.OFFERED_AT_ONCE + 1))


def _begun(number: int, twins: Twins, chosen: Many, size: int) -> Iterator[Many]:
    """The sets of so many, as places, that begin with those chosen; of alike ones the first."""
    if len(chosen) == size:
        yield chosen
        return
    for place in next_places(number, twins, chosen):
        yield from _begun(number, twins, (*chosen, place), size)


def sets(whole: Many, twins: Twins, low: int, high: int) -> Iterable[Many]:
    """The sets of some sizes that differ."""
    if not twins or number_of_sets(len(whole), twins, low, high) > limits.OFFERED_AT_ONCE:
        return completions(whole, twins, (), low, high)
    return [take(whole) for take in _takers(len(whole), twins, low, high)]


@lru_cache(maxsize=MOST_TAKERS)
def _takers(number: int, twins: Twins, low: int, high: int) -> tuple[Callable[[Many], Many], ...]:
    """What takes each of these sets from as many members, some of which are alike."""
    all_places = tuple(range(number))
    return tuple([_taker(places) for places in completions(all_places, twins, (), low, high)])


def _taker(places: Many) -> Callable[[Many], Many]:
    match places:
        case ():
            return lambda whole: ()
        case (place,):
            return lambda whole: (whole[place],)
    return itemgetter(*places)


def completions(whole: Many, twins: Twins, chosen: Many, low: int, high: int) -> Iterator[Many]:
    """Those that begin with the members at these places."""
    for size in range(max(low, len(chosen)), min(high, len(whole)) + 1):
        if not twins and not chosen:
            yield from combinations(whole, size)
        else:
            for places in _begun(len(whole), twins, chosen, size):
                yield at_places(whole, places)


def next_places(number: int, twins: Twins, chosen: Many) -> Iterator[int]:
    """The places that may be chosen next, upwards; of what is alike one after the other."""
    for place in range(chosen[-1] + 1 if chosen else 0, number):
        if not twins or (twin := twins[place]) is None or twin in chosen:
            yield place


def places_left(number: int, twins: Twins, chosen: Many) -> Many:
    """The places that may still be chosen, now or after others."""
    left: list[int] = []
    for place in range(chosen[-1] + 1 if chosen else 0, number):
        twin = twins[place] if twins else None
        if twin is None or twin in chosen or twin in left:
            left.append(place)
    return tuple(left)


def alike_before(keys: Many) -> tuple[int | None, ...]:
    """
    For each entry the place of the last one before that is the same.

    >>> alike_before((6, 1, 6))
    (None, None, 0)
    """
    last: dict[Any, int] = {}
    found = []
    for place, key in enumerate(keys):
        found.append(last.get(key))
        last[key] = place
    return tuple(found)


def first_of_each(several: Many, keys: Many) -> Many:
    """
    The entries whose keys were not there before.

    >>> first_of_each((10, 11, 12), (6, 1, 6))
    (10, 11)
    """
    first = dict(zip(keys[::-1], several[::-1], strict=True))
    return tuple([first[key] for key in dict.fromkeys(keys)])


def at_places(whole: Many, places: Iterable[int]) -> Many:
    """The entries at these places."""
    return tuple([whole[place] for place in places])


def _class_sizes(number: int, twins: Twins) -> list[int]:
    sort: list[int] = []
    counts: list[int] = []
    for place in range(number):
        twin = twins[place] if twins else None
        sort.append(len(counts) if twin is None else sort[twin])
        if twin is None:
            counts.append(0)
        counts[sort[-1]] += 1
    return counts


@lru_cache(maxsize=MOST_NUMBERS)
def number_of_sets(number: int, twins: Twins, low: int, high: int) -> int:
    """How many sets of these sizes differ."""
    ways = [1]
    for alike in _class_sizes(number, twins):
        several = [0] * (len(ways) + alike)
        for size, found_ways in enumerate(ways):
            for taken in range(alike + 1):
                several[size + taken] += found_ways
        ways = several
    return sum(ways[low : high + 1])


def orders(whole: Many, twins: Twins) -> Many:
    """The orders of all of them that differ."""
    made: list[Many] = []

    def further(chosen: tuple[int, ...]) -> None:
        if len(chosen) == len(whole):
            made.append(at_places(whole, chosen))
            return
        for place in range(len(whole)):
            twin = twins[place] if twins else None
            if place not in chosen and (twin is None or twin in chosen):
                further((*chosen, place))

    further(())
    return tuple(made)


def number_of_orders(number: int, twins: Twins) -> int:
    """How many orders of all of them differ."""
    ways, placed = 1, 0
    for alike in _class_sizes(number, twins):
        placed += alike
        ways *= comb(placed, alike)
    return ways


Rows: TypeAlias = tuple[tuple[int, int], ...]


def added_up(rows: Rows) -> Rows:
    """
    Each key once, with the sum of its numbers.

    >>> added_up(((1, 2), (0, 5), (1, 3)))
    ((1, 5), (0, 5))
    """
    sums: dict[int, int] = {}
    for key, number in rows:
        sums[key] = sums.get(key, 0) + number
    return tuple(sums.items())


def finds_enough(gives: Rows, shares: tuple[tuple[int, ...], ...]) -> bool:
    """
    Whether any of these (amount, keys …) find enough at all their keys together.

    >>> finds_enough(((0, 2), (1, 1)), ((2, 0, 1), (1, 0)))
    True
    >>> finds_enough(((0, 2), (1, 1)), ((2, 1), (1, 0)))
    False
    """
    there = dict(gives)
    return all(
        sum(share[0] for share in some)
        <= sum(there[key] for key in {k for s in some for k in s[1:]})
        for size in range(1, len(shares) + 1)
        for some in combinations(shares, size)
    )


def all_find(
    amounts: tuple[int, ...], sets: tuple[tuple[int, ...], ...], taken: tuple[int, ...]
) -> bool:
    """
    Whether each finds so many of its members that are not taken, none for two: augmenting paths.

    >>> all_find((1, 1), ((4, 5), (4,)), ()), all_find((1, 1), ((4, 5), (4,)), (5,))
    (True, False)
    """
    holder: dict[int, int] = {}

    def find(of: int, seen: set[int]) -> bool:
        for member in sets[of]:
            if member in seen or member in taken:
                continue
            seen.add(member)
            if member not in holder or find(holder[member], seen):
                holder[member] = of
                return True
        return False

    return all(find(of, set()) for of, amount in enumerate(amounts) for _ in range(amount))
