"""The procedures that are under way whenever a body runs."""

from __future__ import annotations

from ruleslang.checks.queries.call_graph import Graph, Node


def always_under_way(table: Graph) -> dict[Node, frozenset[str]]:
    """For each node that can run, the procedures under way whenever it does."""
    under_way: dict[Node, frozenset[str]] = {table.start: frozenset()}
    waiting = [table.start]
    for node in table.blocks:
        if node[0] == "whenever":
            under_way[node] = frozenset()
            waiting.append(node)
    while waiting:
        node = waiting.pop()
        for edge in table.edges.get(node, ()):
            inside = under_way[node]
            if edge.way != "hook after" and node[0] in ("procedure", "action"):
                inside = inside | {node[1]}
            elif edge.way != "hook after" and node[0] == "play":
                inside = inside | {"play"}
            old = under_way.get(edge.target)
            new = inside if old is None else old & inside
            if new != old:
                under_way[edge.target] = new
                waiting.append(edge.target)
    return under_way
