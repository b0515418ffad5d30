"""
Generic traversal of trees.

Marks on the line of two nodes (a hook at the left margin, the first branch of an `if`) are visited
under both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from attrs import evolve

from ruleslang.language.syntax.node import WRITTEN, Node
from ruleslang.source.span import Span
from ruleslang.source.walk import Walker, node_fields, own_fields, written_types

_WALKER = Walker[Node](lambda kind: node_fields(kind) if issubclass(kind, Node) else None)
children, walk, find = _WALKER.children, _WALKER.walk, _WALKER.find

N = TypeVar("N", bound=Node)


def around(nodes: Iterable[Node], place: Span) -> tuple[Node, ...]:
    """Return the nodes that contain a place of the text, outermost first."""
    found: list[Node] = []
    while inside := next((node for node in nodes if node.span.contains(place)), None):
        found.append(inside)
        nodes = children(inside)
    return tuple(found)


def innermost(nodes: Sequence[Node], kind: type[N]) -> N | None:
    """Return the last node of a class."""
    return next((node for node in reversed(nodes) if isinstance(node, kind)), None)


def written_places(node: Node) -> Iterator[Node]:
    """Return the assignment targets of a statement: names, or places at an index."""
    return (
        getattr(node, field.name) for field in own_fields(type(node)) if field.metadata == WRITTEN
    )


def rewritten(node: N, members: Callable[[Node, str], Sequence[Node]]) -> N:
    """
    Return the node with its descendants replaced; the same object if nothing changes.

    `members` gives the replacement of a node in a field of the given type; outside tuples, one
    node.
    """
    changes: dict[str, Any] = {}
    for name, written in _node_types(type(node)).items():
        old = getattr(node, name)
        new: object = old
        if isinstance(old, tuple):
            parts = [members(part, written) if isinstance(part, Node) else [part] for part in old]
            several = tuple(part for replacement in parts for part in replacement)
            new = old if list(map(id, several)) == list(map(id, old)) else several
        elif isinstance(old, Node):
            (new,) = members(old, written)
        if new is not old:
            changes[name] = new
    return evolve(node, **changes) if changes else node


def _node_types(kind: type[object]) -> dict[str, str]:
    """Return the fields of a class that can hold nodes, with their type annotations."""
    if kind not in _NODE_TYPES:
        written = written_types(kind)
        _NODE_TYPES[kind] = {name: written[name] for name in node_fields(kind) or ()}
    return _NODE_TYPES[kind]


_NODE_TYPES: dict[type[object], dict[str, str]] = {}  # by class, memoised


def parts(node: Node) -> Iterator[tuple[Node, str]]:
    """Yield the direct children of a node, each with the name of its field."""
    fields = {}
    for attribute in type(node).__attrs_attrs__:
        value = getattr(node, attribute.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Node):
                fields[id(part)] = attribute.name
    for child in children(node):
        yield child, fields.get(id(child), "")
