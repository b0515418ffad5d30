"""
The slots of a part of a program: which it defines, which it captures, and the same with others.

All of it follows the slot fields of the nodes, so a new class needs no line here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from ruleslang.nodes.frozen import evolve
from ruleslang.nodes.lazy import field_names
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.effects import read_for_force
from ruleslang.program.locals import DEFINES, READS, WRITES, Slot, slot_fields, slots_in
from ruleslang.program.walk import walk

T = TypeVar("T")


def defined_in(node: Any) -> Iterator[Slot]:
    """The slots to which something in a node gives a value, in the order of `walk`."""
    return (slot for each in walk(node) for slot in slots_in(each, (DEFINES,)))


def used_in(node: Any) -> Iterator[Slot]:
    """The slots that something in a node reads or writes, in the order of `walk`."""
    return (slot for each in walk(node) for slot in slots_in(each, (READS, WRITES)))


def written_in(node: Any) -> Iterator[Slot]:
    """The slots that something in a node gives another value, in the order of `walk`."""
    return (slot for each in walk(node) for slot in slots_in(each, (WRITES,)))


def captured_by(lasting: s.Lasting) -> tuple[Slot, ...]:
    """What the effects of a statement, and its condition, read of the body it stands in."""
    parts = (*read_for_force(lasting), *lasting.effects)
    return tuple(sorted({*used_in(parts)} - {*defined_in(parts)}))


def with_slots(node: T, slots: Mapping[Slot, Slot]) -> T:
    """The same part of a program with other slots; lasting statements say what they capture."""
    changed: T = _with_slots(node, slots)
    return changed


def _with_slots(node: Any, slots: Mapping[Slot, Slot]) -> Any:
    if isinstance(node, tuple):
        items = tuple([_with_slots(each, slots) for each in node])
        return node if all(map(_is, items, node)) else items
    kind = type(node)
    names = field_names(kind)
    if names is None:
        return node
    held = {name for name, _ in slot_fields(kind) if name != "captures"}
    before = [getattr(node, name) for name in names]
    after = [
        _renamed(value, slots) if name in held else _with_slots(value, slots)
        for name, value in zip(names, before, strict=True)
    ]
    if kind is s.Lasting:
        return _with_captures(kind(*after))
    return node if all(map(_is, after, before)) else kind(*after)


def _with_captures(lasting: s.Lasting) -> s.Lasting:
    return evolve(lasting, captures=captured_by(lasting))


def _renamed(
    value: Slot | tuple[Slot, ...] | None, slots: Mapping[Slot, Slot]
) -> Slot | tuple[Slot, ...] | None:
    if isinstance(value, tuple):
        return tuple(slots[each] for each in value)
    return None if value is None else slots[value]


def _is(one: Any, other: Any) -> bool:
    return one is other


def with_local(node: e.Expr, slot: Slot, by: e.Expr) -> e.Expr:
    """The same expression with another in the place of a local that it reads."""
    changed: e.Expr = _with_local(node, e.Local(slot), by)
    return changed


def _with_local(node: Any, local: e.Local, by: e.Expr) -> Any:
    if node == local:
        return by
    if isinstance(node, tuple):
        return tuple(_with_local(each, local, by) for each in node)
    names = field_names(type(node))
    if names is None:
        return node
    return evolve(node, **{name: _with_local(getattr(node, name), local, by) for name in names})
