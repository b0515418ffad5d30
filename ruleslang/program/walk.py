"""
A walk over anything of a program: expressions, statements, declarations.

It follows the attrs fields, so a new class needs no line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import is_
from typing import TypeVar, cast

from ruleslang.program.locals import DEFINES, Slot, slot_fields, slots_in, slots_of
from ruleslang.program.references import DISPLAY
from ruleslang.source.walk import Walker, field_names, node_fields, own_fields

T = TypeVar("T")
_WALKER = Walker[object](node_fields)
children, walk, find = _WALKER.children, _WALKER.walk, _WALKER.find
by_class = _WALKER.by_class


def rebuilt(node: T, changed: Callable[[str, object], object]) -> T:
    """
    Return the node with each field mapped by `changed`, which is given the field's name and value.

    Members of tuples are mapped with an empty name; other values stay as they are.
    """
    if isinstance(node, tuple):
        members = tuple([changed("", member) for member in node])
        return node if all(map(is_, members, node)) else cast("T", members)
    names = field_names(type(node))
    if names is None:
        return node
    before = [getattr(node, name) for name in names]
    after = [changed(name, value) for name, value in zip(names, before, strict=True)]
    return node if all(map(is_, after, before)) else type(node)(*after)


def alike(left: object, right: object) -> bool:
    """
    Return whether two parts of a program are equal up to renaming of the slots they define.

    Places in the text do not count; slots of the surrounding body must be the same.

    >>> from ruleslang.program.expressions import Every, Local, Literal, ReadState
    >>> alike(ReadState("score", (), 3), ReadState("score", (), 4))
    True
    >>> alike(Every(1, Local(0), Local(1)), Every(2, Local(0), Local(2)))
    True
    >>> alike(Local(1), Local(2))
    False
    """
    return _same_shape(left, right, {})


def _same_shape(left: object, right: object, same: dict[Slot, Slot]) -> bool:
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(
            _same_shape(mine, theirs, same) for mine, theirs in zip(left, right, strict=True)
        )
    if type(left) is not type(right) or field_names(type(left)) is None:
        return bool(left == right)
    same.update(zip(slots_in(left, (DEFINES,)), slots_in(right, (DEFINES,)), strict=False))
    slot_names = {name for name, _ in slot_fields(type(left))}
    return all(
        _slots_alike(slots_of(getattr(left, name)), slots_of(getattr(right, name)), same)
        if name in slot_names
        else _same_shape(getattr(left, name), getattr(right, name), same)
        for name in _significant_fields(type(left))
    )


def _slots_alike(left: tuple[Slot, ...], right: tuple[Slot, ...], same: dict[Slot, Slot]) -> bool:
    return tuple(same.get(slot, slot) for slot in left) == right


def _significant_fields(kind: type[object]) -> Iterator[str]:
    """Return the fields of a class that are not display only."""
    return (field.name for field in own_fields(kind) if field.metadata != DISPLAY)
