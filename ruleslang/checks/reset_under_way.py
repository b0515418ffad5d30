"""Reports `reset-under-way`: a state or limit per run of a procedure is reset by a second run
inside the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.call_graph import Graph, Node, graph
from ruleslang.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def reset_under_way(span: Span, what: str, procedure: str, path: list[str]) -> Diagnostic:
    """A state or limit is reset each run of a procedure that may be under way twice."""
    way = " → ".join(f"`{step}`" for step in [*path, path[0]])
    return error(
        "reset-under-way",
        span,
        f"{what} begins anew while `{procedure}` is under way already",
        help=f"{way}: reset it with a phase around both, or count in a place of your own",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `reset each` and every limit per run of a procedure that can run within itself."""
    table = graph(subject)
    circles: dict[str, list[str] | None] = {}
    for what, procedure, origin in _begun_anew(subject):
        if procedure not in circles:
            circles[procedure] = _circle(table, subject, procedure)
        path = circles[procedure]
        if path is not None:
            yield reset_under_way(subject.span(origin), what, procedure, path)


def _begun_anew(subject: Subject) -> Iterator[tuple[str, str, int]]:
    """What is reset, with which procedure, and where the text says so."""
    for state in subject.program.states:
        for event in state.reset_each:
            yield f"`{state.name}`", event_name(event), state.origin
    program = subject.program
    for limit in find((*program.procedures, *program.actions, *program.plays), s.Limit):
        yield "this limit", event_name(limit.event), limit.origin


def _circle(table: Graph, subject: Subject, procedure: str) -> list[str] | None:
    """A shortest path from a procedure or action to a second run of it inside the first."""
    shape = "action" if procedure in subject.actions else "procedure"
    start: Node = (shape, procedure)
    waiting: list[list[Node]] = [[start]]
    seen = {start}
    while waiting:
        path = waiting.pop(0)
        for edge in table.edges.get(path[-1], ()):
            if edge.target == start:
                return [name for kind, name in path if kind not in ("hook", "whenever")]
            if edge.target not in seen:
                seen.add(edge.target)
                waiting.append([*path, edge.target])
    return None
