"""Procedures that may not be running, run twice at once, or finish without an answer or result."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from ruleslang.language.checks.queries.call_graph import (
    PLAYS,
    Graph,
    Node,
    always_under_way,
    circle_text,
    effects,
    graph,
)
from ruleslang.language.checks.queries.procedures_that_finish import Finishing
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import event_name
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.passes.strong_components import circles, shortest_circle
from ruleslang.program.traits.effects import falls_through, statements_of_run
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Label, Message, error
from ruleslang.source.span import Span


def not_under_way(span: Span, name: str, help: str, labels: tuple[Label, ...]) -> Diagnostic:
    return error(
        "not-under-way", span, f"`{name}` may not be under way here", help=help, labels=labels
    )


def find_not_under_way(subject: Subject) -> Iterator[Diagnostic]:
    """Report that `end`, `until … ends` or `this` names a procedure that may not be running."""
    table = graph(subject)
    under_way = always_under_way(table)
    for node, block in table.blocks.items():
        here = under_way.get(node)
        if here is None:
            continue  # never runs: another check reports it
        running = here | {node.name} if node.kind in ("procedure", "action") else here
        running = running | {"play"} if node.kind == "play" else running
        for name, origin, help in _procedures_named(subject, block):
            if name not in running:
                labels = _path_without(subject, table, under_way, node, name)
                yield not_under_way(subject.span(origin), name, help, labels)


def _procedures_named(
    subject: Subject, block: tuple[s.Statement, ...]
) -> Iterator[tuple[str, int, str]]:
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


def _path_without(
    subject: Subject, table: Graph, under_way: dict[Node, frozenset[str]], node: Node, name: str
) -> tuple[Label, ...]:
    """Return a path that reaches this node while `name` is not running."""
    seen = {node}
    waiting = deque([node])
    while waiting:
        here = waiting.popleft()
        for caller, edge in table.callers.get(here, ()):
            if caller in seen or caller not in under_way:
                continue
            inside = under_way[caller] | ({caller.name} if edge.way != "hook after" else set())
            if name in inside:
                continue
            if caller.kind != PLAYS.kind and (not under_way[caller] or caller == table.start):
                return (Label(subject.span(edge.origin), f"reached from here without `{name}`"),)
            seen.add(caller)
            waiting.append(caller)
    return ()


captured_too_long = Message(
    "captured-too-long",
    "`{name}` may be over while this lasts",
    help="let it last `until {procedure} ends`, or copy what it reads with a `let`",
)


def find_captured_too_long(subject: Subject) -> Iterator[Diagnostic]:
    """Report a lasting effect that reads a running procedure or play, which may end before it."""
    table = graph(subject)
    for node, block in table.blocks.items():
        received, locals = _locals_with_runs(subject, node), table.locals[node]
        for lasting in subject.statements(block) if received else ():
            if isinstance(lasting, s.Lasting):
                yield from _captured_in_effects(subject, node, received, lasting, locals)


def _captured_in_effects(
    subject: Subject,
    node: Node,
    received: dict[Slot, str],
    lasting: s.Lasting,
    locals: tuple[LocalDecl, ...],
) -> Iterator[Diagnostic]:
    owner = "play" if node.kind == "play" else node.name
    for slot in dict.fromkeys(local.slot for local in find(lasting.effects, e.Local)):
        procedure = received.get(slot)
        if procedure is None:
            continue
        lifetime = lasting.lifetime
        ends_with = event_name(lifetime.event) if isinstance(lifetime, s.UntilRunEnds) else ""
        if ends_with not in (procedure, owner):
            name = locals[slot].name
            yield captured_too_long(subject.span(lasting.origin), name=name, procedure=procedure)


def _locals_with_runs(subject: Subject, node: Node) -> dict[Slot, str]:
    """Return the locals of a body that hold a running procedure or play, with the procedure."""
    shape, name = node
    if shape == "procedure" and name in subject.procedures:
        return _parameters_with_runs(subject.procedures[name].parameters)
    uses: tuple[s.WindowUse, ...] = ()
    if shape == "action" and name in subject.actions:
        uses = subject.actions[name].windows
    elif shape == "play":
        uses = next((play.windows for play in subject.program.plays if play.name == name), ())
    windows = {window.name: window for window in subject.program.windows}
    events: dict[Slot, str] = {}
    for use in uses:
        parameters = windows[use.window].parameters
        for entry, parameter in zip(use.pattern or (), parameters, strict=False):
            if isinstance(entry, patterns.BindEntry) and isinstance(parameter.type, t.UnderWay):
                events[entry.slot] = event_name(parameter.type.event)
    return events


def _parameters_with_runs(parameters: tuple[d.Parameter, ...]) -> dict[Slot, str]:
    return {
        slot: event_name(parameter.type.event)
        for slot, parameter in enumerate(parameters)
        if isinstance(parameter.type, t.UnderWay)
    }


NODES_WITHOUT_NAME = ("hook", "whenever", "plays")  # nodes of a cycle without a name


reset_under_way = Message(
    "reset-under-way",
    "{what} is reset while `{procedure}` is already under way",
    help="{path}: reset it with a phase around both, or use a separate counter",
)


def find_reset_under_way(subject: Subject) -> Iterator[Diagnostic]:
    """Report a second run, inside the first, that resets a state or limit per run."""
    edges = graph(subject).edges
    runs = {node: [edge.target for edge in targets] for node, targets in edges.items()}
    in_circle = {node for group in circles(runs) for node in group}
    paths: dict[Node, list[Node]] = {}
    for sort_begun, procedure, origin in _resets(subject):
        start = Node("action" if procedure in subject.actions else "procedure", procedure)
        if start in in_circle and start not in paths:
            paths[start] = _circle_under_way(subject, runs, start)
        if paths.get(start):
            names = [name for sort, name in paths[start] if sort not in NODES_WITHOUT_NAME]
            yield reset_under_way(
                subject.span(origin), what=sort_begun, procedure=procedure, path=circle_text(names)
            )


def _circle_under_way(subject: Subject, runs: Mapping[Node, list[Node]], start: Node) -> list[Node]:
    """
    Return a shortest way in which a run begins another one while it is under way; empty: there is
    none.

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


