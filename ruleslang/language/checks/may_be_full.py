"""Reports `may-be-full`: a move to a zone that may have no room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ruleslang.language.checks.queries.call_graph import effects, whole, with_called
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.traits.statements import traits
from ruleslang.program.walk import alike, find
from ruleslang.source.diagnostic import Diagnostic, advice
from ruleslang.source.span import Span

ENDS = ("top", "bottom")


def may_be_full(span: Span, zone: d.Zone) -> Diagnostic:
    """A card moves to a zone for one card that may be full."""
    return advice(
        "may-be-full",
        span,
        f"what if a card lies in `{zone.name}` already? It holds only one",
        help="move that one away before, or test: `if … is empty`; a full zone stops the match",
    )


def never_counted(span: Span, zone: d.Zone) -> Diagnostic:
    """A card is drawn to a zone for several cards whose size no rule tests."""
    room = zone.at_most.value if isinstance(zone.at_most, e.Literal) else 0
    return advice(
        "may-be-full",
        span,
        f"what if {room} cards lie in `{zone.name}` already? No rule asks how many they are",
        help=f"test before: `if number of {zone.name}{'(p)' if zone.index else ''} < {room}`; or"
        f" drop `at most {room}`, and let a `whenever` take away what is too much; a full zone"
        " stops the match",
    )


def _callers(subject: Subject, bodies: Sequence[tuple[str, Written]]) -> dict[str, list[Written]]:
    callers: dict[str, list[Written]] = {}
    for _, body in bodies:
        nodes = subject.statements(body[1])
        called = {node.procedure for node in nodes if isinstance(node, s.Call)}
        for name in called:
            callers.setdefault(name, []).append(body)
    return callers


Written: TypeAlias = "tuple[tuple[s.Clause | e.Expr, ...], tuple[s.Statement, ...]]"


def _bodies(subject: Subject) -> Iterator[tuple[str, Written]]:
    program = subject.program
    bodies: list[d.Procedure | d.Action | d.Play] = [*program.procedures, *program.actions]
    for declared in [*bodies, *program.plays]:
        yield declared.name, (declared.body.clauses, whole(declared.body))
    for effect in effects(subject):
        here = effect_traits(effect)
        if here.block is not None:
            tested = () if here.condition is None else (here.condition,)
            yield "", (tested, here.block)


def _running_once(subject: Subject) -> set[str]:
    """The start procedure, and those that only it calls, outside loops: each runs once a match."""
    calls = [
        node.procedure
        for _, (_, block) in _bodies(subject)
        for node in subject.statements(block)
        if isinstance(node, s.Call)
    ]
    once: set[str] = set()
    waiting = [subject.program.start]
    while waiting:
        name = waiting.pop()
        once.add(name)
        for node in _outside_loops(whole(subject.procedures[name].body)):
            if isinstance(node, s.Call) and calls.count(node.procedure) == 1:
                waiting.append(node.procedure)
    return once


def _outside_loops(block: tuple[s.Statement, ...]) -> Iterator[s.Statement]:
    for node in block:
        yield node
        here = traits(node)
        if here.blocks_run in ("exactly one", "at most one"):
            for inner in here.blocks:
                yield from _outside_loops(inner)


def _moves(
    subject: Subject, name: str, body: Written, callers: Sequence[Written]
) -> Iterator[Diagnostic]:
    """Moves for which neither their own body nor every caller makes room."""
    for node in subject.statements(body[1]):
        if not isinstance(node, s.MoveCards):
            continue
        zone = subject.zones.get(node.target.name)
        if zone is None or not _may_surprise(subject, zone, node):
            continue
        thought_of = _is_thought_of(zone, node, body) or _is_emptied(subject, zone, body, node)
        by_callers = callers and all(
            _is_thought_of(zone, node, caller) or _is_emptied(subject, zone, caller, name)
            for caller in callers
        )
        if not by_callers and not thought_of:
            span = subject.span(node.origin)
            say = may_be_full if _has_one_place(zone) else never_counted
            yield say(span, zone)


def _has_one_place(zone: d.Zone) -> bool:
    return zone.at_most == e.Literal(1)


def _may_surprise(subject: Subject, zone: d.Zone, move: s.MoveCards) -> bool:
    """
    Whether a move may overflow a zone: one for a single card, or a hand that is drawn to.

    Cards that a player chose, or that move themselves, may be limited by other rules.
    """
    if _has_one_place(zone):
        return True
    drawn = any(call.function in ENDS for call in find(move.cards, e.CallBuiltIn))
    return drawn and isinstance(zone.at_most, e.Literal) and not _is_counted(subject, zone)


def _is_counted(subject: Subject, zone: d.Zone) -> bool:
    """Whether any rule tests the size of a zone, or whether it is empty."""
    counted = (*find(subject.program, e.NumberOf), *find(subject.program, e.IsEmpty))
    return any(
        read.name == zone.name for expression in counted for read in find(expression, e.ReadZone)
    )


def _is_emptied(subject: Subject, zone: d.Zone, body: Written, at: s.MoveCards | str) -> bool:
    """Whether a call in the body empties the zone before a move in it or a call of that name."""
    for node in subject.statements(body[1]):
        if node is at or (isinstance(node, s.Call) and node.procedure == at):
            return False
        if isinstance(node, s.Call) and any(
            any(read.name == zone.name for read in find(statement.cards, e.ReadZone))
            for statement in with_called(subject, [node])
            if isinstance(statement, s.MoveCards)
        ):
            return True
    return False


def _is_thought_of(zone: d.Zone, move: s.MoveCards, body: Written) -> bool:
    """Whether a body reads or swaps the zone, or is only offered where there is room."""
    clauses, block = body
    if any(isinstance(clause, s.HasRoom) and clause.target.name == zone.name for clause in clauses):
        return True
    for node in (*clauses, *block):
        for read in find(node, e.ReadZone):
            if read.name == zone.name:
                return True
        for swap in find(node, s.SwapZones):
            if zone.name in (swap.left.name, swap.right.name) and not alike(swap, move):
                return True
    return False


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every move that may overflow its zone."""
    setting_up = _running_once(subject)
    bodies = list(_bodies(subject))
    callers = _callers(subject, bodies)
    for name, body in bodies:
        if name not in setting_up:
            yield from _moves(subject, name, body, callers.get(name, ()))
