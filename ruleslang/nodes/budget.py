"""
One budget for a whole command, so that no text can keep it going: steps that are counted, and
processor time and memory for all that nobody counts.

Who plays or counts says what it takes (`spend`) and what it is at (`doing`). Of what is asked for
by number, a game gives some of the budget back when it is done (`refill`), and a mutant or a law
has the same budget for itself (`budget`, one inside the other). Outside of a command there is none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from types import FrameType

from attrs import define, field

SECONDS = 20.0  # of processor time, if nothing else is said
STEPS_A_SECOND = 200_000  # of all engines, so that what is counted is the same on every machine
MEGABYTES = 1000  # for each twenty seconds of the budget
REFILL = 0.25  # of the budget for each game that is done
WHOLE = 4  # of these
TICK = 0.2  # seconds of processor time after which time and memory are looked at


class UsedUp(BaseException):
    """
    The budget of the command is used up; `doing` is what it was at, from the whole to the part.

    No mistake of what is at work, so that nobody who catches mistakes catches it.
    """

    def __init__(self, seconds: float, of: str, doing: tuple[str, ...]) -> None:
        super().__init__(seconds, of, doing)  # what it is made of again in another process
        self.seconds, self.of, self.doing = seconds, of, doing

    def __str__(self) -> str:
        at = f" by {': '.join(self.doing)}" if self.doing else ""
        return (
            f"the budget of {self.seconds:g} s ({self.of}) is used up{at}; "
            f"`--budget {3 * self.seconds:g}` gives more"
        )


@define(eq=False)
class _Budget:
    """What a command may take, and what it is at; `megabytes` are what its process had before."""

    seconds: float
    until: float  # as `process_time` counts
    steps: float  # that are left
    megabytes: float
    doing: list[str] = field(factory=list)

    def used_up(self, of: str) -> UsedUp:
        global _was_over
        _was_over = True
        return UsedUp(self.seconds, of, tuple(self.doing))


_budget: _Budget | None = None
_was_over = False


@contextmanager
def budget(seconds: float | None = None) -> Iterator[None]:
    """
    Within this, `UsedUp` is raised after so many seconds of processor time or as many steps.

    None: as many as there are around it, where nothing of it is counted.
    """
    global _budget
    before, began = _budget, time.process_time()
    usual = SECONDS if before is None else before.seconds
    had = _megabytes() if before is None else before.megabytes
    _budget = _begun(usual if seconds is None else seconds, had)
    _budget.doing += before.doing if before is not None else ()
    try:
        with _ticks():
            yield
    finally:
        _budget = before
        if before is not None:
            before.until += time.process_time() - began


def _begun(seconds: float, had: float) -> _Budget:
    return _Budget(seconds, time.process_time() + seconds, seconds * STEPS_A_SECOND, had)


def whole() -> float | None:
    """The seconds of the whole budget; None: there is none."""
    return None if _budget is None else _budget.seconds


def left() -> float | None:
    """The seconds of processor time that are left; None: nobody counts them."""
    return None if _budget is None else max(0.0, _budget.until - time.process_time())


@contextmanager
def doing(what: str) -> Iterator[None]:
    """
    Within this, the command is at something, which is named when its budget is used up.

    Raises `Cancelled` where nobody waits for it any longer.
    """
    stop_if_cancelled()
    if _budget is None:
        yield
        return
    at = _budget.doing
    at.append(what)
    yield
    at.pop()  # not where the budget ended: that is told of


def spend(steps: int) -> None:
    """So many steps were made: of an engine, or cases that were counted."""
    if _budget is not None:
        _budget.steps -= steps
        if _budget.steps < 0:
            raise _budget.used_up(f"{_budget.seconds * STEPS_A_SECOND:,.0f} steps")


def spend_time(seconds: float) -> None:
    """Other processes took so much processor time for us."""
    if _budget is not None:
        _budget.until -= seconds


def refill(games: int = 1) -> None:
    """Games that were asked for are done: so much more may be spent, up to the whole again."""
    if _budget is not None:
        whole = _budget.seconds
        seconds = games * REFILL * whole
        _budget.until = min(_budget.until + seconds, time.process_time() + whole)
        _budget.steps = min(_budget.steps + seconds * STEPS_A_SECOND, whole * STEPS_A_SECOND)


def was_over() -> bool:
    """Whether a budget was ever used up: then what still goes on is not waited for."""
    return _was_over


@contextmanager
def _ticks() -> Iterator[None]:
    """A clock, where there is one, and we are where it can interrupt."""
    import signal
    import threading

    is_main = threading.current_thread() is threading.main_thread()
    if not hasattr(signal, "setitimer") or not is_main:
        yield
        return
    before = signal.signal(signal.SIGPROF, _look)
    _set_clock()
    try:
        yield
    finally:
        if before is not _look:
            signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _set_clock() -> None:
    import signal

    signal.setitimer(signal.ITIMER_PROF, TICK, TICK)


def _look(_: int, frame: FrameType | None) -> None:
    """Look at time and memory; where nothing can be raised, the next tick comes soon."""
    if _budget is None or _is_swallowed(frame):
        return
    if time.process_time() > _budget.until:
        raise _budget.used_up("processor time")
    most = MEGABYTES * max(1.0, _budget.seconds / SECONDS)
    if _megabytes() - _budget.megabytes > most:
        raise _budget.used_up(f"with {most:,.0f} MB of memory")


def _is_swallowed(frame: FrameType | None) -> bool:
    """Whether Python only prints what is raised here: in a finalizer, or as a weak key goes."""
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_globals.get("__name__") == "weakref":
            return True
        frame = frame.f_back
    return False


def _megabytes() -> float:
    """The memory that this process has now; 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError), open("/proc/self/statm", "rb") as stream:
        return int(stream.read().split()[1]) * 4096 / 1_000_000
    return 0.0


class Cancelled(BaseException):
    """
    Nobody waits for the result any longer.

    No mistake of what is at work, so that nobody who catches mistakes catches it.
    """


_ASKED: ContextVar[Callable[[], bool] | None] = ContextVar("cancelled", default=None)


@contextmanager
def cancellable(cancelled: Callable[[], bool]) -> Iterator[None]:
    """Within this, `Cancelled` is raised between two parts of the work once `cancelled()` holds."""
    token = _ASKED.set(cancelled)
    try:
        stop_if_cancelled()
        yield
    finally:
        _ASKED.reset(token)


def stop_if_cancelled() -> None:
    """Raise `Cancelled` when nobody waits any longer."""
    asked = _ASKED.get()
    if asked is not None and asked():
        raise Cancelled
