"""
Reports `never-set-back`: a loop runs until a state of yes or no is set, comes again later, and
nothing sets the state back.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import Graph, Node, graph, in_play, reachable
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

never_set_back = Message(
    "never-set-back",
    "`{name}` is never set back once it is set",
    help="say how long it holds, as `state {name}: yes or no = {start}{until}`, or set it back",
    label="from then on, this is not run again",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every state that ends a loop for the rest of the match, where the loop may begin anew."""
    flags = {state.name: state for state in _set_once(subject)}
    if not flags:
        return
    table = graph(subject)
    again = _run_again(subject, table)
    for node in sorted(in_play(subject) & table.blocks.keys()):
        for loop in subject.statements(table.blocks[node]):
            if isinstance(loop, s.Repeat | s.TakeTurns) and {node, id(loop)} & again:
                for name, end in _ends(loop):
                    if name in flags and flags[name].start == e.Literal(not end):
                        yield _told(subject, flags[name], node, loop)


def _told(subject: Subject, state: d.State, node: Node, loop: s.Repeat | s.TakeTurns) -> Diagnostic:
    return never_set_back(
        subject.span(state.origin),
        at=subject.span(loop.origin),
        name=state.name,
        start="yes" if state.start == e.Literal(True) else "no",
        until=f", reset each {node[1]}" if node[0] == "procedure" else ", reset each …",
    )


def _set_once(subject: Subject) -> Iterator[d.State]:
    """The states of yes or no, one for all, that are only ever set to what they do not begin as."""
    program = subject.program
    values: dict[str, list[e.Expr]] = {}
    for change in find(program, s.Assign):
        if isinstance(change.place, s.StatePlace):
            values.setdefault(change.place.name, []).append(change.value)
    named = [place.name for place in find(program, s.StatePlace)]
    for state in program.states:
        put = values.get(state.name, [])
        turned = all(isinstance(value, e.Literal) and value != state.start for value in put)
        is_flag = isinstance(state.type, t.Truth) and not state.index and not state.reset_each
        if is_flag and put and turned and len(put) == named.count(state.name):
            yield state


def _ends(loop: s.Repeat | s.TakeTurns) -> Iterator[tuple[str, bool]]:
    """The states that end a loop by themselves, and what they are then."""
    yield from _tested(loop.until, e.Or, True)
    if isinstance(loop, s.Repeat):
        yield from _tested(loop.while_, e.And, False)


def _tested(
    condition: e.Expr | None, joined: type[e.Or | e.And], value: bool
) -> Iterator[tuple[str, bool]]:
    match condition:
        case e.ReadState(name):
            yield name, value
        case e.Not(e.ReadState(name)):
            yield name, not value
        case e.Or(left, right) | e.And(left, right) if isinstance(condition, joined):
            yield from _tested(left, joined, value)
            yield from _tested(right, joined, value)


def _run_again(subject: Subject, table: Graph) -> set[Node | int]:
    """What may run more than once: nodes, and the identities of loops within others."""
    again: set[Node | int] = set()
    called: list[Node] = []
    for node in in_play(subject) & table.blocks.keys():
        for statement in subject.statements(table.blocks[node]):
            called += _begun(statement, table)
            if isinstance(statement, s.Repeat | s.TakeTurns | s.ForEach):
                inside = subject.statements(statement.block)
                again |= {id(inner) for inner in inside}
                again |= reachable(
                    (begun for inner in inside for begun in _begun(inner, table)), table
                )
    return again | reachable((node for node in called if called.count(node) > 1), table)


def _begun(statement: s.Statement, table: Graph) -> set[Node]:
    return {edge.target for edge in table.of_statement.get(id(statement), ())}
