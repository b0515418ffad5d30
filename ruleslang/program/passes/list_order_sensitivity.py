"""
How much of a list a block observes: the order of its entries, which there are, or only their sum.

Lists that it cannot tell apart are one case for whoever counts chances.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import READS, WRITES, Slot, slots_in
from ruleslang.program.traits.expression_reads import is_expression, read_as_bags
from ruleslang.program.walk import children


@cache
def order_matters(block: s.Block, slot: Slot) -> bool:
    """Whether anything in a block reads a list other than as a bag: by place, or whole."""
    return any(_matters(statement, slot) for statement in block)


@cache
def only_sum_matters(block: s.Block, slot: Slot) -> bool:
    """Whether all that a block reads of a list of numbers is their sum, and how many there are."""
    return not any(_reads_entries(statement, slot) for statement in block)


def _reads_entries(node: Any, slot: Slot) -> bool:
    if slot in slots_in(node, (READS, WRITES)):
        return True
    match node:
        case e.Fold("sum", variable, e.Local(found), e.Local(added)) if found == slot:
            return added != variable
        case e.NumberOf(e.Local(found)) if found == slot:
            return False
    return any(_reads_entries(child, slot) for child in children(node))


def _matters(node: Any, slot: Slot) -> bool:
    if slot in slots_in(node, (READS, WRITES)):
        return True
    bags = read_as_bags(node) if is_expression(node) else ()
    return any(
        _matters(child, slot)
        for child in children(node)
        if not (any(child is bag for bag in bags) and _is_bag(child, slot))
    )


def _is_bag(node: Any, slot: Slot) -> bool:
    """The list itself, or those of its entries that meet a condition."""
    match node:
        case e.Local(found):
            return bool(found == slot)
        case e.Where(_, subject, condition):
            return _is_bag(subject, slot) and not _matters(condition, slot)
    return False
