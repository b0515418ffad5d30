"""
One budget for a whole command, so that no text can keep it going: steps that are counted, and CPU
time and memory for everything that is not counted.

Code that plays or counts reports the steps it takes (`spend`) and its activity (`doing`). Where
games are asked for by number, each gives some of the budget back when it is done (`refill`); a
mutant or a law has its own budget inside the other (`budget`). A limit (`--budget`) limits
everything inside it: nothing is given back, and the steps of inner budgets count. Outside of a
command there is none.
"""

from __future__ import annotations

import gc
import math
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from threading import current_thread, local, main_thread
from types import FrameType
from typing import Any
from weakref import ReferenceType

from attrs import define, evolve, field

SECONDS = 20.0  # the default, in CPU time
STEPS_A_SECOND = 200_000  # steps of any engine, so that counts are the same on every machine
MEGABYTES = 1000  # for each twenty seconds of the budget
REFILL = 0.25  # part of the budget that each finished game restores
WHOLE = 4  # refills that restore all of it
TICK = 0.2  # seconds of CPU time after which time and memory are looked at
TO_KEEP = 10.0  # seconds after a limit is reached in which a command keeps and prints its results
GRACE = 0.2  # seconds of a share beyond its end, for what looks at the clock itself


class _Ended(BaseException):
    """Why a command has ended; `doing` is its work then, from the whole to the part."""

    def __init__(self, seconds: float, of: str, doing: tuple[str, ...]) -> None:
        super().__init__(seconds, of, doing)  # the arguments that recreate it in another process
        self.seconds, self.of, self.doing = seconds, of, doing

    def __str__(self) -> str:
        at = f" by {': '.join(self.doing)}" if self.doing else ""
        return (
            f"the budget of {self.seconds:g} s ({self.of}) is used up{at}; "
            f"`--budget {3 * self.seconds:g}` gives more"
        )


class UsedUp(_Ended):
    """
    The budget of the command is used up.

    A `BaseException`, so that code that catches mistakes does not catch it.
    """


class LimitReached(_Ended, KeyboardInterrupt):
    """
    The limit of the command is reached.

    A `KeyboardInterrupt`: whatever keeps its results when a person stops it keeps them here.
    """


@define(eq=False)
class _Budget:
    """The resources left to a command, its work, and its memory at the start."""

    seconds: float
    until: float  # as `process_time` counts
    steps: float  # that are left
    megabytes: float
    doing: list[str] = field(factory=list)
    limit: _Budget | None = None  # the limit around it
    keeps: bool = False  # it ends as a limit does


class _OfThread(local):
    """Each thread has its own: a server works for several clients at once."""

    budget: _Budget | None = None
    usual: float = SECONDS  # the limit without an outer budget


_here = _OfThread()
_was_over = False
_limit_message = ""


@contextmanager
def budget(seconds: float | None = None, *, is_limit: bool = False) -> Iterator[None]:
    """
    Raise `UsedUp` within this after these seconds of CPU time or as many steps, and `LimitReached`
    if it is a limit, also inside other budgets. `None`: as many as there are around it, where
    nothing of it is counted, except by a limit.
    """
    before = _here.budget
    usual = _here.usual if before is None else before.seconds
    had = _megabytes() if before is None else before.megabytes
    most = usual if seconds is None else seconds
    around = [] if before is None else [*before.doing]
    until = time.process_time() + most
    inner = _Budget(most, until, most * STEPS_A_SECOND, had, around)
    inner.limit = inner if is_limit else None if before is None else before.limit
    with _with_budget(inner), _ticks():
        yield


