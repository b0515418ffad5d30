"""A time limit for work that the limits on steps should already keep short."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SOON = 0.001  # seconds


class TooLong(Exception):
    """Something goes on and on."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `TooLong` when the block takes longer; where there is no alarm clock, nothing."""
    if not hasattr(signal, "setitimer") or not _is_main():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


def _ring(_: int, frame: FrameType | None) -> None:
    """Raise where it can be caught; elsewhere set the alarm again, a moment later."""
    if _is_swallowed(frame):
        signal.setitimer(signal.ITIMER_REAL, SOON)
        return
    raise TooLong("it goes on and on")


def _is_swallowed(frame: FrameType | None) -> bool:
    """Whether Python only prints what is raised here: in a finalizer, or as a weak key goes."""
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_globals.get("__name__") == "weakref":
            return True
        frame = frame.f_back
    return False
