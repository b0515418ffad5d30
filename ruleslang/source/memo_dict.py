"""A dictionary that computes missing entries from their keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

MOST_KEPT = 100_000

K = TypeVar("K")
V = TypeVar("V")


class MemoDict(dict[K, V]):
    """
    A dictionary that computes missing entries from their keys, and keeps up to `MOST_KEPT`.

    >>> squares = MemoDict[int, int](lambda number: number**2)
    >>> squares[3], squares
    (9, {3: 9})
    """

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self._make(key)
        if len(self) < MOST_KEPT:
            self[key] = value
        return value
