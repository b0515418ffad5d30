"""Liveness of locals, and whether the order of a list matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, takewhile
from typing import Any

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import READS, WRITES, Slot, slots_in
from ruleslang.program.passes.effects_by_event import bodies
from ruleslang.program.program import Program, memoised
from ruleslang.program.slot_uses import defined_in
from ruleslang.program.traits.reads import is_expression, read_as_bags
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import children, walk
from ruleslang.source.walk import asked_once

_LOOPS = (s.ForEach, s.Repeat, s.TakeTurns, s.TogetherForEach)
_NONE: frozenset[Slot] = frozenset()


@memoised
def read_later(program: Program) -> Mapping[int, frozenset[Slot]]:
    """
    Return the live slots before each statement, by its `id`: those that it, or what follows it in
    its body, reads before they are defined again.
    """
    parts = (read_later_in(each).items() for each in children(bodies(program)))
    return dict(chain.from_iterable(parts))


@asked_once
def read_later_in(declared: object) -> Mapping[int, frozenset[Slot]]:
    """Return the live slots before each statement of a declaration."""
    live: dict[int, frozenset[Slot]] = {}
    for block in _outermost_blocks(declared):
        _in_block(block, _NONE, live)
    return live


def _outermost_blocks(declared: object) -> Iterator[s.Block]:
    for node in walk(declared):
        if isinstance(node, s.Body):
            yield node.statements
        elif isinstance(node, s.Hook | s.Whenever):
            yield node.block


def _in_block(block: s.Block, after: frozenset[Slot], later: dict[int, frozenset[Slot]]) -> None:
    for statement in reversed(block):
        slots = _read_in(statement)
        defined = frozenset(defined_in(statement))
        read_again = slots - defined if isinstance(statement, _LOOPS) else _NONE
        for inner in traits(statement).blocks:
            _in_block(inner, after | read_again, later)
        after = later[id(statement)] = (slots | after) - defined


@cache
def tested_first(declared: d.Action | d.Play) -> tuple[s.Clause, ...]:
    """
    Return the first clauses of an action or play with choices that read nothing that is chosen:
    they are tested before any choice is considered.
    """
    if not declared.choices:
        return ()
    chosen = {slot for choice in declared.choices for slot in defined_in(choice)}
    clauses = (clause for clause in declared.body.clauses if not isinstance(clause, s.Pays))
    return tuple(takewhile(lambda clause: chosen.isdisjoint(_read_in(clause)), clauses))


def _read_in(part: object) -> frozenset[Slot]:
    return frozenset(slot for node in walk(part) for slot in slots_in(node, (READS,)))


@cache
def order_matters(block: s.Block, slot: Slot) -> bool:
    """Return whether a block reads a list in an order-sensitive way, rather than as a multiset."""
    return any(_matters(statement, slot) for statement in block)


@cache
def only_sum_matters(block: s.Block, slot: Slot) -> bool:
    """Return whether a block reads only the sum of a list of numbers, and how many there are."""
    return not any(_reads_entries(statement, slot) for statement in block)


def _reads_entries(node: Any, slot: Slot) -> bool:
    if slot in slots_in(node, (READS, WRITES)):
        return True
    match node:
        case e.Fold("sum", variable, e.Local(local), e.Local(added)) if local == slot:
            return added != variable
        case e.NumberOf(e.Local(local)) if local == slot:
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
    """Return whether this is the list itself, or its entries that meet a condition."""
    match node:
        case e.Local(local):
            return bool(local == slot)
        case e.Where(_, subject, condition):
            return _is_bag(subject, slot) and not _matters(condition, slot)
    return False
