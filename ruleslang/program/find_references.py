"""
Which declarations a node names.

A field that holds the name of a declaration is marked with what is declared under that name, as
fields of slots are in `program.locals`; who asks follows the marks, so a new class needs no line
here. A test holds that every field with a plain word in it is marked, or no name of a declaration.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.nodes.fields import own_fields

Declared: TypeAlias = Literal[
    "words",
    "die",
    "option",
    "kind",
    "field",
    "definition",
    "play",
    "standing",  # of a card
    "zone",
    "state",
    "history",
    "dice",
    "board",
    "piece",
    "kind or piece",
    "value",
    "built-in function",
    "procedure",
    "action",
    "window",
]


@frozen
class Reference:
    """The name of one declaration."""

    what: Declared
    name: str


def names(what: Declared) -> dict[str, Declared]:
    """The mark of a field of attrs that holds the name of such a declaration, or several names."""
    return {"names": what}


_FIELDS: dict[type[object], tuple[tuple[str, Declared], ...]] = {}  # of each class of nodes, kept


def reference_fields(kind: type[object]) -> tuple[tuple[str, Declared], ...]:
    """The fields of a class of nodes that hold names of declarations."""
    found = _FIELDS.get(kind)
    if found is None:
        found = _FIELDS[kind] = tuple(
            (each.name, each.metadata["names"])
            for each in own_fields(kind)
            if "names" in each.metadata
        )
    return found


def references(node: object) -> Iterator[Reference]:
    """The declarations that one node names itself."""
    for field, what in reference_fields(type(node)):
        value: str | tuple[str, ...] | None = getattr(node, field)
        for name in (value,) if isinstance(value, str) else value or ():
            yield Reference(what, name)
