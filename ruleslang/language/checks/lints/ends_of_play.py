"""Loops that nothing ends, and rules about eliminated players and the last one left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from attrs import define, field

from ruleslang.language.checks.queries.call_graph import (
    Graph,
    Node,
    effects,
    graph,
    whole,
    with_called,
)
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import event_name
from ruleslang.program.traits.effects import own_statements, ways_out
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Leaving
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import AdviceMessage, Diagnostic, Label, WarningMessage, warning
from ruleslang.source.span import Span

Loop: TypeAlias = "s.Repeat | s.TakeTurns"
Found: TypeAlias = "tuple[Node, Loop, s.Statement | None]"  # node, loop, and the statement after it
ENDS_OF_LOOPS = {
    "repeat": "add a number, `repeat 6 times`, or an end: "
    "`repeat until …, at most 20 times`, or `if …: stop` in it",
    "take turns": "for one round write `for each p in players`; otherwise add an end: "
    "`take turns … until …`, or `if …: stop` in it",
}


def never_ends(span: Span, word: str, behind: Span | None) -> Diagnostic:
    return warning(
        "never-ends",
        span,
        f"this `{word}` never ends: no `until`, and nothing else ends it",
        help=ENDS_OF_LOOPS[word],
        labels=(Label(behind, "the lines from here on are never reached"),) if behind else (),
    )


def find_never_ends(subject: Subject) -> Iterator[Diagnostic]:
    """Report that only the decision cap of the match ends a loop.

    Such a loop can be played, but the statements after it are never reached; without this check a
    forgotten `until` shows only after a thousand decisions.

    Every endless loop, except loops that go on only because an inner loop does.
    """
    table = graph(subject)
    reach = _Reach(table)
    loops = [
        (place, loop, behind)
        for place, block in table.blocks.items()
        for loop, behind in _loops_in(block)
        if _has_no_end(subject, loop) and not _may_be_left(reach, place, loop)
    ]
    nested = _loops_within_loops(reach, loops)
    for number, (_, loop, behind) in enumerate(loops):
        if number not in nested:
            after = None if behind is None else subject.span(behind.origin)
            word = "repeat" if isinstance(loop, s.Repeat) else "take turns"
            yield never_ends(subject.span(loop.origin), word, after)


def _loops_in(block: tuple[s.Statement, ...]) -> Iterator[tuple[Loop, s.Statement | None]]:
    """Yield every loop of a block, nested ones too, with the statement after it."""
    for statement, behind in zip(block, (*block[1:], None), strict=False):
        if isinstance(statement, (s.Repeat, s.TakeTurns)):
            yield statement, behind
        for inner in traits(statement).blocks:
            yield from _loops_in(inner)


def _has_no_end(subject: Subject, loop: Loop) -> bool:
    """Return whether nothing ends a loop: no condition, no count, no player who may be out."""
    if loop.until is not None:
        return False
    if isinstance(loop, s.Repeat):
        return loop.times is None and loop.at_most is None and loop.while_ is None
    if loop.among == e.Everything("players"):
        return not any(find(subject.program, s.Eliminate))
    return loop.among == e.Everything("all players")


@define(eq=False)
class _Reach:
    """The call graph of loops: what each runs and ends, memoised for all loops."""

    table: Graph
    _ended: dict[frozenset[Node], frozenset[str]] = field(factory=dict)
    _around: dict[Node, frozenset[str]] = field(factory=dict)

    def run_by(self, loop: Loop) -> frozenset[Node]:
        """Return the nodes that a loop's block calls, offers, opens or plays."""
        run = self.table.of_statement
        statements = own_statements(loop.block)
        return frozenset(edge.target for line in statements for edge in run.get(id(line), ()))

    def ended(self, start: frozenset[Node]) -> frozenset[str]:
        """Return the procedures that some nodes, or anything they may run, may end."""
        if start not in self._ended:
            edges = self.table.edges
            reached = _reached_from(
                start, lambda node: (edge.target for edge in edges.get(node, ()))
            )
            blocks = (self.table.blocks.get(node, ()) for node in reached)
            self._ended[start] = frozenset(
                _label_of_end(way)
                for block in blocks
                for way in ways_out(block)
                if way.what != "body"
            )
        return self._ended[start]

    def around(self, place: Node) -> frozenset[str]:
        """Return the names of a node and of its transitive callers."""
        if place not in self._around:
            callers = self.table.callers
            reaching = _reached_from(
                (place,), lambda node: (who for who, _ in callers.get(node, ()))
            )
            self._around[place] = frozenset(name for _, name in reaching)
        return self._around[place]


