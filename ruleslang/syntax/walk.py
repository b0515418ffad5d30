"""Going through a tree without knowing its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.nodes.lazy import field_names
from ruleslang.syntax.node import Node


def children(node: Node) -> Iterator[Node]:
    """
    The nodes directly inside a node, in the order of its fields.

    Marks that stand on the line of two nodes (a hook at the left margin, the first branch of an
    `if`) are met under both.
    """
    for name in _names(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from _nodes(value)


def walk(node: Node) -> Iterator[Node]:
    """A node and all that is inside it, parents first."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        inside = [*children(found)]
        inside.reverse()
        waiting += inside


_NAMES: dict[type[Node], tuple[str, ...]] = {}  # kept, since every check walks every tree


def _names(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class where nodes can stand."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(each for each in field_names(kind) or () if each != "span")
    return _NAMES[kind]


def _nodes(items: tuple[Any, ...]) -> Iterator[Node]:
    for item in items:
        if isinstance(item, Node):
            yield item
        elif isinstance(item, tuple):
            yield from _nodes(item)
