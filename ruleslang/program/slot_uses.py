"""
The slots that a part of a program defines, reads, writes and captures; renumbering of slots.

All of it follows the slot fields of the nodes, so a new class needs no line here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import is_
from typing import TypeVar, cast

from attrs import evolve

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.effect_order import read_for_force
from ruleslang.program.locals import DEFINES, READS, WRITES, Slot, slot_fields, slots_in, slots_of
from ruleslang.program.traits.reads import is_expression
from ruleslang.program.walk import rebuilt, walk
from ruleslang.source.walk import field_names

T = TypeVar("T")


def defined_in(node: object) -> Iterator[Slot]:
    """Return the slots to which something in a node gives a value, in the order of `walk`."""
    return _slots(node, (DEFINES,))


def used_in(node: object) -> Iterator[Slot]:
    """Return the slots that something in a node reads or writes, in the order of `walk`."""
    return _slots(node, (READS, WRITES))


def defined_or_used_in(node: object) -> list[Slot]:
    """Return the slots of `defined_in` and then those of `used_in`, by one walk."""
    defined: list[Slot] = []
    used: list[Slot] = []
    for part in walk(node):
        for name, use in slot_fields(part.__class__):
            (defined if use == DEFINES else used).extend(slots_of(getattr(part, name)))
    return defined + used


def written_in(node: object) -> Iterator[Slot]:
    """Return the slots that something in a node gives another value, in the order of `walk`."""
    return _slots(node, (WRITES,))


def _slots(node: object, uses: tuple[dict[str, str], ...]) -> Iterator[Slot]:
    for part in walk(node):
        if slot_fields(part.__class__):
            yield from slots_in(part, uses)


def captured_by(lasting: s.Lasting) -> tuple[Slot, ...]:
    """Return the slots of the surrounding body that a statement's effects and condition read."""
    parts = (*read_for_force(lasting), *lasting.effects)
    return tuple(sorted({*used_in(parts)} - {*defined_in(parts)}))


def with_slots(node: T, slots: Mapping[Slot, Slot]) -> T:
    """
    Return a part of a program with other slots; lasting statements say what they capture.

    Every declaration that is lowered passes here, so this is `rebuilt` without a call for each
    field.
    """
    if isinstance(node, tuple):
        members = tuple([with_slots(part, slots) for part in node])
        return node if all(map(is_, members, node)) else cast("T", members)
    before, after = [], []
    for name, holds_slots in _parts(type(node)):
        value = getattr(node, name)
        before.append(value)
        if holds_slots:
            value = _renamed(value, slots)
        elif value.__class__ not in _PLAIN:
            value = with_slots(value, slots)
        after.append(value)
    renamed = node if all(map(is_, after, before)) else type(node)(*after)
    if isinstance(renamed, s.Lasting):
        return evolve(renamed, captures=captured_by(renamed))
    return renamed


_PLAIN = frozenset({int, str, bool, type(None)})  # without anything in them


_PARTS: dict[type[object], tuple[tuple[str, bool], ...]] = {}  # the parts of each class, memoised


def _parts(kind: type[object]) -> tuple[tuple[str, bool], ...]:
    """Return the fields of a class, each with whether it holds slots that are to be renamed."""
    parts = _PARTS.get(kind)
    if parts is None:
        slot_names = {name for name, _ in slot_fields(kind) if name != "captures"}
        parts = _PARTS[kind] = tuple((name, name in slot_names) for name in field_names(kind) or ())
    return parts


def _renamed(value: object, slots: Mapping[Slot, Slot]) -> object:
    """Return the value of a field of slots, one or several."""
    if isinstance(value, tuple):
        return tuple(slots[item] for item in value)
    return slots[value] if isinstance(value, int) else None


def with_local(node: e.Expr, slot: Slot, by: e.Expr) -> e.Expr:
    """Return the expression with another substituted for a local that it reads."""
    if node == e.Local(slot):
        return by

    def changed(_: str, value: object) -> object:
        return with_local(value, slot, by) if is_expression(value) else rebuilt(value, changed)

    return rebuilt(node, changed)
