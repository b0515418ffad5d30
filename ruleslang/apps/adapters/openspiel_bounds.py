"""
What OpenSpiel wants to know of a game in numbers: bounds of its tree, and scales of its features.

A small tree is looked at from end to end. Of a larger one its bounds are those that the rulebook
declares: its decision cap, and the type of the payoff.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy
from attrs import frozen

from ruleslang.engine.match.observations import ENTRIES, OF_COLUMN, Observations
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

MOST_NODES = 15_000  # a larger tree is not looked at from end to end
PROBES = 30
MOST_OUTCOMES = 4096  # if the tree is too large to count them


class TreeNode(Protocol):
    """A position in a tree."""

    legal: list[int]
    outcomes: list[tuple[int, float]]
    payoffs: list[float]

    def child(self, action: int, /) -> TreeNode:
        """The position after an action or an outcome of chance."""


@frozen
class Bounds:
    """The most decisions of a match, the most outcomes of a chance node, and the payoffs."""

    decisions: int
    outcomes: int
    payoffs: tuple[float, float]


def bounds_of(root: TreeNode, declared: Bounds) -> Bounds:
    """The exact bounds of a small tree, otherwise those that the rulebook declares."""
    if _is_large(root):
        return declared
    longest = widest = 0
    low, high, left = float("inf"), float("-inf"), MOST_NODES
    stack = [(root, 0)]
    while stack:
        left -= 1
        if left < 0:
            return declared
        node, decided = stack.pop()
        actions = _actions(node)
        if not actions:
            low, high = min(low, *node.payoffs), max(high, *node.payoffs)
        longest, widest = max(longest, decided), max(widest, len(node.outcomes))
        stack += [(node.child(action), decided + (not node.outcomes)) for action in actions]
    return Bounds(longest, widest, (low, high))


def _actions(node: TreeNode) -> Sequence[int]:
    return [outcome for outcome, _ in node.outcomes] or node.legal


def _is_large(root: TreeNode) -> bool:
    """
    Whether a tree is likely to be too large, by the widths of random paths (Knuth 1975).

    A path is left as soon as the estimate is too high, so that long games cost little.
    """
    draw, estimate = numpy.random.default_rng(0), 0
    for _ in range(PROBES):
        node, paths = root, 1
        while actions := _actions(node):
            paths *= len(actions)
            estimate += paths
            if estimate > 2 * PROBES * MOST_NODES:
                return True
            node = node.child(actions[int(draw.integers(len(actions)))])
    return estimate > PROBES * MOST_NODES


def scales_of(observed: Observations) -> Any:
    """A factor for each feature, with which numbers are between -1 and 1."""
    scales: Any = numpy.ones(observed.features.width, numpy.float32)
    columns = ((part, at) for part, width in observed.parts.items() for at in range(width))
    for column, (part, place) in enumerate(columns):
        feature, names = observed.features.table[OF_COLUMN * column :][:2]
        if names == 0:
            scales[feature] = 1 / max(1, _most(observed, part, place))
    return scales


def _most(observed: Observations, part: str, place: int) -> int:
    """The largest absolute value in a column of a row that is a number."""
    population, (kind, _, _) = observed.population, part.partition(" ")
    if kind == "zone":
        return len(population.cards)
    if kind == "state":
        of = plain(population.states[_state_of(observed, part)].type)
        if isinstance(of, t.SetOf | t.ListOf):
            of = (
                t.Number(0, max(ENTRIES, len(observed.numbers[part])))
                if not place
                else (plain(of.element))
            )
        return max(abs(of.low), abs(of.high)) if isinstance(of, t.Number) else 1
    return ENTRIES if kind == "dice" and not place else 1


def _state_of(observed: Observations, part: str) -> str:
    return next(
        state for name, state, _ in observed.population.state_places if part == f"state {name}"
    )
