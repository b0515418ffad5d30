"""Reports `unbounded-loop`: a loop without a count, a limit or a question to a player.

In a phase, `take turns` and a bare `repeat` need none: their passes count towards the decision cap
of the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from ruleslang.language.checks.queries.call_graph import Graph, Node, graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program.traits.effects import ways_out
from ruleslang.program.traits.statements import traits
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span

HELPS = {
    "repeat": "say how often: `repeat at most 20 times`, or end it inside: `if …: stop`",
    "take turns": "ask somebody in it, or let something end it: `if …: stop`",
}


def unbounded_loop(span: Span, met: str) -> Diagnostic:
    """Nothing surely ends a loop."""
    return error(
        "unbounded-loop",
        span,
        f"it is not certain that this `{met}` ends",
        help=HELPS.get(met, f"add a safety limit: `{met} …, at most 20 times`"),
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every loop without a limit in whose body nobody is asked and nothing ends."""
    table = graph(subject)
    asking = _asking(subject, table)
    for place, block in table.blocks.items():
        capped = _is_phase(subject, place)
        for node in subject.statements(block):
            if capped and _is_counted(node):
                continue
            if _is_open(node) and not _asks_or_ends(subject, node.block, asking):
                yield unbounded_loop(subject.span(node.origin), _word(node))


def _is_open(node: s.Statement) -> TypeGuard[s.Repeat | s.TakeTurns]:
    if isinstance(node, s.Repeat):
        return node.times is None and node.at_most is None
    return isinstance(node, s.TakeTurns)


def _is_phase(subject: Subject, place: Node) -> bool:
    procedure = subject.procedures.get(place[1]) if place[0] == "procedure" else None
    return procedure is not None and procedure.word == "phase"


def _is_counted(node: s.Statement) -> bool:
    """Whether passes without a question count towards the decision cap."""
    if isinstance(node, s.Repeat):
        return node.while_ is None and node.until is None
    return isinstance(node, s.TakeTurns)


def _word(node: s.Repeat | s.TakeTurns) -> str:
    if isinstance(node, s.TakeTurns):
        return "take turns"
    return "repeat while" if node.while_ else "repeat until" if node.until else "repeat"


def _asks_or_ends(subject: Subject, block: tuple[s.Statement, ...], asking: set[Node]) -> bool:
    return any(True for _ in ways_out(block)) or any(
        traits(node).asks or (isinstance(node, s.Call) and ("procedure", node.procedure) in asking)
        for node in subject.statements(block)
    )


def _asking(subject: Subject, table: Graph) -> set[Node]:
    """The nodes in which a player may be asked or something may end."""
    asking = {
        node
        for node, block in table.blocks.items()
        if any(traits(statement).asks for statement in subject.statements(block))
        or any(way.what != "body" for way in ways_out(block))
    }
    waiting = [*asking]
    while waiting:
        callers = {caller for caller, _ in table.callers.get(waiting.pop(), ())} - asking
        asking |= callers
        waiting += callers
    return asking
