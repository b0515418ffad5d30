"""A sequence whose members are made when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class OnDemand(Sequence[T]):
    """
    So many members, each made by its number.

    >>> squares = OnDemand(4, lambda number: number**2)
    >>> squares[-1], list(squares)
    (9, [0, 1, 4, 9])
    """

    def __init__(self, length: int, make: Callable[[int], T]) -> None:
        self._numbers = range(length)
        self._make = make

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        """One or several, made anew."""
        if isinstance(at, slice):
            return [self._make(each) for each in self._numbers[at]]
        return self._make(self._numbers[at])
