"""Rewrites a program node by node, from the leaves upwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from attrs import evolve

from ruleslang.nodes.fields import field_names
from ruleslang.program import expressions as e
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.slot_uses import with_slots
from ruleslang.program.walk import walk

T = TypeVar("T")


class Several(tuple[Any, ...]):
    """Statements that take the place of one."""

    __slots__ = ()


class Table:
    """The locals of the body being rewritten, and those that the rewrite adds."""

    def __init__(self) -> None:
        self.declared: tuple[LocalDecl, ...] = ()

    def add(self, local: LocalDecl) -> Slot:
        """Add a local; returns its slot."""
        self.declared = (*self.declared, local)
        return len(self.declared) - 1


Change: TypeAlias = Callable[[Any, Table], Any]


def rewritten(node: T, change: Change) -> T:
    """A part of a program, with `change` applied to each node after its parts."""
    made: T = _rewritten(node, change, Table())
    return made


def _rewritten(node: Any, change: Change, table: Table) -> Any:
    if isinstance(node, tuple):
        return _flat(node, [_rewritten(each, change, table) for each in node])
    names = field_names(type(node))
    if names is None:
        return node
    if "locals" in names:
        table = Table()
        table.declared = node.locals
    changed = {}
    for name in names:
        before = getattr(node, name)
        after = _rewritten(before, change, table)
        if after is not before:
            changed[name] = after
    if "locals" in names and table.declared is not node.locals:
        changed["locals"] = table.declared
    return change(evolve(node, **changed) if changed else node, table)


def _flat(before: tuple[Any, ...], after: list[Any]) -> tuple[Any, ...]:
    if all(one is other for one, other in zip(before, after, strict=True)):
        return before
    found: list[Any] = []
    for each in after:
        found += each if isinstance(each, Several) else (each,)
    return tuple(found)


# ---------------------------------------------------------------- locals


def in_another_body(
    expression: e.Expr, declared: tuple[LocalDecl, ...], given: tuple[e.Expr, ...], table: Table
) -> e.Expr:
    """An expression moved to another body: its first locals are replaced by the given expressions,
    the others get slots of their own.
    """
    slots = {slot: -1 - slot for slot in range(len(given))}
    slots |= {slot: table.add(declared[slot]) for slot in range(len(given), len(declared))}
    return _with_locals(
        with_slots(expression, slots), {-1 - i: each for i, each in enumerate(given)}
    )


def _with_locals(expression: e.Expr, values: Mapping[Slot, e.Expr]) -> e.Expr:
    def change(node: Any, table: Table) -> Any:
        return values.get(node.slot, node) if isinstance(node, e.Local) else node

    return rewritten(expression, change)


def is_closed(expression: Any) -> bool:
    """Whether an expression reads no local and names no member."""
    return not any(
        hasattr(each, "variable") or isinstance(each, e.Local) for each in walk(expression)
    )


def size(expression: Any) -> int:
    """The number of nodes."""
    return sum(1 for _ in walk(expression))
