"""Plays many games of one rulebook, in this process, in threads, in processes or on a cluster."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, TypeAlias, TypeVar

from attrs import evolve

from ruleslang.engine.code.compiled_game import watch_flag
from ruleslang.simulation.play_games import Batch, Portions, play_games, play_portion
from ruleslang.simulation.records.game_record import game_in
from ruleslang.simulation.simulation_report import (
    Counted,
    Played,
    Portion,
    Report,
    Tally,
    WorkerLost,
)
from ruleslang.source.budget import (
    LimitReached,
    UsedUp,
    budget,
    budget_seconds,
    has_limit,
    reached_elsewhere,
    refill,
    seconds_left,
)

T = TypeVar("T")
Results: TypeAlias = Queue[tuple[range, Any]]
HAS_THREADS = sys.platform != "emscripten"
HAS_PROCESSES = HAS_THREADS and not getattr(sys, "frozen", False)  # a program would start itself
if TYPE_CHECKING:
    from ruleslang.simulation.on_dask import Client

PACKAGES = Path(__file__).resolve().parents[2]

LOST = """\
a process of the simulation ended before its time; if the memory is full, `--jobs 1` takes less"""


def serve_pipe(answer: Callable[[IO[bytes], Any], Iterator[Any]]) -> None:
    """
    Send what is answered to the first object of standard input, and to those that `answer` reads
    after it, until the pipe is closed; the arguments are those of `start_worker`.
    """
    tasks, results = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but results goes down the pipe
    seconds = float(sys.argv[1]) if sys.argv[1:] and sys.argv[1] else None
    is_limit = sys.argv[2:] == ["limit"]
    try:
        asked = pickle.load(tasks)
        with nullcontext() if seconds is None else budget(seconds, is_limit=is_limit):
            for each in answer(tasks, asked):
                send(results, each)
    except (EOFError, BrokenPipeError, KeyboardInterrupt, MemoryError):
        return  # the waiting process sees that the pipe is closed


def send(stream: IO[bytes], thing: Any) -> None:
    """Write one pickled object to a pipe."""
    pickle.dump(thing, stream, protocol=pickle.HIGHEST_PROTOCOL)
    stream.flush()


def in_processes(
    jobs: int, work: Callable[[range], T], portions: Portions
) -> Iterator[tuple[range, T]]:
    """
    Yield each portion's games with their results, in order of completion.

    Workers are sent the function once, and killed when the caller stops iterating or is
    interrupted.
    """
    results: Results = Queue()
    left = portions.end - portions.next_game  # before a worker takes any
    workers = [start_worker(workers=jobs) for _ in range(jobs)]
    try:
        for worker in workers:
            arguments = worker, work, portions, results
            _start_thread(Thread(target=_feed, args=arguments, daemon=True))
        while left:
            games, result = _next_result(results)
            left -= len(games)
            yield games, result
    finally:
        for worker in workers:
            kill(worker)


def in_threads(
    jobs: int, work: Callable[[range], T], portions: Portions
) -> Iterator[tuple[range, T]]:
    """Play portions in threads, for work that releases the GIL; yields in order of the games."""
    flag = array("q", [0])
    pool = ThreadPoolExecutor(jobs, initializer=watch_flag, initargs=(flag,))
    try:
        waiting: deque[tuple[range, Future[T]]] = deque()
        while (games := portions.take()) is not None:
            try:
                waiting.append((games, pool.submit(portions.timed, work, games)))
            except RuntimeError:  # there is no memory for one more thread
                raise WorkerLost(LOST) from None
            if len(waiting) > 2 * jobs:
                yield _result(*waiting.popleft())
        while waiting:
            yield _result(*waiting.popleft())
    finally:
        flag[0] = 1  # whatever still plays, nobody waits for
        pool.shutdown(wait=False, cancel_futures=True)


def in_this_thread(work: Callable[[range], T], portions: Portions) -> Iterator[tuple[range, T]]:
    """Play the portions in order in this thread."""
    while (games := portions.take()) is not None:
        yield games, portions.timed(work, games)


def _result(games: range, future: Future[T]) -> tuple[range, T]:
    """Return the result of a portion; wakes twice a second so that signals are handled."""
    while True:
        try:
            return games, future.result(timeout=0.5)
        except TimeoutError:
            if future.done():
                raise


def _start_thread(thread: Thread) -> None:
    try:
        thread.start()
    except RuntimeError:  # there is no memory for one more
        raise WorkerLost(LOST) from None


def _next_result(results: Results) -> tuple[range, Any]:
    """
    Wait for the next result, waking twice a second so that Ctrl-C is noticed on every platform;
    raises the result if it is an exception.
    """
    while True:
        try:
            games, result = results.get(timeout=0.5)
        except Empty:
            continue
        if isinstance(result, UsedUp | LimitReached):
            raise reached_elsewhere(result)
        if isinstance(result, BaseException):
            raise result
        return games, result


def start_worker(
    module: str = "ruleslang.simulation.worker", workers: int = 1
) -> subprocess.Popen[bytes]:
    """
    Start a process that runs a module, with pipes to its standard input and output.

    A limit is shared by the workers; any other budget is that of each. Raises `OSError` where no
    process can be started.
    """
    if not HAS_PROCESSES:
        raise OSError("no worker can be started: there is no Python to run it")
    allowed = [str(budget_seconds() or "")]
    if has_limit():
        allowed = [str(max(0.1, (seconds_left() or 0.0) / workers)), "limit"]
    paths = os.pathsep.join(filter(None, (str(PACKAGES), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, *allowed],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,
    )


def kill(worker: subprocess.Popen[bytes]) -> None:
    """Kill a worker, whatever it is doing, and close its pipes."""
    worker.kill()
    worker.wait()
    for pipe in (worker.stdin, worker.stdout):
        if pipe:
            with suppress(OSError):
                pipe.close()


def _feed(worker: subprocess.Popen[bytes], work: Any, portions: Portions, results: Results) -> None:
    """Send one worker portion after portion until none is left, and queue the results."""
    assert worker.stdin and worker.stdout
    to, back = worker.stdin, worker.stdout

    def done(games: range) -> Any:
        send(to, games)
        return pickle.load(back)

    try:
        send(to, work)
        while (games := portions.take()) is not None:
            results.put((games, portions.timed(done, games)))
    except (OSError, EOFError, MemoryError, pickle.UnpicklingError):
        results.put((range(0), WorkerLost(LOST)))
    except ValueError:
        return  # the pipe was closed: nobody waits for the result any more


def play_side_by_side(batches: tuple[Batch, ...], jobs: int) -> Iterator[tuple[list[Played], ...]]:
    """
    Play the same games of several batches; yields, portion by portion in order, one list for each
    batch.

    Games that were finished before Ctrl-C have been yielded.
    """
    work = partial(_play_each, batches)
    portions = batches[0].portions()
    if HAS_THREADS and all(batch.runs_in_threads for batch in batches):
        done = in_threads(jobs, work, portions)
    else:
        done = where_they_may(jobs, work, portions)
    for numbers, games in in_order(done, portions.next_game):
        refill(len(numbers) * len(batches))
        yield tuple(games)


def _play_each(batches: tuple[Batch, ...], games: range) -> list[list[Played]]:
    return [play_games(batch, games) for batch in batches]


def where_they_may(
    jobs: int, work: Callable[[range], T], portions: Portions
) -> Iterator[tuple[range, T]]:
    """Play in processes, if available and for several games; else in this thread."""
    left = portions.end - portions.next_game
    if jobs > 1 and left > 1 and HAS_PROCESSES:
        return in_processes(min(jobs, left), work, portions)
    return in_this_thread(work, portions)


def in_order(done: Iterator[tuple[range, T]], first: int) -> Iterator[tuple[range, T]]:
    """Yield the results, sorted by game; `first` is the first game."""
    waiting: dict[int, tuple[range, T]] = {}
    for numbers, result in done:
        waiting[numbers.start] = numbers, result
        while first in waiting:
            ready = waiting.pop(first)
            first = ready[0].stop
            yield ready


Watch = Callable[[int], None]
Keep = Callable[[Played], None]


class Interrupted(KeyboardInterrupt):
    """The user stopped a simulation; `report` covers the finished games."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