@contextmanager
def time_share(seconds: float) -> Iterator[None]:
    """
    Raise `LimitReached` within this after these seconds of CPU time; this ends it without a
    message, unless a limit around it is reached.
    """
    global _limit_message, _was_over
    around = _here.budget
    limit = None if around is None else around.limit
    before = _limit_message, _was_over
    left = seconds if limit is None else min(seconds, limit.until - time.process_time())
    share: _Budget | None = None
    try:
        with suppress(LimitReached), budget(max(0.0, left), is_limit=True):
            share = _here.budget
            assert share is not None
            share.steps = math.inf if limit is None else limit.steps
            yield
    finally:
        if share is not None and limit is not None:
            limit.steps = share.steps
    _limit_message, _was_over = before
    if around and limit and (limit.steps < 0 or time.process_time() >= limit.until):
        raise _limit_reached(around, "processor time")


@contextmanager
def unbounded() -> Iterator[None]:
    """
    Work without a budget on what waits for others until it is stopped: each part of its work has
    one of as many seconds.
    """
    usual, of = _here.usual, _here.budget
    _here.usual = usual if of is None else of.seconds
    try:
        with _with_budget(None):
            yield
    finally:
        _here.usual = usual


@contextmanager
def _with_budget(other: _Budget | None) -> Iterator[None]:
    before, began = _here.budget, time.process_time()
    _here.budget = other
    try:
        yield
    finally:
        _here.budget = before
        if before is not None and before is not before.limit:
            before.until += time.process_time() - began


def budget_seconds() -> float | None:
    """Return the CPU time of the whole budget; None: there is none."""
    return None if _here.budget is None else _here.budget.seconds


def seconds_left() -> float | None:
    """Return the CPU time that is left; None: nobody counts them."""
    of = _here.budget
    return None if of is None else max(0.0, of.until - time.process_time())


@contextmanager
def doing(task: str) -> Iterator[None]:
    """
    Name what the command is at when its budget is used up. Raises `Cancelled` where nobody waits
    for it any longer.
    """
    stop_if_cancelled()
    if _here.budget is None:
        yield
        return
    at = _here.budget.doing
    at.append(task)
    yield
    at.pop()  # an exception leaves the task listed, for its message


def spend(steps: int) -> None:
    """Count steps of an engine, or cases of a count; raises `UsedUp` when none are left."""
    of = _here.budget
    if of is not None:
        of.steps -= steps
        if of.limit is not None and of.limit is not of:
            of.limit.steps -= steps
            if of.limit.steps < 0:
                raise _limit_reached(of, f"{of.limit.seconds * STEPS_A_SECOND:,.0f} steps")
        if of.steps < 0:
            raise _limit_error(of, f"{of.seconds * STEPS_A_SECOND:,.0f} steps")


def spend_time(seconds: float) -> None:
    """Count CPU time that other processes took."""
    of = _here.budget
    if of is not None:
        of.until -= seconds
        if of.limit is not None and of.limit is not of:
            of.limit.until -= seconds


def refill(games: int = 1) -> None:
    """
    Give back a part of the budget for each game done, never more than all of it, and nothing within
    a limit.
    """
    of = _here.budget
    if of is not None and of.limit is None:
        seconds = games * REFILL * of.seconds
        of.until = min(of.until + seconds, time.process_time() + of.seconds)
        of.steps = min(of.steps + seconds * STEPS_A_SECOND, of.seconds * STEPS_A_SECOND)


def keep_results() -> None:
    """End the budget of a command as a limit from here on, so that results are kept."""
    if _here.budget is not None:
        _here.budget.keeps = True


def _limit_error(of: _Budget, what: str) -> UsedUp | LimitReached:
    global _was_over
    _was_over = True
    if of.keeps and of.limit is None:
        of.limit = of
    return _limit_reached(of, what) if of is of.limit else UsedUp(of.seconds, what, (*of.doing,))


def _limit_reached(of: _Budget, what: str) -> LimitReached:
    """Return the error that names what the innermost budget was at; results may be kept."""
    global _was_over, _limit_message
    assert of.limit is not None
    of.limit.until = time.process_time() + TO_KEEP
    of.limit.steps = TO_KEEP * STEPS_A_SECOND
    reached = LimitReached(of.limit.seconds, what, tuple(of.doing))
    _was_over, _limit_message = True, str(reached)
    return reached


