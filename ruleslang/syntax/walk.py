"""Going through a tree without knowing its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import fields

from ruleslang.syntax.node import Node


def children(node: Node) -> Iterator[Node]:
    """
    The nodes directly inside a node, in the order of its fields.

    Marks that stand on the line of two nodes (a hook at the left margin, the first branch of an
    `if`) are met under both.
    """
    for each in fields(type(node)):
        if each.name != "span":
            yield from _nodes(getattr(node, each.name))


def walk(node: Node) -> Iterator[Node]:
    """A node and all that is inside it, parents first."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        yield found
        waiting.extend(reversed(tuple(children(found))))


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
