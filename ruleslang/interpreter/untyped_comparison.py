"""Sameness of values of which no program says the types: those that lines of examples name."""

from __future__ import annotations

from collections import Counter

from ruleslang.interpreter.machine import Machine
from ruleslang.match.values import (
    Card,
    CardDefinition,
    ListValue,
    Value,
    members,
)


def seem_same(m: Machine, left: Value, right: Value) -> bool:
    """
    Whether two values are the same.

    A card is the same as the definition it counts as. Two lists are the same entry by entry; any
    other two collections when they hold the same, in whatever order. None is the same only as none.
    """
    if left is right:
        return True
    if isinstance(left, tuple) or isinstance(right, tuple):
        return _same_members(m, left, right)
    if isinstance(left, Card) and isinstance(right, CardDefinition):
        return m.state.title_of(left) is right
    if isinstance(left, CardDefinition) and isinstance(right, Card):
        return m.state.title_of(right) is left
    return bool(left == right) and (type(left) is bool) == (type(right) is bool)


def _same_members(m: Machine, left: Value, right: Value) -> bool:
    """Whether two collections hold the same; an optional is a set of at most one."""
    mine, theirs = members(left), members(right)
    if len(mine) != len(theirs):
        return False
    if isinstance(left, ListValue) and isinstance(right, ListValue):
        return all(seem_same(m, a, b) for a, b in zip(mine, theirs, strict=True))
    if any(isinstance(each, CardDefinition) for each in mine + theirs):
        mine, theirs = _as_titles(m, mine), _as_titles(m, theirs)
    return Counter(mine) == Counter(theirs)


def _as_titles(m: Machine, values: tuple[Value, ...]) -> tuple[Value, ...]:
    return tuple(m.state.title_of(each) if isinstance(each, Card) else each for each in values)
