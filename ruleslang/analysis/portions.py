"""
The games of a batch in portions, each of about a tenth of a second.

Who interrupts or kills a simulation loses no more than the portions under way, however slow a game
is; and what a portion costs beside its games is little, however fast they are.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from attrs import define, field

T = TypeVar("T")
SECONDS = 0.1  # that a portion should take


@define
class Portions:
    """
    The games not yet taken, from `next_game` up to `end`.

    A portion has one game at first and at most `most`; how many it has now is what was played in
    `SECONDS`. Several threads may take portions at once.
    """

    next_game: int
    end: int
    most: int
    size: int = 1
    lock: Any = field(factory=Lock)

    def take(self) -> range | None:
        """The next games; `None` when all are taken."""
        with self.lock:
            first = self.next_game
            self.next_game = min(self.end, first + self.size)
            return range(first, self.next_game) or None

    def timed(self, work: Callable[[range], T], games: range) -> T:
        """What `work` makes of the games; its time decides how many games later portions have."""
        began = time.monotonic()
        found = work(games)
        self.took(len(games), time.monotonic() - began)
        return found

    def took(self, games: int, seconds: float) -> None:
        """
        Adapt the size: at most twice the games of this portion, since the first ones may be quick.

        >>> portions = Portions(0, 1000, most=50)
        >>> portions.took(10, 0.01)
        >>> portions.size
        20
        >>> portions.took(20, 4.0)
        >>> portions.size
        1
        """
        fitting = int(games * SECONDS / seconds) if seconds > 0 else self.most
        self.size = max(1, min(self.most, 2 * games, fitting))
