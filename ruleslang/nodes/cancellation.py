"""Ends long work that nobody waits for any longer: a check of a text that has changed since."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


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
