"""
The exact expected number of visits to each state of an absorbing Markov chain.

Strongly connected states form a group that is solved as linear equations; the groups are solved one
after another.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
Weights = dict[K, Fraction]

MOST_PLACES = 100_000
MOST_TOGETHER = 400  # places of one group: as many equations


class Endless(Exception):
    """There is a place that is never left."""


class TooMany(Exception):
    """There are more places than can be counted."""


def visits(start: Weights[K], step: Callable[[K], Weights[K]]) -> Weights[K]:
    """
    The expected number of visits to each place; `step` gives the probabilities of the next places.
    Probability missing from their sum leaves the chain.

    >>> half = Fraction(1, 2)
    >>> visits({"a": Fraction(1)}, lambda place: {place: half})
    {'a': Fraction(2, 1)}
    """
    steps = _explore(start, step)
    reached: Weights[K] = dict(start)
    visited: Weights[K] = {}
    for group in reversed(_groups(steps)):
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


def _groups(steps: dict[K, Weights[K]]) -> list[list[K]]:
    """Strongly connected places (Tarjan 1972); a group comes after those that it leads to."""
    index: dict[K, int] = {}
    low: dict[K, int] = {}
    stack: list[K] = []
    on_stack: set[K] = set()
    groups: list[list[K]] = []
    for root in steps:
        if root in index:
            continue
        work = [(root, iter(steps[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            place, rest = work[-1]
            for to in rest:
                if to not in index:
                    index[to] = low[to] = len(index)
                    stack.append(to)
                    on_stack.add(to)
                    work.append((to, iter(steps[to])))
                    break
                if to in on_stack:
                    low[place] = min(low[place], index[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[place])
                if low[place] == index[place]:
                    groups.append(_cut(stack, on_stack, place))
    return groups


def _cut(stack: list[K], on_stack: set[K], first: K) -> list[K]:
    group = []
    while True:
        place = stack.pop()
        on_stack.discard(place)
        group.append(place)
        if place == first:
            return group


def _solve(group: list[K], inflow: Weights[K], steps: dict[K, Weights[K]]) -> Weights[K]:
    """Visits = inflow + what the members of the group send to each other, solved exactly."""
    size = len(group)
    if size > MOST_TOGETHER:
        raise TooMany
    rows = [
        [int(place == other) - steps[other].get(place, Fraction(0)) for other in group]
        + [inflow[place]]
        for place in group
    ]
    for column in range(size):
        pivot = next((row for row in range(column, size) if rows[row][column]), None)
        if pivot is None:
            raise Endless
        rows[column], rows[pivot] = rows[pivot], rows[column]
        _clear(rows, column)
    return {place: rows[i][size] for i, place in enumerate(group)}


def _clear(rows: list[list[Fraction]], column: int) -> None:
    head = rows[column]
    by = head[column]
    rows[column] = head = [each / by for each in head]
    for i, row in enumerate(rows):
        if i != column and row[column]:
            factor = row[column]
            rows[i] = [a - factor * b if b else a for a, b in zip(row, head, strict=True)]
