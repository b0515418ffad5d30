"""
A walk over anything of a program: expressions, statements, declarations.

It follows the attrs fields, so a new class needs no line here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import attrs

from ruleslang.nodes.lazy import field_names
from ruleslang.program.display import DISPLAY

T = TypeVar("T")


def children(node: Any) -> Iterator[Any]:
    """
    What stands directly in a node, in the order of its fields; tuples are looked into.

    >>> from ruleslang.program.expressions import Literal, Not
    >>> list(children(Not(Literal(True))))
    [Literal(value=True)]
    """
    if isinstance(node, tuple):
        yield from _nodes(node)
        return
    for name in _names(type(node)) or ():
        value = getattr(node, name)
        if isinstance(value, tuple):
            yield from _nodes(value)
        elif _names(type(value)) is not None:
            yield value


def walk(node: Any) -> Iterator[Any]:
    """A node (or each of a tuple), and everything in it, a node before what stands in it."""
    waiting = [*_nodes(node if isinstance(node, tuple) else (node,))]
    waiting.reverse()
    while waiting:
        found = waiting.pop()
        yield found
        inside = [*children(found)]
        inside.reverse()
        waiting += inside


def find(node: Any, kind: type[T]) -> Iterator[T]:
    """All nodes of a class, in the order of `walk`."""
    return (each for each in walk(node) if isinstance(each, kind))


def alike(one: Any, other: Any) -> bool:
    """
    Whether two parts of a program say the same, wherever they stand in the text.

    >>> from ruleslang.program.expressions import ReadState
    >>> alike(ReadState("score", (), 3), ReadState("score", (), 4))
    True
    """
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if type(one) is not type(other) or not attrs.has(type(one)):
        return bool(one == other)
    return all(
        alike(getattr(one, field.name), getattr(other, field.name))
        for field in attrs.fields(type(one))
        if field.metadata != DISPLAY
    )


_NAMES: dict[type[Any], tuple[str, ...] | None] = {}  # kept, since every check walks a program


def _names(kind: type[Any]) -> tuple[str, ...] | None:
    """The fields of a class; None: it is no node."""
    if kind not in _NAMES:
        _NAMES[kind] = field_names(kind)
    return _NAMES[kind]


def _nodes(items: tuple[Any, ...]) -> Iterator[Any]:
    for item in items:
        if isinstance(item, tuple):
            yield from _nodes(item)
        elif _names(type(item)) is not None:
            yield item
