"""Strongly connected components of a graph, and its cycles."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

N = TypeVar("N", bound=Hashable)


def components(graph: Mapping[N, Iterable[N]]) -> list[list[N]]:
    """
    The strongly connected components in reverse topological order. Tarjan, without recursion.

    >>> components({"a": "b", "b": "ac", "c": "d", "d": ""})
    [['d'], ['c'], ['b', 'a']]
    """
    found: list[list[N]] = []
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
            node, rest = path[-1]
            for each in rest:
                if each not in number:
                    if each in graph:
                        number[each] = lowest[each] = len(number)
                        open_.append(each)
                        inside.add(each)
                        path.append((each, iter(graph[each])))
                        break
                elif each in inside:
                    lowest[node] = min(lowest[node], number[each])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == number[node]:
                    found.append(_closed(open_, inside, node))
    return found


def _closed(open_: list[N], inside: set[N], first: N) -> list[N]:
    group: list[N] = []
    while not group or group[-1] != first:
        group.append(open_.pop())
    inside.difference_update(group)
    return group


def circles(graph: Mapping[N, Iterable[N]]) -> list[list[N]]:
    """The components with a cycle."""
    return [
        group for group in components(graph) if len(group) > 1 or group[0] in set(graph[group[0]])
    ]


def shortest_circle(graph: Mapping[N, Iterable[N]], start: N) -> list[N]:
    """A shortest cycle through a node, without its end."""
    before: dict[N, N] = {}
    waiting = [start]
    for node in waiting:
        for each in graph.get(node, ()):
            if each == start:
                way = [node]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1]
            if each not in before:
                before[each] = node
                waiting.append(each)
    raise ValueError("it stands in no circle")
