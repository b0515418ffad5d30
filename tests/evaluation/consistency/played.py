"""A search of so many games, which is the same on every machine."""

from __future__ import annotations

from typing import Any

from ruleslang.evaluation.consistency.search import SearchResult, search
from ruleslang.program.program import Program

ENOUGH = 60.0  # seconds of CPU time: far more than the games of any test take


def played(program: Program, games: int = 100, **more: Any) -> SearchResult:
    """The result after so many games; fewer, if they repeat themselves."""

    def ended(number: int, decisions: int) -> None:
        if number >= games:
            raise KeyboardInterrupt

    return search(program, ENOUGH, report=ended, **more)