def simulate(
    batch: Batch,
    jobs: int = 1,
    watch: Watch | None = None,
    keep: Keep | None = None,
    before: Iterable[Played] = (),
    client: Client | None = None,
) -> Report:
    """
    Play the batch and report. The report depends neither on `jobs` nor on the cluster of `client`;
    Ctrl-C raises `Interrupted` with the report so far.

    `watch` is called with the number of games just played, `keep` with each game in order. The
    games in `before` were played earlier: they are counted, but not passed to `keep`.
    """
    tally = Tally(len(batch.players), batch.offset, batch.run)
    for played in before:
        tally.add(played)
        if watch:
            watch(1)
    batch = evolve(batch, first=tally.games)
    waiting: dict[int, Portion] = {}
    try:
        for first, games in played_portions(batch, jobs, watch, keep is None, client):
            waiting[first] = games
            while tally.first + tally.games in waiting:
                add_games(tally, waiting.pop(tally.first + tally.games), keep)
    except KeyboardInterrupt:
        tally.has_gaps = bool(waiting)
        for first in sorted(waiting):
            add_games(tally, waiting[first], keep)
        raise Interrupted(tally.report()) from None
    except WorkerLost as lost:
        lost.report = tally.report() if tally.games else None
        raise
    return tally.report()


def add_games(tally: Tally, games: Portion, keep: Keep | None) -> None:
    """
    Count each game, then pass it to `keep`. If `keep` is interrupted, the game it was given is
    counted but may not be kept.
    """
    if isinstance(games, Counted):
        tally.add_counted(games)
        return
    for played in games:
        tally.add(played)
        if keep:
            keep(played)


