"""Players who act together and in secret touch nothing in which they could meet (LANGUAGE B6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen

from ruleslang.checks.queries.call_graph import graph, whole
from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.traits.blocks import own_statements
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span

Index: TypeAlias = "tuple[e.Expr | e.AnyIndex, ...]"

CHANCE = (s.RollDie, s.RollDice, s.RollNew, s.RollAgain, s.Shuffle)
MOST_DEEP = 6


def common_write(span: Span, name: str, variable: str) -> Diagnostic:
    """One of several who act in secret changes something that is not his alone."""
    return error(
        "common-write",
        span,
        f"`{name}` is not `{variable}`'s alone, and all act at once here",
        help=f"write only what has `{variable}` as its index; the rest comes after the block",
    )


def reads_others(span: Span, name: str, variable: str) -> Diagnostic:
    """One of several who act in secret reads what another is changing at that moment."""
    return error(
        "reads-others",
        span,
        f"this reads `{name}` of others, who change it at the same time",
        help=f"read only `{name}({variable})`, or what nobody changes in this block",
    )


def chance_apart(span: Span, what: str) -> Diagnostic:
    """Chance, or a window, comes in between while several act in secret."""
    return error(
        "chance-apart",
        span,
        f"{what} has no place where several act at the same time",
        help="do it before or after the block, in which players only choose, move and set",
    )


@frozen
class Run:
    """The statements of one player's run, his name in them, and where to lay the blame."""

    statements: tuple[s.Statement, ...]
    variable: Slot | None
    name: str
    origin: int


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every line of a `together for each` that could tell one player what another does."""
    table = graph(subject)
    for place, block in table.blocks.items():
        for node in own_statements(block):
            if isinstance(node, s.TogetherForEach):
                yield from _check(subject, node, table.locals[place][node.variable].name)


def _check(subject: Subject, node: s.TogetherForEach, name: str) -> Iterator[Diagnostic]:
    runs = list(_runs(subject, Run(node.block, node.variable, name, -1), 0))
    written: set[str] = set()
    for run in runs:
        for statement in own_statements(run.statements):
            written |= {name for name, _ in _writes(statement)}
    for run in runs:
        for statement in own_statements(run.statements):
            origin = getattr(statement, "origin", -1)
            span = subject.span(run.origin if run.origin >= 0 else origin)
            yield from _blame(subject, statement, run, written, span)


def _runs(subject: Subject, run: Run, deep: int) -> Iterator[Run]:
    """What a player does in the block itself, in actions offered to him, in what he lets run."""
    yield run
    if deep == MOST_DEEP:
        return
    for node in own_statements(run.statements):
        if isinstance(node, s.Offer) and _is_local(node.player, run.variable):
            for name in node.actions:
                action = subject.actions.get(name)
                if action is not None:
                    own = action.locals[action.you].name
                    offered = Run(whole(action.body), action.you, own, run.origin)
                    yield from _runs(subject, offered, deep + 1)
        elif isinstance(node, s.Call) and node.procedure in subject.procedures:
            called = _called(subject.procedures[node.procedure], node, run.variable)
            yield from _runs(subject, called, deep + 1)


def _called(procedure: d.Procedure, call: s.Call, variable: Slot | None) -> Run:
    """What a called procedure does, with the parameter by which it knows the player."""
    block = whole(procedure.body)
    for slot, argument in enumerate(call.arguments):
        if _is_local(argument, variable):
            return Run(block, slot, procedure.parameters[slot].name, call.origin)
    return Run(block, None, "p", call.origin)


def _is_local(node: object, slot: Slot | None) -> bool:
    return isinstance(node, e.Local) and node.slot == slot


def _blame(
    subject: Subject, node: s.Statement, run: Run, written: set[str], span: Span
) -> Iterator[Diagnostic]:
    if isinstance(node, CHANCE) or (isinstance(node, (s.Pick, s.Rank)) and node.last == "chance"):
        yield chance_apart(span, "chance")
        return
    if isinstance(node, s.OpenWindow):
        yield chance_apart(span, "a window")
        return
    for name, index in _writes(node):
        if not _is_own(subject, name, index, run.variable):
            yield common_write(span, name, run.name)
            return
    for name, index in _reads(node):
        if name in written and not _is_own(subject, name, index, run.variable):
            yield reads_others(span, name, run.name)
            return


def _is_own(subject: Subject, name: str, index: Index, variable: Slot | None) -> bool:
    """Whether a place of a state or zone belongs to the one player; a piece is taken to be his."""
    zone = subject.zones.get(name)
    states = {state.name: state for state in subject.program.states}
    places = zone.index if zone is not None else states[name].index
    return any(
        (place.type == t.Player() and _is_local(at, variable)) or isinstance(place.type, t.Piece)
        for place, at in zip(places, index, strict=False)
    )


def _writes(node: s.Statement) -> Iterator[tuple[str, Index]]:
    for place in find(node, s.StatePlace) if not isinstance(node, s.TogetherForEach) else ():
        if isinstance(node, (s.Assign, s.SwapPlaces)):
            yield place.name, place.index
    if isinstance(node, s.MoveCards):
        yield node.target.name, node.target.index
        for read in _taken(node.cards):
            yield read.name, read.index
    elif isinstance(node, s.SwapZones):
        yield node.left.name, node.left.index
        yield node.right.name, node.right.index


def _taken(cards: e.Expr) -> Iterator[e.ReadZone]:
    """The zones from which cards are surely taken."""
    match cards:
        case e.ReadZone():
            yield cards
        case (
            e.Where(_, inner, _) | e.AsFarAs(_, inner, _) | e.With(_, inner, _) | e.Except(inner, _)
        ):
            yield from _taken(inner)
        case e.CallWord(_, arguments):
            for argument in arguments:
                if isinstance(argument, (e.ReadZone, e.ZoneAt)):
                    yield e.ReadZone(argument.name, argument.index)


def _reads(node: s.Statement) -> Iterator[tuple[str, Index]]:
    if isinstance(node, (s.If, s.ForEach, s.Repeat, s.Depending, s.MayChoose, s.Menu)):
        parts: tuple[object, ...] = tuple(
            getattr(node, name, None) for name in ("condition", "subject", "while_", "until")
        )
    else:
        parts = (node,)
    for part in parts:
        if part is not None:
            for state in find(part, e.ReadState):
                yield state.name, state.index
            for zone in find(part, e.ReadZone):
                yield zone.name, zone.index