def reached_elsewhere(share: UsedUp | LimitReached) -> UsedUp | LimitReached:
    """Return the limit of this process, of which another process has used its share up."""
    of = _here.budget
    if of is not None and of.keeps:
        of.limit = of.limit or of
    if of is None or of.limit is None or not (of.keeps or isinstance(share, LimitReached)):
        return share
    seconds = of.limit.seconds
    what = f"{seconds * STEPS_A_SECOND:,.0f} steps" if share.of.endswith("steps") else share.of
    return _limit_reached(evolve(of, doing=[*of.doing, *share.doing]), what)


def take_limit_message() -> str:
    """Return why the limit ended something since this was last asked; empty: it did not."""
    global _limit_message
    message, _limit_message = _limit_message, ""
    return message


def has_limit() -> bool:
    """Return whether all that is done here is within a limit."""
    return _here.budget is not None and _here.budget.limit is not None


def was_over() -> bool:
    """Return whether a budget was ever used up: then nobody waits for what still runs."""
    return _was_over


@contextmanager
def _ticks() -> Iterator[None]:
    """Return a clock that interrupts, in the main thread and where the system has one."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _look)
    if not (runs := signal.getitimer(signal.ITIMER_PROF)[1]):  # to set it again puts its tick off
        signal.setitimer(signal.ITIMER_PROF, TICK, TICK)
    try:
        yield
    finally:
        if not runs:
            signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _look(_: int, frame: FrameType | None) -> None:
    """Check time and memory; where nothing can be raised, the next tick comes soon."""
    of = _here.budget
    if of is None or _is_swallowed(frame):
        return
    now = time.process_time()
    if of.limit is not None and now > of.limit.until:
        raise _limit_reached(of, "processor time")
    if now > of.until:
        raise _limit_error(of, "processor time")
    most = MEGABYTES * max(1.0, of.seconds / SECONDS)
    if _megabytes() - of.megabytes > most:
        raise _limit_error(of, f"with {most:,.0f} MB of memory")


def _is_swallowed(frame: FrameType | None) -> bool:
    """Test whether Python only prints what is raised here, as in finalizers and weak references."""
    if isinstance(sys.exc_info()[1], GeneratorExit):  # nobody reads the generator any longer
        return True
    of_gc = [getattr(callback, "__code__", None) for callback in gc.callbacks]
    while frame is not None:
        code = frame.f_code
        arguments: Iterator[Any] = map(frame.f_locals.get, code.co_varnames[: code.co_argcount])
        is_callback = any(issubclass(type(of), ReferenceType) and of() is None for of in arguments)
        if is_callback or code.co_name == "__del__" or code in of_gc:
            return True
        frame = frame.f_back
    return False


def _megabytes() -> float:
    """Return the current memory of this process; 0 where the system does not report it."""
    with suppress(OSError, ValueError, IndexError), open("/proc/self/statm", "rb") as stream:
        return int(stream.read().split()[1]) * 4096 / 1_000_000
    return 0.0


class Cancelled(BaseException):
    """Nobody waits for the result any longer; not caught by code that catches mistakes."""


_IS_CANCELLED: ContextVar[Callable[[], bool] | None] = ContextVar("cancelled", default=None)


@contextmanager
def cancellable(cancelled: Callable[[], bool]) -> Iterator[None]:
    """Raise `Cancelled` within this between two parts of the work once `cancelled()` holds."""
    token = _IS_CANCELLED.set(cancelled)
    try:
        stop_if_cancelled()
        yield
    finally:
        _IS_CANCELLED.reset(token)


def stop_if_cancelled() -> None:
    """Raise `Cancelled` when nobody waits any longer."""
    is_cancelled = _IS_CANCELLED.get()
    if is_cancelled is not None and is_cancelled():
        raise Cancelled