def _may_be_left(reach: _Reach, place: Node, loop: Loop) -> bool:
    """Return whether a loop, or what it runs, may leave it or end the match."""
    ways = list(ways_out(loop.block))
    if any(way.what == "body" for way in ways):
        return True
    at_once = frozenset(node for node in reach.table.blocks if node.kind == "whenever")
    ended = (
        {_label_of_end(way) for way in ways}
        | reach.ended(reach.run_by(loop))
        | reach.ended(at_once)
    )
    return MATCH_OR_ANY_RUN in ended or not ended.isdisjoint(reach.around(place))


MATCH_OR_ANY_RUN = "the match or any run"  # not a procedure name


def _label_of_end(way: Leaving) -> str:
    return MATCH_OR_ANY_RUN if way.event is None else event_name(way.event)


def _loops_within_loops(reach: _Reach, all_loops: Sequence[Found]) -> set[int]:
    """
    Return the indices of loops nested in another loop, directly or by calls.

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


def _reached_from(start: Iterable[Node], after: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """Return the nodes reachable from `start`, which it includes."""
    seen: set[Node] = set()
    waiting = list(start)
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += after(node)
    return seen


turn_of_eliminated = WarningMessage(
    "turn-of-eliminated",
    "if the eliminated player is active, their turn continues",
    help="{way_out}",
)
cards_of_eliminated = AdviceMessage(
    "cards-of-eliminated",
    "the eliminated player's cards stay in {zones}",
    help="move them away first: `move hand(p) to discards`",
)


def _left_behind(
    subject: Subject,
    node: s.Eliminate,
    nodes: list[s.Statement],
    around: Iterator[s.Statement],
    drawn_on: Sequence[d.Zone],
) -> Iterator[Diagnostic]:
    turns = list(find(subject.program, s.TakeTurns))
    later = nodes[nodes.index(node) + 1 :]
    if turns and not any(isinstance(statement, (s.End, s.Wins)) for statement in later):
        span = subject.span(node.origin)
        yield turn_of_eliminated(span, way_out=_way_out(turns, span))
    reached = list(with_called(subject, [*nodes, *around]))
    if any(isinstance(statement, s.Wins) for statement in later):
        return  # ends the match
    emptied = set(_empty_where(node, nodes))
    staying = [
        zone.name
        for zone in drawn_on
        if zone.name not in emptied and not _cards_are_moved_from(zone, reached)
    ]
    if staying:
        named = " and ".join(f"`{name}`" for name in staying[:2])
        yield cards_of_eliminated(
            subject.span(node.origin), zones=named + " and more" * (len(staying) > 2)
        )


def _way_out(turns: Sequence[s.TakeTurns], eliminate: Span) -> str:
    """Return the line that ends the turn; without a phase that the turns consist of, none can."""
    calls = [node.block[0] for node in turns if len(node.block) == 1]
    phases = {call.procedure for call in calls if isinstance(call, s.Call)}
    out = eliminate.text.removeprefix("eliminate ")
    if len(phases) == 1:
        return f"end it: `if {out} is active: end {phases.pop()} if under way`"
    return "put the turn in a phase, so `end … if under way` can end it by name"


def _empty_where(node: s.Eliminate, nodes: list[s.Statement]) -> Iterator[str]:
    """Yield the zones that an enclosing condition requires to be empty."""
    for enclosing in nodes:
        if isinstance(enclosing, s.If) and any(
            inner == node for inner in own_statements(enclosing.then)
        ):
            for test in find(enclosing.condition, e.IsEmpty):
                yield from (read.name for read in find(test.operand, e.ReadZone))


def _own_zones(subject: Subject) -> Iterator[d.Zone]:
    for zone in subject.program.zones:
        if any(place.type == t.Player() for place in zone.index):
            yield zone


def _statements_of_callers(
    subject: Subject, block: tuple[s.Statement, ...]
) -> Iterator[s.Statement]:
    """Yield the statements of the bodies that call the procedure of this block."""
    names = {
        name
        for name, procedure in subject.procedures.items()
        if whole(procedure.body)[:1] == block[:1]
    }
    for other in graph(subject).blocks.values():
        nodes = list(subject.statements(other))
        if any(isinstance(node, s.Call) and node.procedure in names for node in nodes):
            yield from nodes


def _zones_drawn_on(subject: Subject) -> Iterator[d.Zone]:
    """Yield zones of players from which rules take cards; others are only cleared as a whole."""
    everywhere = e.AnyIndex()
    chosen_from = {
        read.name
        for choice in find(subject.program, s.Choice)
        for read in find(choice.source, e.ReadZone)
        if everywhere not in read.index
    }
    nodes = [node for block in graph(subject).blocks.values() for node in subject.statements(block)]
    moved = [(node, tuple(find(node, e.ReadZone))) for node in nodes]
    for zone in _own_zones(subject):
        cleared = e.ReadZone(zone.name, tuple(everywhere for _ in zone.index))
        if zone.name in chosen_from or _cards_are_moved_from(
            zone, [node for node, read in moved if cleared not in read]
        ):
            yield zone


def _cards_are_moved_from(zone: d.Zone, nodes: list[s.Statement]) -> bool:
    named = {
        node.slot for node in nodes if isinstance(node, s.Let) and _reads_zone(node.value, zone)
    }
    for node in nodes:
        if isinstance(node, s.MoveCards) and (
            _reads_zone(node.cards, zone) or any(x.slot in named for x in find(node.cards, e.Local))
        ):
            return True
        if not isinstance(node, s.MoveCards) and _takes_from(node, zone):
            return True
        if isinstance(node, s.ForEach) and _reads_zone(node.subject, zone):
            return True
    return False


def _takes_from(node: s.Statement, zone: d.Zone) -> bool:
    """Return whether a statement other than a move writes a zone, as `swap` does."""
    here = traits(node)
    return not here.chance and any(
        cell.kind == "zone" and cell.name == zone.name for cell in here.writes
    )


def _reads_zone(expression: e.Expr, zone: d.Zone) -> bool:
    return any(read.name == zone.name for read in find(expression, e.ReadZone))


def find_turn_of_eliminated(subject: Subject) -> Iterator[Diagnostic]:
    """Report an `eliminate` that leaves a turn or cards to the eliminated player."""
    if not any(find(subject.program, s.Eliminate)):
        return
    drawn_on = tuple(_zones_drawn_on(subject))
    for block in graph(subject).blocks.values():
        nodes = list(subject.statements(block))
        for node in nodes:
            if isinstance(node, s.Eliminate):
                around = _statements_of_callers(subject, block)
                yield from _left_behind(subject, node, nodes, around, drawn_on)


PLAYERS_LEFT = e.NumberOf(e.Everything("players"))


last_one_left = WarningMessage(
    "last-one-left",
    "the last two may be eliminated in one step, and then nobody is left",
    help="write `number of players <= 1`; `players win` without players is a draw",
    possible=True,
)


def _is_test_for_one(condition: e.Expr) -> bool:
    return condition in (e.Equal(PLAYERS_LEFT, e.Literal(1)), e.Equal(e.Literal(1), PLAYERS_LEFT))


def find_last_one_left(subject: Subject) -> Iterator[Diagnostic]:
    """Report a test for exactly one player left that ignores that nobody may be left."""
    if not any(find(subject.program, s.Eliminate)):
        return
    for block in graph(subject).blocks.values():
        for node in subject.statements(block):
            if (
                isinstance(node, s.TakeTurns)
                and node.until is not None
                and _is_test_for_one(node.until)
            ):
                yield last_one_left(subject.span(node.origin))
    for effect in effects(subject):
        if isinstance(effect, s.Whenever) and _is_test_for_one(effect.condition):
            yield last_one_left(subject.span(effect.origin))
