"""
Simulates a version that is being edited, in a separate process, until it is stopped.

The process plays without end, either the version alone or paired with the previous version from the
same seeds; the caller reads the latest results and is never blocked.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from threading import Thread
from typing import IO

from attrs import evolve, frozen

from ruleslang.evaluation.balance.differences import Difference, judged
from ruleslang.evaluation.balance.side_by_side import MOST, Sums
from ruleslang.evaluation.balance.versions import Measured, Play, Version, batch_of, measures_of
from ruleslang.simulation.play_games import Batch
from ruleslang.simulation.simulate import kill, play_side_by_side, send, serve_pipe, start_worker
from ruleslang.simulation.simulation_report import Report, Tally
from ruleslang.source.budget import LimitReached, UsedUp

OFTEN = 0.3  # seconds between two answers


@frozen
class VersionsToPlay:
    """A version to play, and the previous one if there is one to compare with."""

    version: Version
    before: Version | None
    play: Play


@frozen
class ResultsSoFar:
    """
    The results so far; for a comparison, `differences` and how many `pairs` were played and `moved`
    (had another result).

    `apart` says why the two versions cannot be compared.
    """

    report: Report
    differences: dict[Measured, Difference] | None = None
    pairs: int = 0
    moved: int = 0
    apart: str = ""


class Games:
    """
    Games played in a separate process.

    `seen` is the latest result; `problem` says why play has stopped.
    """

    def __init__(self, wanted: VersionsToPlay) -> None:
        self.wanted = wanted
        self.seen: ResultsSoFar | None = None
        self.problem = ""
        self._worker = start_worker(__name__)
        Thread(target=self._listen, daemon=True).start()

    def stop(self) -> None:
        """Kill the process."""
        kill(self._worker)

    def _listen(self) -> None:
        to, back = self._worker.stdin, self._worker.stdout
        assert to and back
        try:
            send(to, self.wanted)
            while True:
                received = pickle.load(back)
                if isinstance(received, str):
                    self.problem = received
                else:
                    self.seen = received
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            return  # it was stopped, or has ended


def playing(wanted: VersionsToPlay) -> Iterator[ResultsSoFar]:
    """Continue, yielding the results now and then; raises `ValueError` if it is impossible."""
    play, before = wanted.play, wanted.before
    batch = batch_of(wanted.version, play, MOST)
    tally, apart = Tally(len(batch.players)), ""
    sums: Sums | None = None
    batches: tuple[Batch, ...] = (batch,)
    if before is not None:
        earlier = batch_of(before, play, MOST)
        if len(earlier.players) == len(batch.players):
            batches = (evolve(earlier, chunk=batch.chunk), batch)
            versions = zip(batches, (before, wanted.version), strict=True)
            measures_before, measures_now = (
                measures_of(each, version.game) for each, version in versions
            )
            sums = Sums((measures_before, measures_now))
        else:
            seats = len(earlier.players), len(batch.players)
            apart = f"played by {seats[0]} before and by {seats[1]} now"
    due = time.monotonic()
    for games in play_side_by_side(batches, play.jobs):
        for pair in zip(*games, strict=True):
            tally.add(pair[-1])
            if sums is not None and not any(result.fault for result in pair):
                sums.add(*pair)
        if time.monotonic() >= due:
            due = time.monotonic() + OFTEN
            yield _results_so_far(tally, sums, apart)
    yield _results_so_far(tally, sums, apart)


def _results_so_far(tally: Tally, sums: Sums | None, apart: str) -> ResultsSoFar:
    if sums is None:
        return ResultsSoFar(tally.report(), apart=apart)
    return ResultsSoFar(tally.report(), judged(sums.differences()), sums.games, sums.moved)


def answers(_: IO[bytes], wanted: VersionsToPlay) -> Iterator[ResultsSoFar | str]:
    """Yield the results so far, again and again, or why there are no more."""
    try:
        yield from playing(wanted)
    except (ValueError, UsedUp, LimitReached, RuntimeError) as problem:
        yield str(problem)


if __name__ == "__main__":
    from ruleslang.evaluation.balance import (
        background,  # whose classes have the names that others know
    )

    serve_pipe(background.answers)
