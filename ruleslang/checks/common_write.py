"""
Reports `common-write`, `reads-others` and `chance-apart`: players in simultaneous secret runs could
notice each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruleslang.checks.queries.call_graph import graph, whole
from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.traits.effects import own_parts
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import Cell, WindowOpening
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message
from ruleslang.source.span import Span

PLACES = ("state", "zone", "dice")
SHARED = {"active": "active", "players": "players"}  # cells shared by all players
MOST_DEEP = 6


common_write = Message(
    "common-write",
    "`{name}` is not `{variable}`'s alone, and all act at once here",
    help="write only what has `{variable}` as its index, or move cards to a zone without order"
    " that is `seen by nobody, count seen by nobody`; the rest comes after the block",
)
reads_others = Message(
    "reads-others",
    "this reads `{name}` of others, who change it at the same time",
    help="read only `{name}({variable})`, or what nobody changes in this block",
)
chance_apart = Message(
    "chance-apart",
    "{what} has no place where several act at the same time",
    help="do it before or after the block, in which players only choose, move and set",
)


@frozen
class Run:
    """The statements of one player's run, the player's local, and the place to report."""

    statements: tuple[s.Statement, ...]
    variable: Slot | None
    name: str
    origin: int


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every statement of a `together for each` that could reveal one player's run to another."""
    table = graph(subject)
    for place, block in table.blocks.items():
        for node in subject.statements(block):
            if isinstance(node, s.TogetherForEach):
                yield from _check(subject, node, table.locals[place][node.variable].name)


def _check(subject: Subject, node: s.TogetherForEach, name: str) -> Iterator[Diagnostic]:
    runs = list(_runs(subject, Run(node.block, node.variable, name, -1), 0))
    written: set[str] = set()
    for run in runs:
        for statement in subject.statements(run.statements):
            written |= {cell.name for cell in traits(statement).writes if cell.kind in PLACES}
    for run in runs:
        for statement in subject.statements(run.statements):
            origin = getattr(statement, "origin", -1)
            span = subject.span(run.origin if run.origin >= 0 else origin)
            yield from _blame(subject, statement, run, written, span)


def _runs(subject: Subject, run: Run, deep: int) -> Iterator[Run]:
    """The runs of a player: the block itself, actions offered there, and everything they call."""
    yield run
    if deep == MOST_DEEP:
        return
    for node in subject.statements(run.statements):
        if isinstance(node, s.Offer) and _is_local(node.player, run.variable):
            for name in node.actions:
                action = subject.actions.get(name)
                if action is not None:
                    called_as = action.locals[action.you].name
                    offered = Run(whole(action.body), action.you, called_as, run.origin)
                    yield from _runs(subject, offered, deep + 1)
        elif isinstance(node, s.Call) and node.procedure in subject.procedures:
            called = subject.procedures[node.procedure]
            slot = _parameter(node.arguments, run.variable)
            name = "p" if slot is None else called.parameters[slot].name
            inside = Run(whole(called.body), slot, name, node.origin)
            yield from _runs(subject, inside, deep + 1)


def _parameter(arguments: tuple[e.Expr, ...], variable: Slot | None) -> Slot | None:
    return next(
        (slot for slot, argument in enumerate(arguments) if _is_local(argument, variable)), None
    )


def _is_local(node: object, slot: Slot | None) -> bool:
    return isinstance(node, e.Local) and node.slot == slot


def _blame(
    subject: Subject, node: s.Statement, run: Run, written: set[str], span: Span
) -> Iterator[Diagnostic]:
    here = traits(node)
    if here.chance:
        yield chance_apart(span, what="chance")
        return
    if any(isinstance(opening, WindowOpening) for opening in here.runs):
        yield chance_apart(span, what="a window")
        return
    for cell in here.writes:
        if not (_is_own(subject, cell, run.variable) or _is_put_away(subject, node, cell)):
            yield common_write(span, name=SHARED.get(cell.kind, cell.name), variable=run.name)
            return
    for part in own_parts(node):
        for cell, holder in _reads(subject, part, run.variable):
            if cell.name in written and not _is_own(subject, cell, holder):
                yield reads_others(span, name=cell.name, variable=run.name)
                return


def _is_put_away(subject: Subject, node: s.Statement, cell: Cell) -> bool:
    """Whether cards go where nobody sees, counts or orders them."""
    if not isinstance(node, s.MoveCards) or cell.kind != "zone" or cell.name != node.target.name:
        return False
    zone = subject.zones[cell.name]
    return zone.seen.by == zone.count_seen.by == "nobody" and not zone.ordered


def _is_own(subject: Subject, cell: Cell, variable: Slot | None) -> bool:
    """Whether a cell belongs to the player; a piece is assumed to."""
    if cell.kind in SHARED:
        return False
    if cell.kind not in PLACES or not cell.name:
        return True
    program = subject.program
    declared: list[d.Zone | d.State | d.Dice] = [*program.zones, *program.states]
    declared += program.dice
    places = next(
        place_declared.index for place_declared in declared if place_declared.name == cell.name
    )
    return any(
        (place.type == t.Player() and _is_local(at, variable)) or isinstance(place.type, t.Piece)
        for place, at in zip(places, cell.index, strict=False)
    )


def _reads(
    subject: Subject, part: object, variable: Slot | None, seen: frozenset[str] = frozenset()
) -> Iterator[tuple[Cell, Slot | None]]:
    """
    The cells that are read, also through named values, with the local that holds the player there.
    """
    for cell in cells_read(part):
        if cell.kind in PLACES and cell.name:
            yield cell, variable
    for call in find(part, e.CallValue):
        value = next(
            (candidate for candidate in subject.program.values if candidate.name == call.name), None
        )
        if value is not None and call.name not in seen:
            slot = _parameter(call.arguments, variable)
            inside = (value.lets, value.cases)
            yield from _reads(subject, inside, slot, seen | {call.name})
