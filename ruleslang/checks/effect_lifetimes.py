"""What lasts, and what is reset: neither may outlive or forget what it is about (LANGUAGE B3)."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.call_graph import Graph, Node, graph, own_statements
from ruleslang.checks.queries.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def captured_too_long(span: Span, name: str, procedure: str) -> Diagnostic:
    """A lasting effect reads something under way that may be over before it ends."""
    return error(
        "captured-too-long",
        span,
        f"`{name}` may be over while this lasts",
        help=f"let it last `until {procedure} ends`, or copy what it reads with a `let`",
    )


def reset_under_way(span: Span, what: str, procedure: str, path: list[str]) -> Diagnostic:
    """What is reset with each run of a procedure that may be under way twice."""
    way = " → ".join(f"`{step}`" for step in [*path, path[0]])
    return error(
        "reset-under-way",
        span,
        f"{what} begins anew while `{procedure}` is under way already",
        help=f"{way}: reset it with a phase around both, or count in a place of your own",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Effects that read what may be over, and resets of what may be under way twice."""
    table = graph(subject)
    yield from _captures(subject, table)
    yield from _resets(subject, table)


# ---------------------------------------------------------------- captured


def _captures(subject: Subject, table: Graph) -> Iterator[Diagnostic]:
    for node, block in table.blocks.items():
        received = _received(subject, node)
        for lasting in own_statements(block) if received else ():
            if isinstance(lasting, s.Lasting):
                yield from _captured(subject, node, received, lasting)


def _captured(
    subject: Subject, node: Node, received: dict[str, str], lasting: s.Lasting
) -> Iterator[Diagnostic]:
    own = "play" if node[0] == "play" else node[1]
    for name in dict.fromkeys(local.name for local in find(lasting.effects, e.Local)):
        procedure = received.get(name)
        if procedure is None:
            continue
        if lasting.span != "ends here" or lasting.procedure not in (procedure, own):
            yield captured_too_long(subject.span(lasting.origin), name, procedure)


def _received(subject: Subject, node: Node) -> dict[str, str]:
    """The names of a body that stand for something under way, and of which procedure."""
    shape, name = node
    if shape == "procedure" and name in subject.procedures:
        return _under_way(subject.procedures[name].parameters)
    uses: tuple[s.WindowUse, ...] = ()
    if shape == "action" and name in subject.actions:
        uses = subject.actions[name].windows
    elif shape == "play":
        uses = next((play.windows for play in subject.program.plays if play.name == name), ())
    windows = {window.name: window for window in subject.program.windows}
    found: dict[str, str] = {}
    for use in uses:
        parameters = windows[use.window].parameters
        for entry, parameter in zip(use.pattern or (), parameters, strict=False):
            if isinstance(entry, s.BindEntry) and isinstance(parameter.type, t.UnderWay):
                found[entry.name] = parameter.type.procedure
    return found


def _under_way(parameters: tuple[d.Parameter, ...]) -> dict[str, str]:
    return {p.name: p.type.procedure for p in parameters if isinstance(p.type, t.UnderWay)}


# ---------------------------------------------------------------- reset


def _resets(subject: Subject, table: Graph) -> Iterator[Diagnostic]:
    circles: dict[str, list[str] | None] = {}
    for what, procedure, origin in _begun_anew(subject):
        if procedure not in circles:
            circles[procedure] = _circle(table, subject, procedure)
        path = circles[procedure]
        if path is not None:
            yield reset_under_way(subject.span(origin), what, procedure, path)


def _begun_anew(subject: Subject) -> Iterator[tuple[str, str, int]]:
    """What is reset, with which procedure, and where that is said."""
    for state in subject.program.states:
        for procedure in state.reset_each:
            yield f"`{state.name}`", procedure, state.origin
    program = subject.program
    for limit in find((*program.procedures, *program.actions, *program.plays), s.Limit):
        yield "this limit", limit.procedure, limit.origin


def _circle(table: Graph, subject: Subject, procedure: str) -> list[str] | None:
    """A shortest way from a procedure or action to a second run of it within the first."""
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
