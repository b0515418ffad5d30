"""
Reports `not-under-way`: `end`, `until … ends` or `this` names a procedure that may not be running.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import PLAYS, Graph, Node, always_under_way, graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Label, error
from ruleslang.source.span import Span


def not_under_way(span: Span, name: str, help: str, labels: tuple[Label, ...]) -> Diagnostic:
    return error(
        "not-under-way", span, f"`{name}` is not certainly under way here", help=help, labels=labels
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    table = graph(subject)
    under_way = always_under_way(table)
    for node, block in table.blocks.items():
        here = under_way.get(node)
        if here is None:
            continue  # never runs: another check reports it
        running = here | {node[1]} if node[0] in ("procedure", "action") else here
        running = running | {"play"} if node[0] == "play" else running
        for name, origin, help in _wanted(subject, block):
            if name not in running:
                labels = _without(subject, table, under_way, node, name)
                yield not_under_way(subject.span(origin), name, help, labels)


def _wanted(subject: Subject, block: tuple[s.Statement, ...]) -> Iterator[tuple[str, int, str]]:
    for node in subject.statements(block):
        if isinstance(node, s.End) and not node.if_under_way:
            name = event_name(node.event)
            yield (
                name,
                node.origin,
                f"write `end {name} if under way`: it then does nothing elsewhere",
            )
        elif isinstance(node, s.Lasting) and isinstance(node.lifetime, s.UntilRunEnds):
            name = event_name(node.lifetime.event)
            yield (
                name,
                node.origin,
                f"name which one, `until {name}(…) ends`, or call this only inside it",
            )
        elif isinstance(node, (s.OpenWindow, s.Call)):
            for handed in (item for part in node.arguments for item in find(part, e.ThisUnderWay)):
                name = event_name(handed.event)
                yield name, node.origin, f"call this only inside `{name}`"


def _without(
    subject: Subject, table: Graph, under_way: dict[Node, frozenset[str]], node: Node, name: str
) -> tuple[Label, ...]:
    """A path that reaches this node while `name` is not running."""
    seen = {node}
    waiting = deque([node])
    while waiting:
        here = waiting.popleft()
        for caller, edge in table.callers.get(here, ()):
            if caller in seen or caller not in under_way:
                continue
            inside = under_way[caller] | ({caller[1]} if edge.way != "hook after" else set())
            if name in inside:
                continue
            if caller[0] != PLAYS[0] and (not under_way[caller] or caller == table.start):
                return (Label(subject.span(edge.origin), f"reached from here without `{name}`"),)
            seen.add(caller)
            waiting.append(caller)
    return ()
