"""How much a decision of a search may take."""

from __future__ import annotations

import time
from collections.abc import Iterator

from attrs import frozen

PLAYOUTS = 200  # if nothing is said


@frozen
class SearchBudget:
    """How much a decision may take: so many playouts, or so many seconds."""

    playouts: int | None = PLAYOUTS
    seconds: float | None = None

    def part(self, of: int) -> SearchBudget:
        """One of so many parts."""
        if self.seconds is not None:
            return SearchBudget(None, self.seconds / of)
        return SearchBudget(max(1, (self.playouts or PLAYOUTS) // of))

    def turns(self) -> Iterator[None]:
        """One for each playout; at least one."""
        if self.seconds is None:
            for _ in range(self.playouts or PLAYOUTS):
                yield
            return
        end = time.monotonic() + self.seconds
        yield
        while time.monotonic() < end:
            yield


def budget_in(text: str) -> SearchBudget | None:
    """
    What stands behind `search:`; None when it is no budget.

    >>> budget_in("50"), budget_in("0.5s"), budget_in("x")
    (SearchBudget(playouts=50, seconds=None), SearchBudget(playouts=None, seconds=0.5), None)
    """
    try:
        if text.endswith("s"):
            seconds = float(text[:-1])
            return SearchBudget(None, seconds) if 0 < seconds <= 3600 else None
        return SearchBudget(int(text)) if text.isdecimal() and 1 <= int(text) <= 1_000_000 else None
    except ValueError:
        return None
