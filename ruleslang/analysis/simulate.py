"""Many games of one rulebook, on one process or on several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import evolve

from ruleslang.analysis.play_games import count_games, play_games
from ruleslang.analysis.simulation_batch import Batch
from ruleslang.analysis.simulation_report import Counted, Played, Report, Tally
from ruleslang.analysis.worker_pool import in_processes, in_this_thread, in_threads
from ruleslang.nodes.budget import refill

Watch = Callable[[int], None]
Keep = Callable[[Played], None]
Portion = list[Played] | Counted


class Interrupted(KeyboardInterrupt):
    """The user stopped a simulation; `report` has the games that were done."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


def simulate(
    batch: Batch,
    jobs: int = 1,
    watch: Watch | None = None,
    keep: Keep | None = None,
    before: Iterable[Played] = (),
) -> Report:
    """
    Play the batch; the report does not depend on `jobs`, and Ctrl-C raises `Interrupted` with the
    report so far.

    `watch` is told how many more games are played, `keep` gets the games in order; games in
    `before` were already played and are counted, but not kept again.
    """
    tally = Tally(len(batch.players))
    for played in before:
        tally.add(played)
        if watch:
            watch(1)
    batch = evolve(batch, first=tally.games)
    waiting: dict[int, Portion] = {}
    try:
        for first, games in _portions(batch, jobs, watch, keep is None):
            waiting[first] = games
            while tally.games in waiting:
                add_games(tally, waiting.pop(tally.games), keep)
    except KeyboardInterrupt:
        for first in sorted(waiting):
            add_games(tally, waiting[first], keep)
        raise Interrupted(tally.report()) from None
    return tally.report()


def add_games(tally: Tally, games: Portion, keep: Keep | None) -> None:
    """Count each game and pass it to `keep`. When `keep` is interrupted, the game it was given is
    counted but may not be kept.
    """
    if isinstance(games, Counted):
        tally.add_counted(games)
        return
    for played in games:
        tally.add(played)
        if keep:
            keep(played)


def _portions(
    batch: Batch, jobs: int, watch: Watch | None, may_count: bool
) -> Iterator[tuple[int, Portion]]:
    """The number of the first game of each portion and its games, in order of completion; with one
    job or few games, they are played in this process.
    """
    portions, left = batch.portions(), batch.games - batch.first
    done: Iterator[tuple[range, Portion]]
    if batch.runs_in_threads:
        done = in_threads(jobs, lambda games: _in_c(batch, games, may_count), portions)
    elif jobs > 1 and left > batch.chunk:
        done = in_processes(min(jobs, left), batch, portions)
    else:
        done = in_this_thread(lambda games: play_games(batch, games), portions)
    for numbers, games in done:
        refill(len(numbers))
        if watch:
            watch(len(numbers))
        yield numbers.start, games


def _in_c(batch: Batch, games: range, may_count: bool) -> Portion:
    counted = count_games(batch, games) if may_count else None
    return play_games(batch, games) if counted is None else counted
