"""Two things timed side by side, in turn, and what a ratio of them is written as."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any

from attrs import frozen

Ratio = Mapping[str, str | float | int]
Clock = Callable[[], float]
Work = Callable[[], int]  # does something, and answers how much


@frozen
class Prepared:
    """Work of which a part is not timed: what it begins with."""

    prepare: Callable[[], Any]
    work: Callable[[Any], int]


@frozen
class Measuring:
    """How often everything is run, and how long each run should take, in seconds."""

    runs: int
    seconds: float

    def ratio(
        self,
        name: str,
        game: str,
        one: Work | Prepared,
        other: Work | Prepared,
        clock: Clock = time.process_time,
    ) -> Ratio:
        """How much more the first does in the same time, as the median over the runs."""
        self.rate(one, clock), self.rate(other, clock)  # the first time warms up
        rates = [(self.rate(one, clock), self.rate(other, clock)) for _ in range(self.runs)]
        found = {
            "name": name,
            "game": game,
            "value": rounded(median(fast / slow for fast, slow in rates)),
            "runs": self.runs,
            "first": rounded(median(fast for fast, _ in rates)),
            "second": rounded(median(slow for _, slow in rates)),
        }
        say(found)
        return found

    def rate(self, work: Work | Prepared, clock: Clock) -> float:
        """How much is done in a second."""
        done, took = 0, 0.0
        while took < self.seconds:
            ready = work.prepare() if isinstance(work, Prepared) else None
            began = clock()
            done += work.work(ready) if isinstance(work, Prepared) else work()
            took += clock() - began
        return done / took


def rounded(number: float) -> float:
    """Three digits that matter."""
    return float(f"{number:.3g}")


def missing(name: str, game: str, why: object) -> Ratio:
    """A line that says why there is no number."""
    line = {"name": name, "game": game, "missing": " ".join(str(why).split())[:200]}
    say(line)
    return line


def say(line: object) -> None:
    """Progress, on standard error."""
    print(line, file=sys.stderr, flush=True)
