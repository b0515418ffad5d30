"""Reports `too-deep`: a chain of values or procedures that a match could not evaluate.

It runs before all other checks, and alone if it finds something: the others and the engines may
recurse along such chains.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from ruleslang.language.checks.endless_recursion import calls_and_offers
from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.subject import Subject
from ruleslang.language.checks.value_in_circle import needed_values
from ruleslang.program import limits
from ruleslang.program.passes.components import components
from ruleslang.source.diagnostic import Diagnostic, Message

N = TypeVar("N", bound=Hashable)


too_deep = Message(
    "too-deep",
    "with `{name}` more than {most} {what} lie in each other",
    help="say in fewer steps what it is",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """The first value, and the first procedure, that exceeds the limit."""
    origins = {value.name: value.origin for value in subject.program.values}
    for name in _first_too_deep(needed_values(subject), limits.ASKED_INSIDE):
        span = subject.span(origins[name])
        yield too_deep(span, name=name, what="values", most=limits.ASKED_INSIDE)
    runs = calls_and_offers(graph(subject))
    for node in _first_too_deep(runs, limits.IN_A_CHAIN):
        shape = subject.procedures if node[0] == "procedure" else subject.actions
        if node[1] in shape:
            span = subject.span(shape[node[1]].origin)
            yield too_deep(span, name=node[1], what="procedures", most=limits.IN_A_CHAIN)


def _first_too_deep(asks: Mapping[N, Iterable[N]], most: int) -> Iterator[N]:
    """The first node below which a chain reaches the limit, if any."""
    depth: dict[N, int] = {}
    for group in components(asks):
        below = max(
            (depth.get(neighbour, 0) for node in group for neighbour in asks[node]), default=0
        )
        for node in group:
            depth[node] = below + 1
        if below >= most:
            yield group[0]
            return
