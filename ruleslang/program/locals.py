"""
The locals of a body: the contents of its frame while it runs.

A declaration with a body, or an expression that names a member, has a table of its locals. The
index of a local in the table is its slot; expressions and statements reference locals by slot
only. A slot has one type, and one name for display: two locals of one body may have the same name,
one after the other.

The parameters of a procedure, value or window, and the places of an index, have the first slots in
their order. An effect begun by a statement such as `until …` or `while …` runs later, in a frame
of the same table with the values that the statement captured; `captures` lists their slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from attrs import field, frozen

from ruleslang.program.references import DISPLAY
from ruleslang.program.types import Type
from ruleslang.source.walk import own_fields

Slot: TypeAlias = int

Role: TypeAlias = Literal[
    "parameter",  # a parameter of a procedure, value or window, or an index
    "you",  # the player who acts, plays or decides
    "this",  # the card whose text it is
    "choice",  # the chosen or requested thing
    "let",
    "bound",  # by a pattern
    "member",  # of the set that a phrase runs through: `it`, or the name given
    "loop",  # the current element of a statement's set
    "answer",  # the result of a procedure, in a hook after it
    "result",  # the result of a roll, a call, a ranking, a window
]


@frozen
class LocalDecl:
    """One local: its name for display, its type, its role."""

    name: str = field(metadata=DISPLAY)
    type: Type
    role: Role


# Marks of attrs fields that hold slots: the node gives them a first value, reads or writes them.
DEFINES = {"slot": "defines"}
READS = {"slot": "reads"}
WRITES = {"slot": "writes"}


# ---------------------------------------------------------------- what nodes do with slots

_Fields: TypeAlias = tuple[tuple[str, dict[str, str]], ...]
_FIELDS: dict[type[object], _Fields] = {}  # the fields of each class of nodes, memoised


def slot_fields(kind: type[object]) -> _Fields:
    """Return a node class's fields that hold slots, with `DEFINES`, `READS` or `WRITES`."""
    fields = _FIELDS.get(kind)
    if fields is None:
        fields = _FIELDS[kind] = tuple(
            (field.name, dict(field.metadata))
            for field in own_fields(kind)
            if "slot" in field.metadata
        )
    return fields


def slots_in(node: object, uses: Iterable[dict[str, str]]) -> Iterator[Slot]:
    """Yield the slots in the fields of one node that are used in one of these ways."""
    for name, use in slot_fields(type(node)):
        if use in uses:
            yield from slots_of(getattr(node, name))


def slots_of(value: Slot | tuple[Slot, ...] | None) -> tuple[Slot, ...]:
    """Return the slots in a field, which holds one or several."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)
