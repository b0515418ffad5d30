"""
Memoises named values while the cells that they read are unchanged.

The memo is in the play; printed source clears it after every write of a cell that any of these
values reads, and after every effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from attrs import frozen

from ruleslang.flow.lower import Flow
from ruleslang.flow.steps import inside
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.words import (
    Apply,
    Attempt,
    Cell,
    Find,
    Invoke,
    MostOften,
    Noted,
    OneOfEach,
    PlaceOf,
    RunHere,
    RunUnderWay,
    Standing,
    Through,
    Twins,
    WouldBe,
)

K = TypeVar("K")
V = TypeVar("V")


class MadeWhenAsked(dict[K, V]):
    """
    A dictionary that creates missing entries.

    >>> squares = MadeWhenAsked[int, int](lambda number: number**2)
    >>> squares[3], squares
    (9, {3: 9})
    """

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self[key] = self._make(key)
        return value


_NEVER_KEPT = (
    Attempt,
    MostOften,
    Noted,
    OneOfEach,
    PlaceOf,
    RunHere,
    RunUnderWay,
    Standing,
    Twins,
    WouldBe,
)
MOST_ARGUMENTS = 1


@frozen(eq=False)
class KeptValues:
    """The memoised routines, and the cells that they read."""

    routines: frozenset[str]
    cells: frozenset[int]

    def changes(self, flow: Flow, family: str) -> bool:
        """Whether a write of a family invalidates the memo."""
        of = flow.layout[family]
        return not self.cells.isdisjoint(range(of.base, of.base + of.cells))


def kept_values(flow: Flow) -> KeptValues:
    """The values with few arguments that iterate, and read nothing but cells."""
    reads = MadeWhenAsked[str, frozenset[str] | None](lambda name: _reads(flow.routines[name]))
    names = {
        name
        for name, routine in flow.routines.items()
        if name.startswith("value ")
        and routine.is_pure
        and not routine.is_constant
        and len(routine.parameters) <= MOST_ARGUMENTS
        and any(_runs_through(node) for node in inside(routine.steps))
        and all(reads[other] is not None for other in _called(flow, name))
    }
    cells = {
        cell
        for name in names
        for other in _called(flow, name)
        for family in reads[other] or ()
        for cell in range(
            flow.layout[family].base, flow.layout[family].base + flow.layout[family].cells
        )
    }
    return KeptValues(frozenset(names), frozenset(cells))


def _runs_through(node: object) -> bool:
    """Whether a word iterates over more than one member."""
    match node:
        case Find(over=Apply("tuple of known", (_,))):
            return False
    return isinstance(node, Through | Find)


def _reads(routine: Routine) -> frozenset[str] | None:
    """The families of cells that a routine reads itself; `None`: it does other things too."""
    if not routine.is_pure:
        return None
    nodes = tuple(inside(routine.steps))
    if any(isinstance(node, _NEVER_KEPT) for node in nodes):
        return None
    return frozenset(node.family for node in nodes if isinstance(node, Cell))


def _called(flow: Flow, name: str) -> Iterable[str]:
    """A routine and all that it calls, transitively."""
    met, todo = {name}, [name]
    while todo:
        steps = flow.routines[todo.pop()].steps
        new = {node.function for node in inside(steps) if isinstance(node, Invoke)} - met
        met |= new
        todo += new
    return met
