"""Reports `never-ends`: only the decision cap of the match ends a loop.

Such a loop can be played, but the statements after it are never reached; without this check a
forgotten `until` shows only after a thousand decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from attrs import define, field

from ruleslang.language.checks.queries.call_graph import Graph, Node, graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import event_name
from ruleslang.program.traits.effects import own_statements, ways_out
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Leaving
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Label, warning
from ruleslang.source.span import Span

Loop: TypeAlias = "s.Repeat | s.TakeTurns"
Found: TypeAlias = "tuple[Node, Loop, s.Statement | None]"  # node, loop, and the statement after it
HELPS = {
    "repeat": "say how often: `repeat 6 times`; or when it ends: "
    "`repeat until …, at most 20 times`, or `if …: stop` in it",
    "take turns": "for one round write `for each p in players`; else say when it ends: "
    "`take turns … until …`, or `if …: stop` in it",
}


def never_ends(span: Span, word: str, behind: Span | None) -> Diagnostic:
    return warning(
        "never-ends",
        span,
        f"this `{word}` never ends: it has no `until`, nothing else ends it",
        help=HELPS[word],
        labels=(Label(behind, "nothing from here on is ever reached"),) if behind else (),
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every endless loop, except loops that go on only because an inner loop does."""
    table = graph(subject)
    reach = _Reach(table)
    loops = [
        (place, loop, behind)
        for place, block in table.blocks.items()
        for loop, behind in _loops(block)
        if _is_open(subject, loop) and not _may_be_left(reach, place, loop)
    ]
    nested = _held(reach, loops)
    for number, (_, loop, behind) in enumerate(loops):
        if number not in nested:
            after = None if behind is None else subject.span(behind.origin)
            word = "repeat" if isinstance(loop, s.Repeat) else "take turns"
            yield never_ends(subject.span(loop.origin), word, after)


def _loops(block: tuple[s.Statement, ...]) -> Iterator[tuple[Loop, s.Statement | None]]:
    """Every loop of a block, nested ones too, with the statement after it."""
    for statement, behind in zip(block, (*block[1:], None), strict=False):
        if isinstance(statement, (s.Repeat, s.TakeTurns)):
            yield statement, behind
        for inner in traits(statement).blocks:
            yield from _loops(inner)


def _is_open(subject: Subject, loop: Loop) -> bool:
    """
    Whether a loop has no end of its own: no condition, no count, no player who may be eliminated.
    """
    if loop.until is not None:
        return False
    if isinstance(loop, s.Repeat):
        return loop.times is None and loop.at_most is None and loop.while_ is None
    if loop.among == e.Everything("players"):
        return not any(True for _ in find(subject.program, s.Eliminate))
    return loop.among == e.Everything("all players")


@define(eq=False)
class _Reach:
    """The call graph of loops: what each runs and ends, memoised for all loops."""

    table: Graph
    _ended: dict[frozenset[Node], frozenset[str]] = field(factory=dict)
    _around: dict[Node, frozenset[str]] = field(factory=dict)

    @cached_property
    def _runs(self) -> dict[int, list[Node]]:
        """The nodes that each statement runs, by the statement's identity."""
        table: dict[int, list[Node]] = {}
        for edge in (edge for edges in self.table.edges.values() for edge in edges):
            if edge.by is not None:
                table.setdefault(id(edge.by), []).append(edge.target)
        return table

    def run_by(self, loop: Loop) -> frozenset[Node]:
        """The nodes that a loop's block calls, offers, opens or plays."""
        runs = self._runs
        return frozenset(
            node for statement in own_statements(loop.block) for node in runs.get(id(statement), ())
        )

    def ended(self, start: frozenset[Node]) -> frozenset[str]:
        """The procedures that some nodes, or anything they may run, may end."""
        if start not in self._ended:
            edges = self.table.edges
            reached = _closure(start, lambda node: (edge.target for edge in edges.get(node, ())))
            blocks = (self.table.blocks.get(node, ()) for node in reached)
            self._ended[start] = frozenset(
                _ended(way) for block in blocks for way in ways_out(block) if way.what != "body"
            )
        return self._ended[start]

    def around(self, place: Node) -> frozenset[str]:
        """The names of a node and of its transitive callers."""
        if place not in self._around:
            callers = self.table.callers
            reaching = _closure((place,), lambda node: (who for who, _ in callers.get(node, ())))
            self._around[place] = frozenset(name for _, name in reaching)
        return self._around[place]


def _may_be_left(reach: _Reach, place: Node, loop: Loop) -> bool:
    """Whether a loop, or what it runs, may leave it or end the match."""
    ways = list(ways_out(loop.block))
    if any(way.what == "body" for way in ways):
        return True
    at_once = frozenset(node for node in reach.table.blocks if node[0] == "whenever")
    ended = {_ended(way) for way in ways} | reach.ended(reach.run_by(loop)) | reach.ended(at_once)
    return MATCH in ended or not ended.isdisjoint(reach.around(place))


MATCH = "the match or any run"  # not a procedure name


def _ended(way: Leaving) -> str:
    return MATCH if way.event is None else event_name(way.event)


def _held(reach: _Reach, all_loops: Sequence[Found]) -> set[int]:
    """
    The indices of loops nested in another loop, directly or by calls.

    Two loops that reach a node are enough to know whether one other than itself does.
    """
    inside = {id(statement) for _, loop, _ in all_loops for statement in own_statements(loop.block)}
    reached: dict[Node, set[int]] = {}
    waiting = [
        (node, number)
        for number, (_, loop, _) in enumerate(all_loops)
        for node in reach.run_by(loop)
    ]
    while waiting:
        node, number = waiting.pop()
        loops = reached.setdefault(node, set())
        if number not in loops and len(loops) < 2:
            loops.add(number)
            waiting += ((edge.target, number) for edge in reach.table.edges.get(node, ()))
    return {
        number
        for number, (place, loop, _) in enumerate(all_loops)
        if id(loop) in inside or reached.get(place, set()) - {number}
    }


def _closure(start: Iterable[Node], after: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """The nodes reachable from `start`, which it includes."""
    seen: set[Node] = set()
    waiting = list(start)
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += after(node)
    return seen
