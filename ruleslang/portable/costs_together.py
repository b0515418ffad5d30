"""Operations of costs that draw on the same things: what printed expressions call."""

from __future__ import annotations

from itertools import combinations
from typing import TypeAlias

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