def played_portions(
    batch: Batch, jobs: int, watch: Watch | None, may_count: bool, client: Client | None
) -> Iterator[tuple[int, Portion]]:
    """
    Yield the number of the first game of each portion and its results, in order of completion; with
    one job or few games, played in this process.
    """
    portions, left = batch.portions(), batch.games - batch.first
    done: Iterator[tuple[range, Portion]]
    if client is not None:
        from ruleslang.simulation.on_dask import on_cluster

        done = on_cluster(client, batch, may_count)
    elif batch.runs_in_threads and HAS_THREADS:
        done = in_threads(jobs, lambda games: play_portion(batch, games, may_count), portions)
    elif jobs > 1 and left > batch.chunk and HAS_PROCESSES:
        done = in_processes(min(jobs, left), partial(play_games, batch), portions)
    else:
        done = in_this_thread(lambda games: play_portion(batch, games, may_count), portions)
    for numbers, games in done:
        refill(len(numbers))
        yield numbers.start, games
        if watch:  # it may stop the rest
            watch(len(numbers))


def played_in(line: str, game: int, seats: int) -> Played | None:
    """Return the played game of this number in a line; `None` if it is damaged or holds none."""
    played = game_in(Played, line)
    is_it = played is not None and played.game == game and _is_possible(played, seats)
    return played if is_it else None


def _is_possible(played: Played, seats: int) -> bool:
    """Return whether numbers fit a game of this many seats (untrusted input)."""
    return (
        len(played.payoffs) in (0, seats)
        and len({*played.winners}) == len(played.winners)
        and all(0 <= seat < len(played.payoffs) for seat in played.winners)
        and all(number >= 0 for number in (played.seed, played.decisions, *played.uses.values()))
        and all(
            sample.count >= 0 and sample.least <= sample.most for sample in played.samples.values()
        )
    )
