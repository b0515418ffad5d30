"""
The exact expected number of visits to each state of an absorbing Markov chain.

Strongly connected states form a group that is solved as linear equations; the groups are solved one
after another.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import TypeVar

from ruleslang.program.passes.strong_components import components

K = TypeVar("K", bound=Hashable)
Weights = dict[K, Fraction]

MOST_PLACES = 100_000
MOST_WORK = 1_000_000  # sums of products to solve the equations of one group


class Endless(Exception):
    """Some place is never left."""


class TooMany(Exception):
    """The chain has more places than can be counted."""


def visits(start: Weights[K], step: Callable[[K], Weights[K]]) -> Weights[K]:
    """
    Return the expected number of visits to each place; `step` gives the probabilities of the next
    places. Probability missing from their sum leaves the chain.

    >>> half = Fraction(1, 2)
    >>> visits({"a": Fraction(1)}, lambda place: {place: half})
    {'a': Fraction(2, 1)}
    """
    steps = _explore(start, step)
    reached: Weights[K] = dict(start)
    visited: Weights[K] = {}
    for group in reversed(components(steps)):
        inside = _solve(group, {place: reached.get(place, Fraction(0)) for place in group}, steps)
        members = frozenset(group)
        for place, number in inside.items():
            visited[place] = number
            for to, chance in steps[place].items():
                if to not in members:
                    reached[to] = reached.get(to, Fraction(0)) + number * chance
    return visited


def _explore(start: Iterable[K], step: Callable[[K], Weights[K]]) -> dict[K, Weights[K]]:
    steps: dict[K, Weights[K]] = {}
    todo = list(start)
    while todo:
        place = todo.pop()
        if place in steps:
            continue
        if len(steps) >= MOST_PLACES:
            raise TooMany
        steps[place] = step(place)
        todo.extend(steps[place])
    return steps


def _solve(group: list[K], inflow: Weights[K], steps: dict[K, Weights[K]]) -> Weights[K]:
    """
    Return visits: inflow + what the members of the group send to each other, solved exactly.
    Members with equal outgoing probabilities are one unknown.
    """
    members = frozenset(group)
    kinds: dict[frozenset[tuple[K, Fraction]], list[K]] = {}
    for place in group:
        inside = frozenset((to, chance) for to, chance in steps[place].items() if to in members)
        kinds.setdefault(inside, []).append(place)
    kind_of = {place: kind for kind, some in enumerate(kinds.values()) for place in some}
    chain = _Chain(len(kinds))
    for place in group:
        chain.inflow[kind_of[place]] += inflow[place]
    for kind, sent in enumerate(kinds):
        for to, chance in sent:
            chain.send(kind, kind_of[to], chance)
    visited = {place: inflow[place] for place in group}
    for often, sent in zip(chain.visits(), kinds, strict=True):
        for to, chance in sent:
            visited[to] += often * chance
    return visited


class _Chain:
    """
    A chain whose states are eliminated one by one: each passes on what it receives.

    That adds and multiplies chances and divides by what leaves a state, and never subtracts.
    """

    def __init__(self, size: int) -> None:
        self.inflow = [Fraction(0)] * size
        self.sent: list[dict[int, Fraction]] = [{} for _ in range(size)]
        self.from_: list[set[int]] = [set() for _ in range(size)]

    def send(self, state: int, to: int, chance: Fraction) -> None:
        """Add one more way from a state to another."""
        self.sent[state][to] = self.sent[state].get(to, Fraction(0)) + chance
        self.from_[to].add(state)

    def visits(self) -> list[Fraction]:
        """Return the expected number of visits to each state."""
        order = self._order()
        kept: dict[int, list[tuple[int, Fraction]]] = {}
        stays: dict[int, Fraction] = {}
        for state in order:
            stays[state], kept[state] = self._eliminate(state)
        visits_of = [Fraction(0)] * len(order)
        for state in reversed(order):
            comes = sum((visits_of[other] * chance for other, chance in kept[state]), Fraction(0))
            visits_of[state] = (self.inflow[state] + comes) * stays[state]
        return visits_of

    def _order(self) -> list[int]:
        """
        Return the states, first those through which the fewest ways lead.

        Counts what eliminating them will take, and raises `TooMany` before any of it is done.
        """
        to = [set(sent) - {state} for state, sent in enumerate(self.sent)]
        from_ = [some - {state} for state, some in enumerate(self.from_)]
        todo = [(len(to[state]) * len(from_[state]), state) for state in range(len(to))]
        heapify(todo)
        order: list[int] = []
        done: set[int] = set()
        work = 0
        while todo:
            ways, state = heappop(todo)
            if state in done or ways != len(to[state]) * len(from_[state]):
                continue
            work += ways
            if work > MOST_WORK:
                raise TooMany
            order.append(state)
            done.add(state)
            for other in from_[state]:
                to[other] |= to[state]
                to[other] -= {state, other}
            for other in to[state]:
                from_[other] |= from_[state]
                from_[other] -= {state, other}
            for other in from_[state] | to[state]:
                heappush(todo, (len(to[other]) * len(from_[other]), other))
        return order

    def _eliminate(self, state: int) -> tuple[Fraction, list[tuple[int, Fraction]]]:
        """Eliminate a transient state: expected visits per entry, and its predecessors."""
        sent = self.sent[state]
        leaves = 1 - sent.pop(state, Fraction(0))
        if not leaves:
            raise Endless
        self.from_[state].discard(state)
        comes = [(other, self.sent[other].pop(state)) for other in self.from_[state]]
        for to in sent:
            self.from_[to].discard(state)
        stays = 1 / leaves
        for to, chance in sent.items():
            on = chance * stays
            self.inflow[to] += self.inflow[state] * on
            for other, first in comes:
                self.send(other, to, first * on)
        return stays, comes
