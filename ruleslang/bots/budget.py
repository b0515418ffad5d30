"""How much a decision of a search may take."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ruleslang.nodes.frozen import frozen

PLAYOUTS = 200  # if nothing is said


@frozen
class Budget:
    """How much a decision may take: so many playouts, or so many seconds."""

    playouts: int | None = PLAYOUTS
    seconds: float | None = None

    def part(self, of: int) -> Budget:
        """One of so many parts."""
        if self.seconds is not None:
            return Budget(None, self.seconds / of)
        return Budget(max(1, (self.playouts or PLAYOUTS) // of))

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


def budget_in(text: str) -> Budget | None:
    """
    What stands behind `search:`; None when it is no budget.

    >>> budget_in("50"), budget_in("0.5s"), budget_in("x")
    (Budget(playouts=50, seconds=None), Budget(playouts=None, seconds=0.5), None)
    """
    try:
        if text.endswith("s"):
            seconds = float(text[:-1])
            return Budget(None, seconds) if 0 < seconds <= 3600 else None
        return Budget(int(text)) if text.isdecimal() and 1 <= int(text) <= 1_000_000 else None
    except ValueError:
        return None
