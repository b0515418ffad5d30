"""What every node of the tree has: a place in its source."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from attrs import field, frozen

from ruleslang.nodes.fields import field_names
from ruleslang.nodes.walk import Walked
from ruleslang.source.span import Span

# Marks the fields of statements that hold what the statement gives another value.
WRITTEN = {"place": "written"}


@frozen(eq=False, kw_only=True)
class Node(Walked):
    """Where a node stands in its source; nodes compare by identity."""

    span: Span = field(repr=False)

    if not TYPE_CHECKING:  # to whom a node has its fields and no others

        def __getattr__(self, name: str) -> Any:
            """A field of a node that was not read yet."""
            if name in (field_names(type(self)) or ()) and _read(self):
                return object.__getattribute__(self, name)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


class Misread(Exception):
    """What was deferred proves to be another node than it was said to be."""


_UNREAD: WeakKeyDictionary[Node, Callable[[], Node]] = WeakKeyDictionary()


def defer(node: Node, read: Callable[[], Node]) -> None:
    """Say how to make the whole node, when a field is asked for that is not there."""
    _UNREAD[node] = read


def is_deferred(node: Node) -> bool:
    """Whether the whole node was not made yet."""
    return node in _UNREAD


def _read(node: Node) -> bool:
    """Fill the fields that are not there; whether that was still to do."""
    read = _UNREAD.pop(node, None)
    if read is None:
        return False
    whole = read()
    if type(whole) is not type(node):
        raise Misread
    for name in field_names(type(node)) or ():
        try:
            object.__getattribute__(node, name)
        except AttributeError:
            object.__setattr__(node, name, getattr(whole, name))
    return True


@frozen(eq=False)
class Name(Node):
    """A word that names something, or uses what is so named."""

    text: str


@frozen(eq=False)
class Text(Node):
    """`"…"`: display text, which no rule reads."""

    text: str


@frozen(eq=False)
class Marks(Node):
    """
    `[RULE-1, RULE-2] designed`: what a line rests on. Its span is empty when nothing is
    there.
    """

    cites: tuple[Name, ...] = ()
    designed: bool = False
