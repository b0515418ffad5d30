"""Values and procedures that depend on themselves, and loops without an end or a question.

`too-deep` runs before all other checks, and alone if it finds something: the others and the engines
may recurse along such chains.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TypeGuard, TypeVar

from ruleslang.language.checks.queries.call_graph import Edge, Graph, Node, circle_text, graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program.effect_order import read_for_force, written_effects
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.passes.recursive_values import nested_calls, unmodified
from ruleslang.program.passes.strong_components import circles, components, shortest_circle
from ruleslang.program.traits.effects import ways_out
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Cell
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, error
from ruleslang.source.span import Span
from ruleslang.source.walk import asked_once

endless_recursion = Message(
    "endless-recursion",
    "`{name}` calls itself endlessly",
    help="{path}: use `repeat while`, or put a window or a card's play in between",
)


def find_endless_recursion(subject: Subject) -> Iterator[Diagnostic]:
    """Report each group of procedures that call themselves without a window or a card play."""
    table = graph(subject)
    calls = calls_and_offers(table)
    place = {node: number for number, node in enumerate(calls)}
    for group in circles(calls):
        path = shortest_circle(calls, min(group, key=place.__getitem__))
        edge = next(
            candidate
            for candidate in table.edges[path[-1]]
            if _is_run_or_offered(candidate, path[0])
        )
        yield endless_recursion(
            subject.span(edge.origin), name=path[0][1], path=circle_text([name for _, name in path])
        )


def calls_and_offers(table: Graph) -> dict[Node, list[Node]]:
    """Return the call graph restricted to calls and offers."""
    return {
        node: [
            edge.target
            for edge in table.edges[node]
            if edge.target in table.blocks and _is_run_or_offered(edge, edge.target)
        ]
        for node in table.blocks
    }


def _is_run_or_offered(edge: Edge, target: Node) -> bool:
    return edge.way in ("call", "offer") and edge.target == target


def value_in_circle(span: Span, path: list[str], asks_itself: bool) -> Diagnostic:
    """Report that a value is needed to compute itself."""
    return error(
        "value-in-circle",
        span,
        f"`{path[0]}` is computed from itself",
        help=f"use it for something smaller: `n - 1` of at most {limits.ASKED_INSIDE} numbers, or"
        " `s except m` of a set `up to` that many, where m runs through s or its subsets"
        if asks_itself
        else f"{circle_text(path)}: break the cycle, "
        "and declare the part that both need as a separate value",
    )


def find_value_in_circle(subject: Subject) -> Iterator[Diagnostic]:
    """Report each group of values that depend on themselves, once, by a shortest cycle."""
    needs = needed_values(subject)
    values = {value.name: value for value in subject.program.values}
    place = {name: number for number, name in enumerate(needs)}
    for group in circles(needs):
        path = shortest_circle(needs, min(group, key=place.__getitem__))
        asks_itself = len(path) == 1 and path[0] in _values_read(values[path[0]])
        yield value_in_circle(subject.span(values[path[0]].origin), path, asks_itself)


def needed_values(subject: Subject) -> dict[str, set[str]]:
    """Return the dependencies between values, by modifiers too, except those that always end."""
    needs = {value.name: set(_values_read(value)) for value in subject.program.values}
    plain = unmodified(subject.program)
    for value in subject.program.values:
        if value.name in needs[value.name] and nested_calls(value, plain):
            needs[value.name].remove(value.name)
    for written in written_effects(subject.program):
        if isinstance(written.effect, s.Modifier) and written.effect.value in needs:
            read = (written.effect, *read_for_force(written.begun_by))
            needs[written.effect.value] |= {call.name for call in find(read, e.CallValue)}
    return needs


@asked_once
def _values_read(value: d.Value) -> frozenset[str]:
    return frozenset(call.name for call in find((value.lets, value.cases), e.CallValue))


imagined_in_circle = Message(
    "imagined-in-circle",
    "the value after `{name}` depends on itself",
    help="`{name}`, or a value that it reads, uses a value after `{name}`: use it where the"
    " procedure is chosen, not inside it",
)


def find_imagined_in_circle(subject: Subject) -> Iterator[Diagnostic]:
    """Report every `E after P(…)` that P itself evaluates."""
    for question in subject.what_would_be_questions():
        name = question.procedure
        if Cell("imagined", name) in derive(subject.program).reads.imagined.reads(name):
            yield imagined_in_circle(subject.span(question.origin), name=name)


N = TypeVar("N", bound=Hashable)


too_deep = Message(
    "too-deep", "with `{name}`, more than {most} {what} are nested", help="define it in fewer steps"
)


def find_too_deep(subject: Subject) -> Iterator[Diagnostic]:
    """Report the first chain of values, and of procedures, that a match could not evaluate."""
    values = {value.name: value for value in subject.program.values}
    needs, plain = needed_values(subject), unmodified(subject.program)

    def calls(name: str) -> int:
        value = values[name]
        return (name in _values_read(value) and nested_calls(value, plain)) or 1

    for most, of in ((limits.ASKED_INSIDE, _one), (limits.ASKED_IN_ALL, calls)):
        name = next(_first_too_deep(needs, most, of), None)
        if name is not None:
            yield too_deep(subject.span(values[name].origin), name=name, what="values", most=most)
            break
    runs = calls_and_offers(graph(subject))
    for node in _first_too_deep(runs, limits.IN_A_CHAIN):
        shape = subject.procedures if node.kind == "procedure" else subject.actions
        if node.name in shape:
            span = subject.span(shape[node.name].origin)
            yield too_deep(span, name=node.name, what="procedures", most=limits.IN_A_CHAIN)


def _one(node: object) -> int:
    return 1


def _first_too_deep(
    asks: Mapping[N, Iterable[N]], most: int, calls: Callable[[N], int] = _one
) -> Iterator[N]:
    """Yield the first node with more calls in a chain, its own and those below, if any."""
    depth: dict[N, int] = {}
    for group in components(asks):
        below = max(
            (depth.get(neighbour, 0) for node in group for neighbour in asks[node]), default=0
        )
        for node in group:
            depth[node] = below + calls(node)
        if depth[group[0]] > most:
            yield group[0]
            return


LIMITS_OF_LOOPS = {
    "repeat": "add a limit: `repeat at most 20 times`, or leave it: `if …: stop`",
    "take turns": "ask a player inside it, leave it, `if …: stop`, or put it into a `phase`",
}


unbounded_loop = Message(
    "unbounded-loop",
    "this `{found}` has no limit",
    help="add a limit: `{found} …, at most 20 times`",
)


def find_unbounded_loop(subject: Subject) -> Iterator[Diagnostic]:
    """Report a loop without a count, a limit or a question to a player.

    In a phase, `take turns` and a bare `repeat` need none: their passes count towards the decision
    cap of the match.

    Every loop without a limit in whose body nobody is asked and nothing ends.
    """
    table = graph(subject)
    asking = _nodes_that_ask_or_end(subject, table)
    for place, block in table.blocks.items():
        capped = _is_phase(subject, place)
        for node in subject.statements(block):
            if capped and _is_counted(node):
                continue
            if _has_no_limit(node) and not _asks_or_ends(subject, node.block, asking):
                found = _word_of_loop(node)
                help = LIMITS_OF_LOOPS.get(found)
                yield unbounded_loop(subject.span(node.origin), help=help, found=found)


def _has_no_limit(node: s.Statement) -> TypeGuard[s.Repeat | s.TakeTurns]:
    if isinstance(node, s.Repeat):
        return node.times is None and node.at_most is None
    return isinstance(node, s.TakeTurns)


def _is_phase(subject: Subject, place: Node) -> bool:
    procedure = subject.procedures.get(place.name) if place.kind == "procedure" else None
    return procedure is not None and procedure.word == "phase"


def _is_counted(node: s.Statement) -> bool:
    """Return whether passes without a question count towards the decision cap."""
    if isinstance(node, s.Repeat):
        return node.while_ is None and node.until is None
    return isinstance(node, s.TakeTurns)


def _word_of_loop(node: s.Repeat | s.TakeTurns) -> str:
    if isinstance(node, s.TakeTurns):
        return "take turns"
    return "repeat while" if node.while_ else "repeat until" if node.until else "repeat"


def _asks_or_ends(subject: Subject, block: tuple[s.Statement, ...], asking: set[Node]) -> bool:
    return any(True for _ in ways_out(block)) or any(
        traits(node).asks
        or (isinstance(node, s.Call) and Node("procedure", node.procedure) in asking)
        for node in subject.statements(block)
    )


def _nodes_that_ask_or_end(subject: Subject, table: Graph) -> set[Node]:
    """Return the nodes in which a player may be asked or something may end."""
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