def _resets(subject: Subject) -> Iterator[tuple[str, str, int]]:
    """Yield the state or limit, the procedure that resets it, and the place of the declaration."""
    for state in subject.program.states:
        for event in state.reset_each:
            yield f"`{state.name}`", event_name(event), state.origin
    program = subject.program
    for limit in find((*program.procedures, *program.actions, *program.plays), s.Limit):
        yield "this limit", event_name(limit.event), limit.origin


no_result = Message(
    "no-result",
    "`{name}` can end without a result",
    help="end it with `p wins`, `players win` or `nobody wins`",
)


def find_no_result(subject: Subject) -> Iterator[Diagnostic]:
    """Report that the start procedure can finish, or be ended, before anybody has won or lost."""
    start = subject.procedures[subject.program.start]
    if Finishing(subject).procedure(start.name):
        yield no_result(subject.span(start.origin), name=start.name)
    begun = {call.procedure for call in find(subject.program, s.Call)}
    hooked = {event_name(hook.event) for hook in find(subject.program, s.Hook)}
    for end in find(subject.program, s.End) if start.name not in begun | hooked else ():
        if event_name(end.event) == start.name and not end.if_under_way:
            yield no_result(subject.span(end.origin), name=start.name)


may_not_answer = Message(
    "may-not-answer",
    "`{name}` can end without an answer",
    help="end every branch with `answer …`, or declare `answers … or none`",
)


def find_may_not_answer(subject: Subject) -> Iterator[Diagnostic]:
    """Report a procedure with an answer, or a hook instead of one, that can finish without it."""
    answering = {
        procedure.name
        for procedure in subject.program.procedures
        if procedure.answers is not None and not isinstance(procedure.answers, t.Optional)
    }
    for procedure in subject.program.procedures:
        if procedure.name in answering and _may_forget(procedure.body.statements):
            yield may_not_answer(subject.span(procedure.origin), name=procedure.name)
    for effect in effects(subject):
        if not isinstance(effect, s.Hook) or effect.moment != "instead of":
            continue
        name = event_name(effect.event)
        if name in answering and _may_forget(effect.block):
            yield may_not_answer(subject.span(effect.origin), name=name)


def _may_forget(block: tuple[s.Statement, ...]) -> bool:
    run = statements_of_run(block)
    return falls_through(block) or any(isinstance(node, s.Stop) for node in run)
