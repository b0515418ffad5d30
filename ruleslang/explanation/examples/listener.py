"""Listeners to an example while it runs."""

from __future__ import annotations

from typing import Protocol

from ruleslang.engine.match.interface import Match, Observer
from ruleslang.program import declarations as d


class Listener(Protocol):
    """Hears of a match what it observes, of each line, and of each line about sight that holds."""

    @property
    def observer(self) -> Observer:
        """The observer through which it listens to the match."""

    def line(self, match: Match, line: d.ExampleLine) -> None:
        """Note that a line comes; all that the lines above it lead to is done."""

    def holds(self, match: Match, line: d.SeesLine | d.AudienceLine) -> None:
        """Note that a line about who sees something holds."""

    def together(self, match: Match) -> None:
        """Note that a line about who is asked together holds."""
