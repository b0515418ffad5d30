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

from ruleslang.engine.match.observations import A_CARD, OF_COLUMN, Observations

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
    form = observed.forms.get(part)
    if form is None:
        return len(observed.population.cards) if part in observed.places else 1
    if form.most and not place:
        return form.most
    if form.members and A_CARD in form.names:
        name = form.members[place - 1]
        copies = sum(card.title.name == name for card in observed.population.cards)
        return form.most if name == A_CARD else copies
    if form.range is None or form.members or place > form.entries:
        return 1
    return max(abs(form.range.low), abs(form.range.high))
