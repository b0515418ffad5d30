"""Reports `reset-under-way`: a state or limit per run of a procedure is reset by a second run
inside the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleslang.language.checks.queries.call_graph import Node, circle_text, graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.passes.components import circles, shortest_circle
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message

UNSEEN = ("hook", "whenever", "plays")  # nodes of a cycle without a name


reset_under_way = Message(
    "reset-under-way",
    "{what} begins anew while `{procedure}` is under way already",
    help="{path}: reset it with a phase around both, or count in a place of your own",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    edges = graph(subject).edges
    runs = {node: [edge.target for edge in targets] for node, targets in edges.items()}
    in_circle = {node for group in circles(runs) for node in group}
    paths: dict[Node, list[Node]] = {}
    for sort_begun, procedure, origin in _begun_anew(subject):
        start = ("action" if procedure in subject.actions else "procedure", procedure)
        if start in in_circle and start not in paths:
            paths[start] = _circle_under_way(subject, runs, start)
        if paths.get(start):
            names = [name for sort, name in paths[start] if sort not in UNSEEN]
            yield reset_under_way(
                subject.span(origin), what=sort_begun, procedure=procedure, path=circle_text(names)
            )


def _circle_under_way(subject: Subject, runs: Mapping[Node, list[Node]], start: Node) -> list[Node]:
    """
    A shortest way in which a run begins another one while it is under way; empty: there is none.

    It no longer is in its `after` hooks, unless it goes on in an `instead of` around them.
    """
    edges = graph(subject).edges[start]
    if any(edge.way == "hook instead of" for edge in edges):
        inside = runs[start]
    else:
        inside = [edge.target for edge in edges if edge.way != "hook after"]
    try:
        return shortest_circle({**runs, start: inside}, start)
    except ValueError:
        return []


def _begun_anew(subject: Subject) -> Iterator[tuple[str, str, int]]:
    """The state or limit, the procedure that resets it, and the place of the declaration."""
    for state in subject.program.states:
        for event in state.reset_each:
            yield f"`{state.name}`", event_name(event), state.origin
    program = subject.program
    for limit in find((*program.procedures, *program.actions, *program.plays), s.Limit):
        yield "this limit", event_name(limit.event), limit.origin
