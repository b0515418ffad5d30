"""
Fields of frozen objects whose values are made when somebody first reads them.

A game that is read from a cache has thousands of places and examples which most commands never
look at. An object with such a field is, to everyone, the same as one that was given the value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

T = TypeVar("T")


class _Later:
    """Stands in a field until the value is made."""

    def __init__(self, make: Callable[[], Any], members: Sequence[Any] | None) -> None:
        self.make = make
        self.members = members


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


def made_when_read(make: Callable[[], T], members: Sequence[Any] | None = None) -> T:
    """
    What is given for such a field; its value is made at most once in a thread.

    `members` are those of the value, where each can also be made alone.
    """
    return cast("T", _Later(make, members))


def member_made_alone(node: object, name: str, number: int) -> Any | None:
    """A member of a sequence in such a field, without making the others; None: there is none."""
    value = vars(type(node))[name].slot.__get__(node, type(node))
    members = value.members if value.__class__ is _Later else value
    if members is None:
        members = getattr(node, name)
    return members[number] if 0 <= number < len(members) else None
