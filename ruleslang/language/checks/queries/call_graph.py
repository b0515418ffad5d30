"""The call graph of a program, on which recursion and `end` are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from attrs import Factory, define, frozen

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, CardPlay, ProcedureRun
from ruleslang.program.locals import LocalDecl
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import ReplacedRun, WindowOpening
from ruleslang.program.typing.environment import Scope
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find


class Node(NamedTuple):
    """
    What may run: something named, or a hook or `whenever` by its id.

    `plays` stands between what plays a card and the plays of cards of a kind, or all of them
    (`PLAYS`): many may, and there may be many.
    """

    kind: Literal["procedure", "action", "play", "plays", "window", "hook", "whenever"]
    name: str


PLAYS = Node("plays", "")
MOST_STEPS = 12  # nodes of a cycle that are shown


@frozen
class Edge:
    """
    One node may run another; `way` is `call`, `offer`, `window`, `play` or `hook`.

    `by` is the statement that does it; None for hooks, and for what a window offers.
    """

    target: Node
    way: str
    origin: int
    by: s.Statement | None = None


@frozen
class Graph:
    """The statements of every node, their tables of locals, and the edges."""

    blocks: dict[Node, tuple[s.Statement, ...]]
    locals: dict[Node, tuple[LocalDecl, ...]]
    edges: dict[Node, tuple[Edge, ...]]
    start: Node

    @cached_property
    def callers(self) -> dict[Node, list[tuple[Node, Edge]]]:
        """The callers of each node."""
        table: dict[Node, list[tuple[Node, Edge]]] = {node: [] for node in self.blocks}
        for node, edges in self.edges.items():
            for edge in edges:
                table.setdefault(edge.target, []).append((node, edge))
        return table

    @cached_property
    def of_statement(self) -> dict[int, list[Edge]]:
        """The edges of each statement, by the identity of the statement."""
        table: dict[int, list[Edge]] = {}
        for edges in self.edges.values():
            for edge in edges:
                if edge.by is not None:
                    table.setdefault(id(edge.by), []).append(edge)
        return table


@lru_cache(1)
def graph(subject: Subject) -> Graph:
    """Return the call graph of a program, memoised."""
    bodies = tuple(_blocks(subject))
    blocks = {node: block for node, block, _ in bodies}
    locals = {node: table for node, _, table in bodies}
    hooks = _hooks(subject)
    performed = _Performed(subject)
    edges = {
        node: tuple(_edges(subject, block, performed.of(locals[node]))) + tuple(hooks.get(node, ()))
        for node, block in blocks.items()
    }
    for kind in ("", *performed.kinds):
        edges[Node("plays", kind)] = tuple(_played(subject, kind))
    named: dict[str, list[str]] = {}
    for play in subject.program.plays:
        for name in dict.fromkeys(use.window for use in play.windows):
            named.setdefault(name, []).append(play.name)
    for window in subject.program.windows:
        edges[Node("window", window.name)] += tuple(_offered(window, named.get(window.name, ())))
    return Graph(blocks, locals, edges, Node("procedure", subject.program.start))


def _blocks(
    subject: Subject,
) -> Iterator[tuple[Node, tuple[s.Statement, ...], tuple[LocalDecl, ...]]]:
    for procedure in subject.program.procedures:
        yield Node("procedure", procedure.name), whole(procedure.body), procedure.locals
    for action in subject.program.actions:
        yield Node("action", action.name), whole(action.body), action.locals
    for play in subject.program.plays:
        yield Node("play", play.name), whole(play.body), play.locals
    for window in subject.program.windows:
        yield Node("window", window.name), (), window.locals
    for effect, locals in subject.effects:
        if isinstance(effect, s.Hook):
            yield Node("hook", effect.id), effect.block, locals
        elif isinstance(effect, s.Whenever):
            yield Node("whenever", effect.id), effect.block, locals


def whole(body: s.Body) -> tuple[s.Statement, ...]:
    """Return all statements of a body, with `in any case`."""
    return body.statements + (body.in_any_case or ())


def circle_text(path: Sequence[str]) -> str:
    """Return a cycle of names for a message; a long one is abbreviated."""
    steps = [*path, path[0]]
    shown = steps if len(steps) <= MOST_STEPS else [*steps[: MOST_STEPS - 2], "", *steps[-2:]]
    return " → ".join(f"`{step}`" if step else "…" for step in shown)


def with_called(subject: Subject, block: Iterable[s.Statement]) -> Iterator[s.Statement]:
    """Yield the statements of a block and, transitively, of the procedures it calls."""
    waiting, seen = list(own_statements(block)), set[str]()
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, s.Call) and node.procedure not in seen:
            seen.add(node.procedure)
            called = subject.procedures.get(node.procedure)
            waiting += subject.statements(called.body.statements) if called else ()


def effects(subject: Subject) -> Iterator[s.Effect]:
    """Return all effects: standing ones, and those that statements start."""
    return (effect for effect, _ in subject.effects)


def _offered(window: d.Window, plays: Iterable[str]) -> Iterator[Edge]:
    """Yield a window's actions, and the plays that name it, which run nowhere else."""
    for name in window.offers:
        yield Edge(Node("action", name), "offer", window.origin)
    for name in plays:
        yield Edge(Node("play", name), "play", window.origin)


