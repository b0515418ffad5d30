"""What every bot is: something that answers decisions."""

from __future__ import annotations

from typing import Protocol

from ruleslang.match.match import Match


class Bot(Protocol):
    """Answers the decisions of one seat in one match."""

    def choose(self, match: Match) -> int:
        """The index of a choice of the match's decision."""
