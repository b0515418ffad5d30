"""
Other processes that do parts of a work.

Each is a fresh Python that is sent the work's set-up once and then one task after another. It is
not a child in the sense of `multiprocessing`, so a script needs no guard about its first lines, and
Ctrl-C reaches only the process that the user sees.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from typing import IO, Any

from attrs import define, field

PACKAGES = Path(__file__).resolve().parents[2]

LOST = """\
a process of the simulation ended before its time; if the memory is full, `--jobs 1` takes less"""


class CrewLost(RuntimeError):
    """A process ended before its work was done, for instance because the memory was full."""


def send(stream: IO[bytes], thing: Any) -> None:
    """Put one thing on a pipe."""
    pickle.dump(thing, stream, protocol=pickle.HIGHEST_PROTOCOL)
    stream.flush()


def in_processes(jobs: int, set_up: Any, tasks: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """
    The place and the result of each task, in the order in which they are done.

    When the caller stops asking, or is interrupted, the processes are ended.
    """
    work = _Work(tasks)
    crew = [_hire() for _ in range(min(jobs, len(tasks)))]
    try:
        for member in crew:
            _start(Thread(target=_lead, args=(member, set_up, work), daemon=True))
        for _ in tasks:
            yield work.next_result()
    finally:
        for member in crew:
            _dismiss(member)


def _start(thread: Thread) -> None:
    try:
        thread.start()
    except RuntimeError:  # there is no memory for one more
        raise CrewLost(LOST) from None


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
            place = self.next_task
            self.next_task += 1
        return place if place < len(self.tasks) else None

    def next_result(self) -> tuple[int, Any]:
        """Wait for the next result, in intervals of half a second so that Ctrl-C is noticed on
        every platform; raises the result if it is an exception.
        """
        while True:
            try:
                place, result = self.results.get(timeout=0.5)
            except Empty:
                continue
            if isinstance(result, BaseException):
                raise result
            return place, result


def _hire() -> subprocess.Popen[bytes]:
    paths = os.pathsep.join(filter(None, (str(PACKAGES), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "ruleslang.analysis.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
        start_new_session=True,
    )


def _dismiss(member: subprocess.Popen[bytes]) -> None:
    """Kill a worker, whatever it is doing, and close its pipes."""
    member.kill()
    member.wait()
    for pipe in (member.stdin, member.stdout):
        if pipe:
            with suppress(OSError):
                pipe.close()


def _lead(member: subprocess.Popen[bytes], set_up: Any, work: _Work) -> None:
    """Hand one process its tasks until none is left."""
    assert member.stdin and member.stdout
    place: int | None = 0
    try:
        send(member.stdin, set_up)
        while (place := work.take()) is not None:
            send(member.stdin, work.tasks[place])
            work.results.put((place, pickle.load(member.stdout)))
    except (OSError, EOFError, MemoryError, pickle.UnpicklingError):
        work.results.put((place or 0, CrewLost(LOST)))
    except ValueError:
        return  # the pipe was closed: nobody waits for the result any more