@define(slots=False)
class _Performed:
    """The kinds of the cards that statements play."""

    subject: Subject
    kinds: set[str] = Factory(set)

    @cached_property
    def _may_count_as_others(self) -> bool:
        """Whether a card may be played as another definition."""
        return any(node.played_as is not None for node in find(self.subject.program, s.Perform))

    def of(self, locals: tuple[LocalDecl, ...]) -> Callable[[s.Statement], Node]:
        """Return the node of the plays that a statement in a body with these locals may start."""
        types = {slot: local.type for slot, local in enumerate(locals)}
        scope = Scope(self.subject.world, types)

        def plays(node: s.Statement) -> Node:
            if not isinstance(node, s.Perform) or self._may_count_as_others:
                return PLAYS
            type = plain(type_of(node.card, scope))
            kind = type.kind if isinstance(type, t.Card) else None
            if kind is None:
                return PLAYS
            self.kinds.add(kind)
            return Node("plays", kind)

        return plays


def _played(subject: Subject, kind: str) -> Iterator[Edge]:
    """Yield the plays of cards of a kind, or of all, that are not tied to windows."""
    kinds = subject.world.kinds
    names = {
        name
        for definition in subject.program.definitions
        if not kind or kind in kinds[definition.kind]
        for name in definition.plays
    }
    for play in subject.program.plays:
        if not play.windows and (not kind or play.name in names):
            yield Edge(Node("play", play.name), "play", play.origin)


def _edges(
    subject: Subject, block: tuple[s.Statement, ...], plays: Callable[[s.Statement], Node]
) -> Iterator[Edge]:
    for node in subject.statements(block):
        for run in traits(node).runs:
            match run:
                case ProcedureRun(name):
                    yield Edge(Node("procedure", name), "call", node.origin, node)
                case ActionRun(name):
                    yield Edge(Node("action", name), "offer", node.origin, node)
                case WindowOpening(window):
                    yield Edge(Node("window", window), "window", node.origin, node)
                case CardPlay():
                    yield Edge(plays(node), "play", node.origin, node)
                case ReplacedRun():
                    pass  # its callers have an edge to it and to the hook


def _hooks(subject: Subject) -> dict[Node, list[Edge]]:
    table: dict[Node, list[Edge]] = {}
    for effect in effects(subject):
        if isinstance(effect, s.Hook):
            edge = Edge(Node("hook", effect.id), f"hook {effect.moment}", effect.origin)
            for target in _hooked(subject, effect):
                table.setdefault(target, []).append(edge)
    return table


def _hooked(subject: Subject, hook: s.Hook) -> list[Node]:
    match hook.event:
        case CardPlay():
            return [Node("play", play.name) for play in subject.program.plays]
        case ProcedureRun(name):
            return [Node("procedure", name)]
        case ActionRun(name):
            return [Node("action", name)]


def reachable(nodes: Iterable[Node], table: Graph) -> set[Node]:
    """Return these nodes, and all that they may run."""
    reached: set[Node] = set()
    waiting = [*nodes]
    while waiting:
        node = waiting.pop()
        if node not in reached:
            reached.add(node)
            waiting += [edge.target for edge in table.edges.get(node, ())]
    return reached


def in_play(subject: Subject) -> set[Node]:
    """Return the nodes that a match may run or a question imagines, without examples' own."""
    table = graph(subject)
    imagined = {
        Node("procedure", asked.procedure) for asked in find(subject.program, e.WhatWouldBe)
    }
    return reachable({*always_under_way(table)} | imagined, table)


def always_under_way(table: Graph) -> dict[Node, frozenset[str]]:
    """Return for each reachable node the procedures that are running whenever it is."""
    under_way: dict[Node, frozenset[str]] = {table.start: frozenset()}
    waiting = [table.start]
    for node in table.blocks:
        if node.kind == "whenever":
            under_way[node] = frozenset()
            waiting.append(node)
    while waiting:
        node = waiting.pop()
        for edge in table.edges.get(node, ()):
            inside = under_way[node]
            if edge.way != "hook after" and node.kind in ("procedure", "action"):
                inside = inside | {node.name}
            elif edge.way != "hook after" and node.kind == "play":
                inside = inside | {"play"}
            old = under_way.get(edge.target)
            new = inside if old is None else old & inside
            if new != old:
                under_way[edge.target] = new
                waiting.append(edge.target)
    return under_way
