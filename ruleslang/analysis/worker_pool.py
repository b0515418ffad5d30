"""
Runs tasks in separate worker processes.

Each worker is a new Python interpreter that is sent the set-up once and then one task at a time; it
does not use `multiprocessing`, so scripts need no `__main__` guard, and Ctrl-C reaches only the
parent.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from typing import IO, Any

from ruleslang.nodes.frozen import define, field

PACKAGES = Path(__file__).resolve().parents[2]

LOST = """\
a process of the simulation ended before its time; if the memory is full, `--jobs 1` takes less"""


class WorkerLost(RuntimeError):
    """A process ended before its work was done, for instance because the memory was full."""


def send(stream: IO[bytes], thing: Any) -> None:
    """Put one thing on a pipe."""
    pickle.dump(thing, stream, protocol=pickle.HIGHEST_PROTOCOL)
    stream.flush()


def in_processes(jobs: int, set_up: Any, tasks: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """
    The index and result of each task, in order of completion.

    The workers are killed when the caller stops iterating or is interrupted.
    """
    work = _Work(tasks)
    workers = [_start_worker() for _ in range(min(jobs, len(tasks)))]
    try:
        for worker in workers:
            _start_thread(Thread(target=_feed, args=(worker, set_up, work), daemon=True))
        for _ in tasks:
            yield work.next_result()
    finally:
        for worker in workers:
            _kill(worker)


def in_threads(jobs: int, work: Callable[[Any], Any], tasks: Sequence[Any]) -> Iterator[Any]:
    """The results of work that leaves Python alone for most of its time, in order of the tasks."""
    pool = ThreadPoolExecutor(jobs)
    try:
        waiting: deque[Future[Any]] = deque()
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _start_thread(thread: Thread) -> None:
    try:
        thread.start()
    except RuntimeError:  # there is no memory for one more
        raise WorkerLost(LOST) from None


@define
class _Work:
    """The tasks not yet taken, and the results received so far."""

    tasks: Sequence[Any]
    next_task: int = 0
    lock: Any = field(factory=Lock)
    results: Queue[tuple[int, Any]] = field(factory=Queue)

    def take(self) -> int | None:
        """The index of the next task that no worker has taken, or `None` when all are taken."""
        with self.lock:
            index = self.next_task
            self.next_task += 1
        return index if index < len(self.tasks) else None

    def next_result(self) -> tuple[int, Any]:
        """Wait for the next result, in intervals of half a second so that Ctrl-C is noticed on
        every platform; raises the result if it is an exception.
        """
        while True:
            try:
                index, result = self.results.get(timeout=0.5)
            except Empty:
                continue
            if isinstance(result, BaseException):
                raise result
            return index, result


def _start_worker() -> subprocess.Popen[bytes]:
    paths = os.pathsep.join(filter(None, (str(PACKAGES), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "ruleslang.analysis.worker"],
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


def _feed(worker: subprocess.Popen[bytes], set_up: Any, work: _Work) -> None:
    """Send one worker task after task until none is left, and queue the results."""
    assert worker.stdin and worker.stdout
    index: int | None = 0
    try:
        send(worker.stdin, set_up)
        while (index := work.take()) is not None:
            send(worker.stdin, work.tasks[index])
            work.results.put((index, pickle.load(worker.stdout)))
    except (OSError, EOFError, MemoryError, pickle.UnpicklingError):
        work.results.put((index or 0, WorkerLost(LOST)))
    except ValueError:
        return  # the pipe was closed: nobody waits for the result any more
