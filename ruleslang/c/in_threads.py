"""Matches that C moves or asks at once, on several threads where there are many."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")

FEWEST = 256  # matches that are worth a thread, which takes some 50 microseconds to begin


def processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def parts_of(matches: range, size: int) -> Iterator[range]:
    """
    Stretches of so many matches.

    >>> list(parts_of(range(3, 10), 5))
    [range(3, 8), range(8, 10)]
    """
    for first in range(matches.start, matches.stop, size):
        yield range(first, min(matches.stop, first + size))


class Threads:
    """
    So many threads at most, which are begun when they are first needed.

    Always: when `run` ends, by Ctrl-C too, no thread is at work. A process that is forked begins
    threads of its own.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def run(self, matches: int, work: Callable[[range], T]) -> list[T]:
        """What `work` answers of each of some parts that make up all matches, in their order."""
        threads = min(self.number, matches // FEWEST)
        if threads <= 1:
            return [work(range(matches))]
        size = -(-matches // threads)
        futures: list[Future[T]] = []
        try:
            for part in parts_of(range(matches), size):
                futures.append(self._begun().submit(work, part))
            return [future.result() for future in futures]
        finally:
            while not all(future.done() for future in futures):
                with suppress(KeyboardInterrupt):  # the first one is raised when all have ended
                    wait(futures)

    def _begun(self) -> ThreadPoolExecutor:
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(self.number, "lock step")
            self._process = os.getpid()
        return self._pool

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None
