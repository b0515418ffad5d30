"""Reports `endless-recursion`: a procedure runs itself with no window and no card play in
between.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.call_graph import Edge, Graph, Node, graph
from ruleslang.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def endless_recursion(span: Span, name: str, path: list[str]) -> Diagnostic:
    """A procedure calls itself, and nothing bounds how deep."""
    way = " → ".join(f"`{step}`" for step in [*path, path[0]])
    return error(
        "endless-recursion",
        span,
        f"`{name}` runs itself without end",
        help=f"{way}: use `repeat while`, or let a window or a card's play lie between",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every cycle of calls and offers, once."""
    table = graph(subject)
    blamed: set[Node] = set()
    for node in table.blocks:
        if node in blamed:
            continue
        found = _circle(table, node)
        if found is not None:
            path, edge = found
            blamed.update(path)
            yield endless_recursion(subject.span(edge.origin), node[1], [name for _, name in path])


def _circle(table: Graph, start: Node) -> tuple[list[Node], Edge] | None:
    """A shortest path from a node back to itself by calls and offers, and its last edge."""
    waiting: list[list[Node]] = [[start]]
    seen = {start}
    while waiting:
        path = waiting.pop(0)
        for edge in table.edges[path[-1]]:
            if edge.way not in ("call", "offer") or edge.target not in table.blocks:
                continue
            if edge.target == start:
                return path, edge
            if edge.target not in seen:
                seen.add(edge.target)
                waiting.append([*path, edge.target])
    return None
