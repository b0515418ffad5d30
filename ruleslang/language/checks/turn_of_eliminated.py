"""
Reports `turn-of-eliminated` and `cards-of-eliminated`: an eliminated player keeps the turn or
cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.language.checks.queries.call_graph import graph, whole, with_called
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity
from ruleslang.source.span import Span

turn_of_eliminated = Message(
    "turn-of-eliminated",
    "if the player who is out has the turn, the turn goes on",
    help="{way_out}",
    severity=Severity.WARNING,
)
cards_of_eliminated = Message(
    "cards-of-eliminated",
    "the cards of the player who is out stay in {zones}",
    help="move them away first: `move hand(p) to discards`",
    severity=Severity.ADVICE,
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
        zone.name for zone in drawn_on if zone.name not in emptied and not _is_moved(zone, reached)
    ]
    if staying:
        named = " and ".join(f"`{name}`" for name in staying[:2])
        yield cards_of_eliminated(
            subject.span(node.origin), zones=named + " and more" * (len(staying) > 2)
        )


def _way_out(turns: Sequence[s.TakeTurns], eliminate: Span) -> str:
    """The line that ends the turn; without a phase that the turns consist of, nothing can."""
    calls = [node.block[0] for node in turns if len(node.block) == 1]
    phases = {call.procedure for call in calls if isinstance(call, s.Call)}
    out = eliminate.text.removeprefix("eliminate ")
    if len(phases) == 1:
        return f"end it: `if {out} is active: end {phases.pop()} if under way`"
    return "make a phase of what a turn consists of: `end … if under way` ends it by its name"


def _empty_where(node: s.Eliminate, nodes: list[s.Statement]) -> Iterator[str]:
    """The zones that an enclosing condition requires to be empty."""
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


def _around(subject: Subject, block: tuple[s.Statement, ...]) -> Iterator[s.Statement]:
    """The statements of the bodies that call the procedure of this block."""
    names = {
        name
        for name, procedure in subject.procedures.items()
        if whole(procedure.body)[:1] == block[:1]
    }
    for other in graph(subject).blocks.values():
        nodes = list(subject.statements(other))
        if any(isinstance(node, s.Call) and node.procedure in names for node in nodes):
            yield from nodes


def _drawn_on(subject: Subject) -> Iterator[d.Zone]:
    """The zones of players from which rules take cards; others are only cleared as a whole."""
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
        if zone.name in chosen_from or _is_moved(
            zone, [node for node, read in moved if cleared not in read]
        ):
            yield zone


def _is_moved(zone: d.Zone, nodes: list[s.Statement]) -> bool:
    """Whether cards are moved out of a zone."""
    named = {node.slot for node in nodes if isinstance(node, s.Let) and _reads(node.value, zone)}
    for node in nodes:
        if isinstance(node, s.MoveCards) and (
            _reads(node.cards, zone) or any(x.slot in named for x in find(node.cards, e.Local))
        ):
            return True
        if not isinstance(node, s.MoveCards) and _takes_from(node, zone):
            return True
        if isinstance(node, s.ForEach) and _reads(node.subject, zone):
            return True
    return False


def _takes_from(node: s.Statement, zone: d.Zone) -> bool:
    """Whether a statement other than a move writes a zone, as `swap` does."""
    here = traits(node)
    return not here.chance and any(
        cell.kind == "zone" and cell.name == zone.name for cell in here.writes
    )


def _reads(expression: e.Expr, zone: d.Zone) -> bool:
    return any(read.name == zone.name for read in find(expression, e.ReadZone))


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `eliminate` that leaves a turn or cards behind."""
    if not any(True for _ in find(subject.program, s.Eliminate)):
        return
    drawn_on = tuple(_drawn_on(subject))
    for block in graph(subject).blocks.values():
        nodes = list(subject.statements(block))
        for node in nodes:
            if isinstance(node, s.Eliminate):
                around = _around(subject, block)
                yield from _left_behind(subject, node, nodes, around, drawn_on)
