"""
Whether a block can tell in which order the entries of a list stand.

Where it cannot, whoever counts chances may take lists that hold the same as one case.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.walk import children


@cache
def order_matters(block: s.Block, slot: Slot) -> bool:
    """Whether anything in a block reads a list other than as a bag: by place, or whole."""
    return any(_matters(statement, slot) for statement in block)


def _matters(node: Any, slot: Slot) -> bool:
    match node:
        case e.Local() | s.LocalPlace():
            return bool(node.slot == slot)
        case e.NumberOf(subject):
            return not _is_bag(subject, slot) and _matters(subject, slot)
        case e.IsEmpty(operand):
            return not _is_bag(operand, slot) and _matters(operand, slot)
        case (
            e.Fold(_, _, subject, value)
            | e.Image(_, subject, value)
            | e.UnionOver(_, subject, value)
        ):
            return _either(subject, value, slot)
        case e.Every(_, subject, condition):
            return _either(subject, condition, slot)
        case e.In(member, among):
            return _either(among, member, slot)
    return any(_matters(child, slot) for child in children(node))


def _either(bag: Any, other: Any, slot: Slot) -> bool:
    """A part that is read as a bag, and another."""
    return (not _is_bag(bag, slot) and _matters(bag, slot)) or _matters(other, slot)


def _is_bag(node: Any, slot: Slot) -> bool:
    """The list itself, or those of its entries that meet a condition."""
    match node:
        case e.Local(found):
            return bool(found == slot)
        case e.Where(_, subject, condition):
            return _is_bag(subject, slot) and not _matters(condition, slot)
    return False
