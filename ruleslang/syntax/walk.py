"""Going through a tree without knowing its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from ruleslang.nodes.walk import Walker, node_fields, own_fields
from ruleslang.syntax.node import WRITTEN, Node


def _fields(kind: type[Any]) -> tuple[str, ...] | None:
    return node_fields(kind) if issubclass(kind, Node) else None


_WALKER = Walker(_fields)


N = TypeVar("N", bound=Node)


def children(node: Node) -> Iterator[Node]:
    """
    The nodes directly inside a node, in the order of its fields.

    Marks that stand on the line of two nodes (a hook at the left margin, the first branch of an
    `if`) are met under both.
    """
    return iter(_WALKER.children(node))


def walk(node: Node) -> Iterator[Node]:
    """A node and all that is inside it, parents first."""
    return _WALKER.walk(node)


def find(node: Node, kind: type[N]) -> Iterator[N]:
    """All nodes of a class, in the order of `walk`."""
    return _WALKER.find(node, kind)


def written_places(node: Node) -> Iterator[Node]:
    """What a statement gives another value, as it is written: a name, or a place at an index."""
    for name in _written_fields(type(node)):
        yield getattr(node, name)


_WRITTEN: dict[type[Node], tuple[str, ...]] = {}


def _written_fields(kind: type[Node]) -> tuple[str, ...]:
    if kind not in _WRITTEN:
        fields = own_fields(kind)
        _WRITTEN[kind] = tuple(each.name for each in fields if each.metadata == WRITTEN)
    return _WRITTEN[kind]
