"""
The slots of a part of a program: which it defines, which it captures, and the same with others.

All of it follows the slot fields of the nodes, so a new class needs no line here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from ruleslang.nodes.frozen import evolve
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.effects import read_for_force
from ruleslang.program.locals import DEFINES, READS, WRITES, Slot, slot_fields, slots_in
from ruleslang.program.traits.expressions import is_expression
from ruleslang.program.walk import rebuilt, walk

T = TypeVar("T")


def defined_in(node: object) -> Iterator[Slot]:
    """The slots to which something in a node gives a value, in the order of `walk`."""
    return (slot for each in walk(node) for slot in slots_in(each, (DEFINES,)))


def used_in(node: object) -> Iterator[Slot]:
    """The slots that something in a node reads or writes, in the order of `walk`."""
    return (slot for each in walk(node) for slot in slots_in(each, (READS, WRITES)))


def written_in(node: object) -> Iterator[Slot]:
    """The slots that something in a node gives another value, in the order of `walk`."""
    return (slot for each in walk(node) for slot in slots_in(each, (WRITES,)))


def captured_by(lasting: s.Lasting) -> tuple[Slot, ...]:
    """What the effects of a statement, and its condition, read of the body it stands in."""
    parts = (*read_for_force(lasting), *lasting.effects)
    return tuple(sorted({*used_in(parts)} - {*defined_in(parts)}))


def with_slots(node: T, slots: Mapping[Slot, Slot]) -> T:
    """The same part of a program with other slots; lasting statements say what they capture."""
    held = {name for name, _ in slot_fields(type(node)) if name != "captures"}

    def changed(name: str, value: object) -> object:
        return _renamed(value, slots) if name in held else with_slots(value, slots)

    again = rebuilt(node, changed)
    if isinstance(again, s.Lasting):
        return evolve(again, captures=captured_by(again))
    return again


def _renamed(value: object, slots: Mapping[Slot, Slot]) -> object:
    """The value of a field of slots, one or several."""
    if isinstance(value, tuple):
        return tuple(slots[each] for each in value)
    return slots[value] if isinstance(value, int) else None


def with_local(node: e.Expr, slot: Slot, by: e.Expr) -> e.Expr:
    """The same expression with another in the place of a local that it reads."""
    if node == e.Local(slot):
        return by

    def changed(_: str, value: object) -> object:
        return with_local(value, slot, by) if is_expression(value) else rebuilt(value, changed)

    return rebuilt(node, changed)
