"""
A walk over anything of a program: expressions, statements, declarations.

It follows the attrs fields, so a new class needs no line here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import attrs

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
        for item in node:
            yield from _nodes(item)
        return
    for field in attrs.fields(type(node)):
        yield from _nodes(getattr(node, field.name))


def walk(node: Any) -> Iterator[Any]:
    """A node (or each of a tuple), and everything in it, a node before what stands in it."""
    for top in _nodes(node):
        yield top
        for child in children(top):
            yield from walk(child)


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


def _nodes(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _nodes(item)
    elif attrs.has(type(value)):
        yield value
