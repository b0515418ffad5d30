"""
Reports `endless-recursion`: a procedure calls itself with no window and no card play in between.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import Edge, Graph, Node, circle_text, graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program.passes.components import circles, shortest_circle
from ruleslang.source.diagnostic import Diagnostic, Message

endless_recursion = Message(
    "endless-recursion",
    "`{name}` runs itself without end",
    help="{path}: use `repeat while`, or put a window or a card's play in between",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every strongly connected group of procedures that call and offer each other, once."""
    table = graph(subject)
    calls = calls_and_offers(table)
    place = {node: number for number, node in enumerate(calls)}
    for group in circles(calls):
        path = shortest_circle(calls, min(group, key=place.__getitem__))
        edge = next(candidate for candidate in table.edges[path[-1]] if _runs(candidate, path[0]))
        yield endless_recursion(
            subject.span(edge.origin), name=path[0][1], path=circle_text([name for _, name in path])
        )


def calls_and_offers(table: Graph) -> dict[Node, list[Node]]:
    """The call graph restricted to calls and offers."""
    return {
        node: [
            edge.target
            for edge in table.edges[node]
            if edge.target in table.blocks and _runs(edge, edge.target)
        ]
        for node in table.blocks
    }


def _runs(edge: Edge, target: Node) -> bool:
    return edge.way in ("call", "offer") and edge.target == target
