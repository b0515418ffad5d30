"""Reports `never-ends`: nothing leaves a loop but the decision cap of the match.

Such a loop can be played, but the statements after it are never reached; without this check a
forgotten `until` shows only after a thousand decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ruleslang.checks.queries.call_graph import Graph, Node, graph
from ruleslang.checks.subject import Subject
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
Found: TypeAlias = "tuple[Node, Loop, s.Statement | None]"  # where, what, and what stands behind it
HELPS = {
    "repeat": "say how often: `repeat 6 times`; or when it ends: "
    "`repeat until …, at most 20 times`, or `if …: stop` in it",
    "take turns": "for one round write `for each p in players`; else say when it ends: "
    "`take turns … until …`, or `if …: stop` in it",
}


def never_ends(span: Span, word: str, behind: Span | None) -> Diagnostic:
    """Nothing leaves a loop, so the statements after it are never reached."""
    return warning(
        "never-ends",
        span,
        f"this `{word}` never ends: it has no `until`, nothing else ends it",
        help=HELPS[word],
        labels=(Label(behind, "nothing from here on is ever reached"),) if behind else (),
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every loop that nothing ends, except loops that go on only because an inner loop does."""
    table = graph(subject)
    found = [
        (place, loop, behind)
        for place, block in table.blocks.items()
        for loop, behind in _loops(block)
        if _is_open(subject, loop) and not _may_be_left(table, place, loop)
    ]
    for each in found:
        if not any(_holds(table, each, other) for other in found):
            _, loop, behind = each
            after = None if behind is None else subject.span(behind.origin)
            word = "repeat" if isinstance(loop, s.Repeat) else "take turns"
            yield never_ends(subject.span(loop.origin), word, after)


def _loops(block: tuple[s.Statement, ...]) -> Iterator[tuple[Loop, s.Statement | None]]:
    """Every loop of a block and of the blocks in it, with the statement behind it."""
    for statement, behind in zip(block, (*block[1:], None), strict=False):
        if isinstance(statement, (s.Repeat, s.TakeTurns)):
            yield statement, behind
        for inner in traits(statement).blocks:
            yield from _loops(inner)


def _is_open(subject: Subject, loop: Loop) -> bool:
    """Whether a loop has no end of its own: no condition, no number, nobody who may drop out."""
    if loop.until is not None:
        return False
    if isinstance(loop, s.Repeat):
        return loop.times is None and loop.at_most is None and loop.while_ is None
    if loop.among == e.Everything("players"):
        return not any(True for _ in find(subject.program, s.Eliminate))
    return loop.among == e.Everything("all players")


def _may_be_left(table: Graph, place: Node, loop: Loop) -> bool:
    """Whether something in a loop, or in what it runs, may leave it or end the match."""
    if any(way.what == "body" for way in ways_out(loop.block)):
        return True
    around = {name for _, name in _reaching(table, place)}
    reached = [
        *_reached(table, place, loop),
        *(node for node in table.blocks if node[0] == "whenever"),
    ]
    blocks = [loop.block, *(table.blocks.get(node, ()) for node in _closure(table, reached))]
    return any(_ends(way, around) for block in blocks for way in ways_out(block))


def _ends(way: Leaving, around: set[str]) -> bool:
    """Whether a statement that leaves ends the match or one of these loops."""
    return way.what == "match" or (
        way.what == "run" and (way.event is None or event_name(way.event) in around)
    )


def _holds(table: Graph, outer: Found, inner: Found) -> bool:
    """Whether a loop stands in another, or in what that one runs."""
    place, loop, _ = outer
    if any(each is inner[1] for each in own_statements(loop.block)):
        return True
    return inner is not outer and inner[0] in _closure(table, _reached(table, place, loop))


def _reached(table: Graph, place: Node, loop: Loop) -> list[Node]:
    """What a loop runs itself: what its block calls, offers, opens or plays."""
    statements = tuple(own_statements(loop.block))
    return [
        edge.target
        for edge in table.edges[place]
        if any(edge.by is statement for statement in statements)
    ]


def _closure(table: Graph, start: Iterable[Node]) -> set[Node]:
    """Some nodes, and everything they may run, directly or not."""
    seen: set[Node] = set()
    waiting = list(start)
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += [edge.target for edge in table.edges.get(node, ())]
    return seen


def _reaching(table: Graph, place: Node) -> set[Node]:
    """A node, and everything that may run it, directly or not."""
    callers = table.callers()
    seen: set[Node] = set()
    waiting = [place]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += [caller for caller, _ in callers.get(node, ())]
    return seen
