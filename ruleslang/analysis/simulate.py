"""Many games of one rulebook, on one process or on several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ruleslang.analysis.batch import Batch
from ruleslang.analysis.play_games import count_chunk, play_chunk
from ruleslang.analysis.simulation_report import Counted, Played, Report, Tally
from ruleslang.analysis.worker_pool import in_processes, in_threads
from ruleslang.nodes.frozen import evolve

Watch = Callable[[int], None]
Keep = Callable[[Played], None]
Chunk = list[Played] | Counted


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
    waiting: dict[int, Chunk] = {}
    expected = iter(batch.chunks())
    next_chunk = next(expected, None)
    try:
        for first, games in _chunks(batch, jobs, watch, keep is None):
            waiting[first] = games
            while next_chunk in waiting:
                add_games(tally, waiting.pop(next_chunk), keep)
                next_chunk = next(expected, None)
    except KeyboardInterrupt:
        for first in sorted(waiting):
            add_games(tally, waiting[first], keep)
        raise Interrupted(tally.report()) from None
    return tally.report()


def add_games(tally: Tally, games: Chunk, keep: Keep | None) -> None:
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


def _chunks(
    batch: Batch, jobs: int, watch: Watch | None, may_count: bool
) -> Iterator[tuple[int, Chunk]]:
    """The games of each chunk with the number of the chunk's first game, in order of completion;
    with one job or one chunk, they are played in this process.
    """
    firsts = batch.chunks()
    done: Iterator[tuple[int, Chunk]]
    if batch.runs_in_threads:
        done = in_threads(jobs, lambda first: (first, _in_c(batch, first, may_count)), firsts)
    elif jobs > 1 and len(firsts) > 1:
        done = ((firsts[place], games) for place, games in in_processes(jobs, batch, firsts))
    else:
        done = ((first, play_chunk(batch, first)) for first in firsts)
    for first, games in done:
        if watch:
            watch(games.games if isinstance(games, Counted) else len(games))
        yield first, games


def _in_c(batch: Batch, first: int, may_count: bool) -> Chunk:
    counted = count_chunk(batch, first) if may_count else None
    return play_chunk(batch, first) if counted is None else counted
