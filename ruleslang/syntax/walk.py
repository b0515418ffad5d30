"""Going through a tree without knowing its nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from attrs import evolve

from ruleslang.nodes.walk import Walker, node_fields, own_fields, written_types
from ruleslang.syntax.node import WRITTEN, Node

_WALKER = Walker(lambda kind: node_fields(kind) if issubclass(kind, Node) else None)


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
    return (getattr(node, each.name) for each in own_fields(type(node)) if each.metadata == WRITTEN)


def rewritten(node: N, members: Callable[[Node, str], Sequence[Node]]) -> N:
    """
    The node with other nodes in the place of those in it; the same object if all stay.

    `members` says what stands for a node in a field whose type is written so; outside of tuples,
    one node.
    """
    changes: dict[str, Any] = {}
    for name, written in _node_types(type(node)).items():
        old = getattr(node, name)
        new: object = old
        if isinstance(old, tuple):
            parts = [members(part, written) if isinstance(part, Node) else [part] for part in old]
            several = tuple(part for each in parts for part in each)
            new = old if list(map(id, several)) == list(map(id, old)) else several
        elif isinstance(old, Node):
            (new,) = members(old, written)
        if new is not old:
            changes[name] = new
    return evolve(node, **changes) if changes else node


def _node_types(kind: type[object]) -> dict[str, str]:
    """The fields of a class in which nodes may stand, with their types as they are written."""
    if kind not in _NODE_TYPES:
        written = written_types(kind)
        _NODE_TYPES[kind] = {name: written[name] for name in node_fields(kind) or ()}
    return _NODE_TYPES[kind]


_NODE_TYPES: dict[type[object], dict[str, str]] = {}  # of each class, memoised
