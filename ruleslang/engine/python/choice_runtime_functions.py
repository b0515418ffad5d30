"""Runtime functions for choices: sets and orders of candidates, up to equality."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from typing import TypeAlias

from ruleslang.engine.match.alike_choices import Twins, find_enough, orders_of, sets_of
from ruleslang.engine.python.pure_runtime_functions import Many, Raw
from ruleslang.program import limits


def few(several: Iterable[Raw]) -> Many:
    """As many as one question offers, plus one to show that there are more."""
    return tuple(islice(several, limits.OFFERED_AT_ONCE + 1))


def completions(members: Many, twins: Twins, chosen: Many, low: int, high: int) -> Iterator[Many]:
    """Yield the sets that begin with the members at these indices."""
    for size in range(max(low, len(chosen)), min(high, len(members)) + 1):
        if not twins and not chosen:
            yield from combinations(members, size)
        else:
            for places in sets_of(len(members), twins, size, chosen):
                yield at_places(members, places)


def first_of_each(several: Many, keys: Many) -> Many:
    """
    Return the entries whose keys did not occur before.

    >>> first_of_each((10, 11, 12), (6, 1, 6))
    (10, 11)
    """
    first = dict(zip(keys[::-1], several[::-1], strict=True))
    return tuple([first[key] for key in dict.fromkeys(keys)])


def at_places(members: Many, places: Iterable[int]) -> Many:
    """Return the entries at these indices."""
    return tuple([members[place] for place in places])


def orders(members: Many, twins: Twins) -> Many:
    return tuple([at_places(members, places) for places in orders_of(len(members), twins)])


Rows: TypeAlias = tuple[tuple[int, int], ...]


def added_up(rows: Rows) -> Rows:
    """
    Return the rows with the numbers of equal keys added up.

    >>> added_up(((1, 2), (0, 5), (1, 3)))
    ((1, 5), (0, 5))
    """
    sums: dict[int, int] = {}
    for key, number in rows:
        sums[key] = sums.get(key, 0) + number
    return tuple(sums.items())


def finds_enough(gives: Rows, shares: tuple[tuple[int, ...], ...]) -> bool:
    """Return whether all (amount, keys …) can be taken from their keys together."""
    return find_enough(dict(gives), [(amount, keys) for amount, *keys in shares])
