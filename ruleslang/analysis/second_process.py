"""
Work of which a second process takes a part: it begins at the other end, and they meet.

The second process is a copy of this one, so it knows all that was looked up so far; what it found
comes back as plain data. Whatever becomes of it, this process does what is missing.
"""

from __future__ import annotations

import marshal
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from mmap import mmap
from time import monotonic
from typing import NoReturn

from attrs import frozen

from ruleslang.proving.prove_rulebook import Watched, Work

PATIENCE = 0.15  # seconds of work after which help is worth its start
PLACE = 8  # bytes of a number


@frozen(eq=False)
class _Helper:
    """A second process: where it says what it found, and at which numbers both are."""

    process: int
    found: int
    places: memoryview

    def leaves(self, number: int) -> bool:
        """Whether it leaves this one to us."""
        self.places[0] = number
        return bool(number < self.places[1])


def together(work: Work, watched: Watched, *, patience: float = PATIENCE) -> None:
    """Do all of a work, with a second process if it takes a while and there is a processor."""
    done = _done_in(work, patience)
    with _helper(work, done) as helper, watched(work.total) as advance:
        shown = 0
        for number in range(done, work.total):
            if helper is not None and not helper.leaves(number):
                break
            work.run(number)
            now = number + 1 + (0 if helper is None else work.total - helper.places[1])
            advance(now - shown)
            shown = now
        if helper is not None:
            _take(work, helper)
        for number in work.missing():
            work.run(number)
        advance(work.total - shown)


def _done_in(work: Work, seconds: float) -> int:
    """How many are done, from the first on, in this time."""
    begun = monotonic()
    for number in range(work.total):
        if monotonic() - begun >= seconds:
            return number
        work.run(number)
    return work.total


@contextmanager
def _helper(work: Work, done: int) -> Iterator[_Helper | None]:
    """A second process, where there is something left for it; it ends with us."""
    helper = None
    if done < work.total - 1 and hasattr(os, "fork") and _processors() > 1:
        with suppress(OSError):  # there are too many processes, or too little memory
            helper = _begun(work, done)
    try:
        yield helper
    finally:
        if helper is not None:
            os.close(helper.found)
            os.kill(helper.process, signal.SIGKILL)
            os.waitpid(helper.process, 0)


def _processors() -> int:
    """How many processors are ours."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begun(work: Work, done: int) -> _Helper:
    places = memoryview(mmap(-1, 2 * PLACE)).cast("q")
    places[0], places[1] = done - 1, work.total
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        _help(work, done, places, writing)
    os.close(writing)
    return _Helper(process, reading, places)


def _help(work: Work, done: int, places: memoryview, writing: int) -> NoReturn:
    """What the second process does; where it fails, it says nothing."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends it
        own = []
        for number in reversed(range(done, work.total)):
            places[1] = number
            if number <= places[0]:
                break
            work.run(number)
            own.append(number)
        with open(writing, "wb") as stream:
            stream.write(marshal.dumps(work.told(own)))
    finally:
        os._exit(0)


def _take(work: Work, helper: _Helper) -> None:
    """Take over what it found; nothing where it has failed."""
    with open(os.dup(helper.found), "rb") as stream:
        said = stream.read()
    with suppress(EOFError, ValueError, TypeError):
        work.take(marshal.loads(said))
