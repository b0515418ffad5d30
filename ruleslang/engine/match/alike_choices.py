"""
Sets and orders of candidates of which some are equal, as indices; and which costs can be paid.

`twins` has for each candidate the index of the previous equal one, or `None` if it is the first of
its class; empty: all differ. The first one represents all equal sets or orders.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TypeAlias, TypeVar

Places: TypeAlias = tuple[int, ...]
Twins: TypeAlias = tuple[int | None, ...]
Key = TypeVar("Key", bound=Hashable)

MOST_NUMBERS = 4096  # numbers whose count is kept


def alike_before(keys: Sequence[Hashable]) -> Twins:
    """
    Return the twins of values, by keys that are equal for equal candidates.

    >>> alike_before((6, 1, 6))
    (None, None, 0)
    """
    last: dict[Hashable, int] = {}
    twins = []
    for place, key in enumerate(keys):
        twins.append(last.get(key))
        last[key] = place
    return tuple(twins)


def next_places(number: int, twins: Twins, chosen: Places) -> Iterator[int]:
    """Yield indices that may be chosen next, ascending; equal candidates one after the other."""
    for place in range(chosen[-1] + 1 if chosen else 0, number):
        if not twins or (twin := twins[place]) is None or twin in chosen:
            yield place


def places_left(number: int, twins: Twins, chosen: Places) -> Places:
    """
    Return the indices that may still be chosen, ascending, now or after others.

    >>> places_left(3, (None, None, 0), (1,)), places_left(3, (None, 0, 1), (0,))
    ((), (1, 2))
    """
    left: list[int] = []
    for place in range(chosen[-1] + 1 if chosen else 0, number):
        twin = twins[place] if twins else None
        if twin is None or twin in chosen or twin in left:
            left.append(place)
    return tuple(left)


def sets_of(number: int, twins: Twins, size: int, chosen: Places = ()) -> Iterator[Places]:
    """
    Yield the distinct sets of this size that begin with those chosen.

    >>> list(sets_of(3, (None, 0, None), 2))
    [(0, 1), (0, 2)]
    """
    if len(chosen) == size:
        yield chosen
        return
    for place in next_places(number, twins, chosen):
        yield from sets_of(number, twins, size, (*chosen, place))


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
    """Return the number of distinct sets of these sizes."""
    ways = [1]
    for alike in _class_sizes(number, twins):
        several = [0] * (len(ways) + alike)
        for size, found_ways in enumerate(ways):
            for taken in range(alike + 1):
                several[size + taken] += found_ways
        ways = several
    return sum(ways[low : high + 1])


def orders_of(number: int, twins: Twins, chosen: Places = ()) -> Iterator[Places]:
    """Yield the distinct orders of all indices that begin with those chosen."""
    if len(chosen) == number:
        yield chosen
        return
    for place in range(number):
        twin = twins[place] if twins else None
        if place not in chosen and (twin is None or twin in chosen):
            yield from orders_of(number, twins, (*chosen, place))


def number_of_orders(number: int, twins: Twins) -> int:
    """Return the number of distinct orders."""
    ways, placed = 1, 0
    for alike in _class_sizes(number, twins):
        placed += alike
        ways *= comb(placed, alike)
    return ways


# ---------------------------------------------------------------- costs


def find_enough(available: Mapping[Key, int], shares: Sequence[tuple[int, Sequence[Key]]]) -> bool:
    """
    Return whether all amounts can be taken from their counters together (Hall's condition).

    >>> find_enough({0: 2, 1: 1}, [(2, (0, 1)), (1, (0,))])
    True
    >>> find_enough({0: 2, 1: 1}, [(2, (1,)), (1, (0,))])
    False
    """
    return all(
        sum(amount for amount, _ in claims)
        <= sum(available[key] for key in {key for _, keys in claims for key in keys})
        for size in range(1, len(shares) + 1)
        for claims in combinations(shares, size)
    )


def all_find(amounts: Sequence[int], sets: Sequence[Sequence[Key]], taken: Collection[Key]) -> bool:
    """
    Return whether disjoint parts of these sizes can be taken from the sets, without `taken`, by
    augmenting paths.

    >>> all_find((1, 1), ((4, 5), (4,)), ()), all_find((1, 1), ((4, 5), (4,)), (5,))
    (True, False)
    """
    holder: dict[Key, int] = {}

    def find(of: int, seen: set[Key]) -> bool:
        for member in sets[of]:
            if member in seen or member in taken:
                continue
            seen.add(member)
            if member not in holder or find(holder[member], seen):
                holder[member] = of
                return True
        return False

    return all(find(of, set()) for of, amount in enumerate(amounts) for _ in range(amount))
