"""Strongly connected components of a graph, and its cycles."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def components(graph: Mapping[N, Iterable[N]]) -> list[list[N]]:
    """
    Return the strongly connected components in reverse topological order. Tarjan, without
    recursion.

    >>> components({"a": "b", "b": "ac", "c": "d", "d": ""})
    [['d'], ['c'], ['b', 'a']]
    """
    components_found: list[list[N]] = []
    number: dict[N, int] = {}
    lowest: dict[N, int] = {}
    open_: list[N] = []
    inside: set[N] = set()
    for start in graph:
        if start in number:
            continue
        number[start] = lowest[start] = len(number)
        open_.append(start)
        inside.add(start)
        path = [(start, iter(graph[start]))]
        while path:
            node, successors = path[-1]
            for successor in successors:
                if successor not in number:
                    if successor in graph:
                        number[successor] = lowest[successor] = len(number)
                        open_.append(successor)
                        inside.add(successor)
                        path.append((successor, iter(graph[successor])))
                        break
                elif successor in inside:
                    lowest[node] = min(lowest[node], number[successor])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == number[node]:
                    components_found.append(_closed(open_, inside, node))
    return components_found


def _closed(open_: list[N], inside: set[N], first: N) -> list[N]:
    group: list[N] = []
    while not group or group[-1] != first:
        group.append(open_.pop())
    inside.difference_update(group)
    return group


def circles(graph: Mapping[N, Iterable[N]]) -> list[list[N]]:
    """Return the components with a cycle."""
    return [
        group for group in components(graph) if len(group) > 1 or group[0] in set(graph[group[0]])
    ]


def shortest_circle(graph: Mapping[N, Iterable[N]], start: N) -> list[N]:
    """Return a shortest cycle through a node, without its end."""
    before: dict[N, N] = {}
    waiting = [start]
    for node in waiting:
        for successor in graph.get(node, ()):
            if successor == start:
                way = [node]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1]
            if successor not in before:
                before[successor] = node
                waiting.append(successor)
    raise ValueError("it is in no cycle")
