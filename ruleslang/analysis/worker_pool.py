"""
Runs tasks in separate worker processes.

Each worker is a new Python interpreter that is sent the set-up once and then numbers of games; it
does not use `multiprocessing`, so scripts need no `__main__` guard, and Ctrl-C reaches only the
parent.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any, TypeAlias, TypeVar

from ruleslang.analysis.portions import Portions
from ruleslang.nodes.budget import whole

T = TypeVar("T")
Results: TypeAlias = Queue[tuple[range, Any]]
PACKAGES = Path(__file__).resolve().parents[2]

LOST = """\
a process of the simulation ended before its time; if the memory is full, `--jobs 1` takes less"""


class WorkerLost(RuntimeError):
    """A process ended before its work was done, for instance because the memory was full."""


def send(stream: IO[bytes], thing: Any) -> None:
    """Put one thing on a pipe."""
    pickle.dump(thing, stream, protocol=pickle.HIGHEST_PROTOCOL)
    stream.flush()


def in_processes(jobs: int, set_up: Any, portions: Portions) -> Iterator[tuple[range, Any]]:
    """
    The games of each portion and what a worker made of them, in order of completion.

    The workers are killed when the caller stops iterating or is interrupted.
    """
    results: Results = Queue()
    left = portions.end - portions.next_game  # before a worker takes any
    workers = [_start_worker() for _ in range(jobs)]
    try:
        for worker in workers:
            given = worker, set_up, portions, results
            _start_thread(Thread(target=_feed, args=given, daemon=True))
        while left:
            games, result = _next_result(results)
            left -= len(games)
            yield games, result
    finally:
        for worker in workers:
            _kill(worker)


def in_threads(
    jobs: int, work: Callable[[range], T], portions: Portions
) -> Iterator[tuple[range, T]]:
    """The same of work that leaves Python alone for most of its time, in order of the games."""
    pool = ThreadPoolExecutor(jobs)
    try:
        waiting: deque[tuple[range, Future[T]]] = deque()
        while (games := portions.take()) is not None:
            waiting.append((games, pool.submit(portions.timed, work, games)))
            if len(waiting) > 2 * jobs:
                yield _result(*waiting.popleft())
        while waiting:
            yield _result(*waiting.popleft())
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def in_this_thread(work: Callable[[range], T], portions: Portions) -> Iterator[tuple[range, T]]:
    """The same, one portion after the other."""
    while (games := portions.take()) is not None:
        yield games, portions.timed(work, games)


def _result(games: range, future: Future[T]) -> tuple[range, T]:
    """What a thread has done; the main thread looks up now and then, for signals."""
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
    """Wait for the next result, in intervals of half a second so that Ctrl-C is noticed on every
    platform; raises the result if it is an exception.
    """
    while True:
        try:
            games, result = results.get(timeout=0.5)
        except Empty:
            continue
        if isinstance(result, BaseException):
            raise result
        return games, result


def _start_worker() -> subprocess.Popen[bytes]:
    paths = os.pathsep.join(filter(None, (str(PACKAGES), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "ruleslang.analysis.worker", str(whole() or "")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,
    )


def _kill(worker: subprocess.Popen[bytes]) -> None:
    """Kill a worker, whatever it is doing, and close its pipes."""
    worker.kill()
    worker.wait()
    for pipe in (worker.stdin, worker.stdout):
        if pipe:
            with suppress(OSError):
                pipe.close()


def _feed(
    worker: subprocess.Popen[bytes], set_up: Any, portions: Portions, results: Results
) -> None:
    """Send one worker portion after portion until none is left, and queue the results."""
    assert worker.stdin and worker.stdout
    to, back = worker.stdin, worker.stdout

    def work(games: range) -> Any:
        send(to, games)
        return pickle.load(back)

    try:
        send(to, set_up)
        while (games := portions.take()) is not None:
            results.put((games, portions.timed(work, games)))
    except (OSError, EOFError, MemoryError, pickle.UnpicklingError):
        results.put((range(0), WorkerLost(LOST)))
    except ValueError:
        return  # the pipe was closed: nobody waits for the result any more
