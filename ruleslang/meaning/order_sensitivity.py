"""Whether the order of a list can matter to those who read it."""

from __future__ import annotations

from functools import cache
from typing import Any

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.walk import children


@cache
def order_matters(block: s.Block, name: str) -> bool:
    """Whether anything in a block reads a list other than as a bag: by place, or whole."""
    return any(_matters(statement, name) for statement in block)


def _matters(node: Any, name: str) -> bool:
    match node:
        case e.Local() | s.LocalPlace():
            return bool(node.name == name)
        case e.NumberOf(subject):
            return not _is_bag(subject, name) and _matters(subject, name)
        case e.IsEmpty(operand):
            return not _is_bag(operand, name) and _matters(operand, name)
        case (
            e.Fold(_, _, subject, value)
            | e.Image(_, subject, value)
            | e.UnionOver(_, subject, value)
        ):
            return _either(subject, value, name)
        case e.Every(_, subject, condition):
            return _either(subject, condition, name)
        case e.In(member, among):
            return _either(among, member, name)
    return any(_matters(child, name) for child in children(node))


def _either(bag: Any, other: Any, name: str) -> bool:
    """A part that is read as a bag, and another."""
    return (not _is_bag(bag, name) and _matters(bag, name)) or _matters(other, name)


def _is_bag(node: Any, name: str) -> bool:
    """The list itself, or those of its entries that meet a condition."""
    match node:
        case e.Local(found):
            return bool(found == name)
        case e.Where(_, subject, condition):
            return _is_bag(subject, name) and not _matters(condition, name)
    return False
