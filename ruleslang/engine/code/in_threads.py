"""Runs work on many matches in C, on several threads if there are many."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import TypeVar

from ruleslang.engine.code.memory import Compiled

T = TypeVar("T")

FEWEST = 256  # matches for which a thread pays off: it takes some 50 microseconds to start


def processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def parts_of(matches: range, size: int) -> Iterator[range]:
    """
    Yield consecutive ranges of at most this many matches.

    >>> list(parts_of(range(3, 10), 5))
    [range(3, 8), range(8, 10)]
    """
    for first in range(matches.start, matches.stop, size):
        yield range(first, min(matches.stop, first + size))


class Threads:
    """
    A pool of at most `number` threads, started when first needed.

    Always: no thread is running when `run` ends, even by Ctrl-C, at which a flag stops what the
    library `of` plays in them. A forked process starts its own threads.
    """

    def __init__(self, number: int, of: Compiled) -> None:
        self.number, self.of, self.flag = number, of, array("q", [0])
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def run(self, matches: int, work: Callable[[range], T]) -> list[T]:
        """Return the results of `work` for each of the parts that make up all matches, in order."""
        threads = min(self.number, matches // FEWEST)
        if threads <= 1:
            result = work(range(matches))
            self.of.raise_stopped()
            return [result]
        size = -(-matches // threads)
        futures: list[Future[T]] = []
        try:
            for part in parts_of(range(matches), size):
                futures.append(self._threads().submit(work, part))
            return [future.result() for future in futures]
        finally:
            while not all(future.done() for future in futures):
                self.flag[0] = 1
                with suppress(KeyboardInterrupt):  # the first one is raised when all have ended
                    wait(futures)
            self.flag[0] = 0

    def _threads(self) -> ThreadPoolExecutor:
        if self._pool is None or self._process != os.getpid():
            watch = self.of.functions.rl_watch
            self._pool = ThreadPoolExecutor(self.number, "lock step", watch, (self.flag,))
            self._process = os.getpid()
        return self._pool

    def close(self) -> None:
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None
