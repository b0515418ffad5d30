"""Sources of picks: 0 is always the simplest answer, so that a search shrinks to short texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from hypothesis.strategies import DrawFn, integers

from ruleslang.engine.match.chance import Stream, derive

T = TypeVar("T")


class Source(Protocol):
    """Gives numbers from 0 to n - 1."""

    def below(self, n: int) -> int:
        """One of them."""


class Drawn:
    """Numbers that hypothesis draws."""

    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw

    def below(self, n: int) -> int:
        """One of them."""
        return self.draw(integers(0, n - 1)) if n > 1 else 0


def seeded(seed: int) -> Stream:
    """Numbers that a seed gives."""
    return Stream(derive(seed, 1))


class Pick:
    """Choices among the alternatives of a text."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def one(self, among: Sequence[T]) -> T:
        """One of these, the first being the simplest."""
        return among[self.source.below(len(among))]

    def number(self, low: int, high: int) -> int:
        """A number of a range."""
        return low + self.source.below(high - low + 1)

    def maybe(self, times: int, of: int) -> bool:
        """Yes, so many times of so many; no is simpler."""
        return self.source.below(of) >= of - times

    def some(self, among: Sequence[T], most: int | None = None) -> list[T]:
        """Some of these, in their order."""
        found = [each for each in among if self.maybe(1, 2)]
        return found if most is None else found[:most]
