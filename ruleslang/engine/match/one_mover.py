"""Guards an object against use by two threads at once: the second one gets an exception."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Never, ParamSpec, Protocol, TypeVar

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Moved(Protocol):
    """A guarded object."""

    _moving: Any  # a lock that one thread may take several times
    _held: int  # how often it is taken


Of = TypeVar("Of", bound=Moved)


def take(lock: Any) -> None:
    """Take a lock at once; raises `RuntimeError` if another thread has it."""
    if not lock.acquire(False):
        raise RuntimeError("another thread is using this now: one at a time may")


def alone(
    method: Callable[Concatenate[Of, Given], Answer],
) -> Callable[Concatenate[Of, Given], Answer]:
    """
    Return a method that raises `RuntimeError` while another thread is in such a method, and what
    another lock raises if it got one meanwhile.
    """

    @wraps(method)
    def guarded(self: Of, /, *arguments: Given.args, **named: Given.kwargs) -> Answer:
        lock = self._moving
        take(lock)
        self._held += 1
        try:
            return method(self, *arguments, **named)
        finally:
            self._held -= 1
            lock.release()
            if self._moving is not lock:
                take(self._moving)

    return guarded


Class = TypeVar("Class", bound=type)


def one_mover(*names: str) -> Callable[[Class], Class]:
    """Return a class decorator that guards these methods and properties."""

    def guarded(of: Class) -> Class:
        for name in names:
            member = getattr(of, name)
            is_property = isinstance(member, property)
            setattr(of, name, property(alone(member.fget)) if is_property else alone(member))
        return of

    return guarded


class _Closed:
    """Replaces the lock of closed matches."""

    def acquire(self, blocking: bool) -> Never:
        raise ValueError("these matches in lock step were closed: begin others by `in_lock_step`")


CLOSED = _Closed()
