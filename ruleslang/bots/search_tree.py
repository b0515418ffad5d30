"""
A tree of choices that all playouts from one decision share (UCT over determinised copies).

A choice is tried again the more often the more it paid, and the less often it was tried when it
could be made: in a copy with other hidden cards there may be other choices.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import AbstractContextManager
from math import log, sqrt
from typing import Protocol, TypeAlias

from attrs import define, field

from ruleslang.bots.search_matches import Node, Payoffs, Searching

EXPLORES = 0.9  # how much a choice gains that was seldom tried, beside a payoff from 0 to 1

Key: TypeAlias = tuple[int, Hashable]  # who chooses, and what


class Starts(Protocol):
    """Where playouts begin."""

    def next(self) -> AbstractContextManager[Node]:
        """One more match that stands at the decision."""


@define(eq=False)
class Tried:
    """A choice of a player in the tree: how often it could be made, was made, and what it paid."""

    seat: int
    offered: int = 0
    visits: int = 0
    paid: float = 0.0
    further: dict[Key, Tried] = field(factory=dict)


class ChoiceTree:
    """Playouts from one decision."""

    def __init__(self, searching: Searching) -> None:
        self.searching = searching
        self.root = Tried(-1)
        self.low, self.high = 0.0, 0.0  # payoffs that were met
        self.first: list[Key] = []  # the choices of the decision itself

    def grow(self, starts: Starts, turns: Iterator[None]) -> None:
        """So many playouts."""
        for _ in turns:
            with starts.next() as node:
                self._play_out(node)

    def visits(self) -> list[int]:
        """How often each choice of the decision was tried."""
        return [found.visits if (found := self.root.further.get(key)) else 0 for key in self.first]

    def _play_out(self, node: Node) -> None:
        here, path = self.root, list[Tried]()
        while (waits := node.match.waits_for) is not None:
            keys = [(waits[0], key) for key in node.choice_keys()]
            self.first = self.first or keys
            index, is_new = self._picked(here, keys)
            here = here.further[keys[index]]
            path.append(here)
            node.match.choose(index)
            if is_new:
                break
        self._count(path, self.searching.finish(node, self.searching.seed()))

    def _count(self, path: Sequence[Tried], payoffs: Payoffs) -> None:
        self.low, self.high = min(self.low, *payoffs), max(self.high, *payoffs)
        for each in path:
            each.visits += 1
            each.paid += payoffs[each.seat]

    def _picked(self, here: Tried, keys: Sequence[Key]) -> tuple[int, bool]:
        """A choice that was never tried here, or the one that promises most."""
        for key in keys:
            if key in here.further:
                here.further[key].offered += 1
        new = [place for place, key in enumerate(keys) if key not in here.further]
        if new:
            index = new[self.searching.stream.below(len(new))]
            here.further[keys[index]] = Tried(keys[index][0], offered=1)
            return index, True
        rates = [self._promise(here.further[key]) for key in keys]
        return rates.index(max(rates)), False

    def _promise(self, choice: Tried) -> float:
        spread = (self.high - self.low) or 1.0
        visits = max(1, choice.visits)
        mean = (choice.paid / visits - self.low) / spread
        return mean + EXPLORES * sqrt(log(choice.offered + 1) / visits)
