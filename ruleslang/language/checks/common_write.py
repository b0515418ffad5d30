"""
Reports `common-write`, `reads-others` and `chance-apart`: players in simultaneous secret runs could
notice each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.queries.simultaneous_runs import Run, is_local, runs_of, slot_of
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.traits.effects import own_parts
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.traits.statements import paid, traits
from ruleslang.program.traits.trait_classes import Cell, WindowOpening
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message
from ruleslang.source.span import Span

PLACES = ("state", "zone", "dice")
SHARED = {"active": "active", "players": "players"}  # cells shared by all players

common_write = Message(
    "common-write",
    "`{name}` is not `{variable}`'s alone, and all act at once here",
    help="write only what has `{variable}` as its index, or move cards to a zone without order"
    " that is `seen by nobody, count seen by nobody`; the rest comes after the block",
    label="it is changed here",
)
reads_others = Message(
    "reads-others",
    "this reads `{name}` of others, who change it at the same time",
    help="read only `{name}({variable})`, or what nobody changes in this block",
    label="it is read here",
)
chance_apart = Message(
    "chance-apart",
    "{what} has no place where several act at the same time",
    help="do it before or after the block, in which players only choose, move and set",
    label="it stands here",
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every statement of a `together for each` that could reveal one player's run to another."""
    table = graph(subject)
    for place, block in table.blocks.items():
        for node in subject.statements(block):
            if isinstance(node, s.TogetherForEach):
                yield from _check(subject, node, table.locals[place][node.variable].name)


def _check(subject: Subject, node: s.TogetherForEach, name: str) -> Iterator[Diagnostic]:
    runs = list(runs_of(subject, node, name))
    written = {cell.name for run in runs for cell in _written(subject, run) if cell.kind in PLACES}
    for run in runs:
        for clause in run.beside:
            writes, parts = _clause_writes(clause), _clause_parts(clause)
            yield from _blame(subject, clause, writes, parts, run, written)
        for statement in subject.statements(run.statements):
            yield from _blame_statement(subject, statement, run, written)


def _written(subject: Subject, run: Run) -> Iterator[Cell]:
    for clause in run.beside:
        yield from _clause_writes(clause)
    for statement in subject.statements(run.statements):
        yield from traits(statement).writes


def _clause_writes(clause: s.Clause | s.Choice | s.Hook) -> tuple[Cell, ...]:
    costs = clause.costs if isinstance(clause, s.Pays) else ()
    return tuple(cell for cost in costs for cell in paid(cost))


def _clause_parts(clause: s.Clause | s.Choice | s.Hook) -> tuple[object, ...]:
    if isinstance(clause, s.Hook):
        return clause.by, clause.pattern, clause.condition
    return (clause,)


def _places(subject: Subject, origin: int, run: Run) -> tuple[Span, Span | None]:
    """Where to report what stands at an origin, and that place if a call leads to it."""
    here = subject.span(origin)
    return (here, None) if run.called < 0 else (subject.span(run.called), here)


def _blame_statement(
    subject: Subject, node: s.Statement, run: Run, written: set[str]
) -> Iterator[Diagnostic]:
    here = traits(node)
    opens = any(isinstance(opening, WindowOpening) for opening in here.runs)
    if here.chance or opens:
        span, at = _places(subject, getattr(node, "origin", -1), run)
        yield chance_apart(span, at=at, what="chance" if here.chance else "a window")
        return
    writes = tuple(cell for cell in here.writes if not _is_put_away(subject, node, cell))
    yield from _blame(subject, node, writes, own_parts(node), run, written)


def _blame(
    subject: Subject,
    node: s.Statement | s.Clause | s.Choice | s.Hook,
    writes: tuple[Cell, ...],
    parts: Iterable[object],
    run: Run,
    written: set[str],
) -> Iterator[Diagnostic]:
    """The first of a node's writes and reads by which others could notice the player's run."""
    span, at = _places(subject, getattr(node, "origin", -1), run)
    for cell in writes:
        if not _is_own(subject, cell, run.player):
            yield common_write(
                span, at=at, name=SHARED.get(cell.kind, cell.name), variable=run.name
            )
            return
    for part in parts:
        for cell, holder in _reads(subject, part, run.player):
            if cell.name in written and not _is_own(subject, cell, holder):
                yield reads_others(span, at=at, name=cell.name, variable=run.name)
                return


def _is_put_away(subject: Subject, node: s.Statement, cell: Cell) -> bool:
    """Whether cards go where nobody sees, counts or orders them."""
    if not isinstance(node, s.MoveCards) or cell.kind != "zone" or cell.name != node.target.name:
        return False
    zone = subject.zones[cell.name]
    return zone.seen.by == zone.count_seen.by == "nobody" and not zone.ordered


def _is_own(subject: Subject, cell: Cell, variable: Slot | None) -> bool:
    """
    Whether a cell belongs to the player.

    A piece is assumed to, and what a statement takes from no zone by name: a card that is moved is
    one that the player had to find in a place that he may read.
    """
    if cell.kind in SHARED:
        return False
    if cell.kind not in PLACES or not cell.name:
        return True
    program = subject.program
    declared: list[d.Zone | d.State | d.Dice] = [*program.zones, *program.states]
    declared += program.dice
    places = next(declaration.index for declaration in declared if declaration.name == cell.name)
    return any(
        (place.type == t.Player() and is_local(at, variable)) or isinstance(place.type, t.Piece)
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
            slot = slot_of(call.arguments, variable)
            inside = (value.lets, value.cases)
            yield from _reads(subject, inside, slot, seen | {call.name})
