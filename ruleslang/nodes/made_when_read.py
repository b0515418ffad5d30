"""
Fields of frozen objects whose values are made when somebody first reads them.

A game that is read from a cache has thousands of places and examples which most commands never
look at. An object with such a field is, to everyone, the same as one that was given the value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

T = TypeVar("T")


class _Later:
    """Stands in a field until the value is made."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


class _MadeWhenRead:
    """The field of a class, in front of its slot."""

    def __init__(self, slot: Any) -> None:
        self.slot = slot

    def __get__(self, node: object, cls: type[object]) -> Any:
        if node is None:
            return self
        value = self.slot.__get__(node, cls)
        if value.__class__ is _Later:
            value = value.make()
            self.slot.__set__(node, value)
        return value

    def __set__(self, node: object, value: Any) -> None:
        self.slot.__set__(node, value)


def may_be_made_when_read(cls: type[object], name: str) -> None:
    """Let `made_when_read` be given for a field of a frozen class."""
    setattr(cls, name, _MadeWhenRead(vars(cls)[name]))


def made_when_read(make: Callable[[], T]) -> T:
    """What is given for such a field; its value is made at most once in a thread."""
    return cast("T", _Later(make))
