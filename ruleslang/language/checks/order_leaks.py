"""
Reports `order-leaks`: the order of a hidden ordered zone is known because cards from an unordered
zone are not shuffled, or are shuffled too early or too late.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import TypeAlias

from ruleslang.language.checks.queries.call_graph import whole
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot
from ruleslang.program.traits.reads import drawn_from
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

ENDS = ("top", "bottom")

Loops: TypeAlias = Mapping[Slot, e.Expr]  # the subjects of `for each`, by variable


order_leaks = Message(
    "order-leaks",
    "these cards come to `{zone}` in an order that anyone could know",
    help="`shuffle {zone}` afterwards, or let a player choose them `in order`",
    severity=Severity.WARNING,
)
taken_unshuffled = Message(
    "order-leaks",
    "cards are taken from `{zone}` before it is shuffled",
    help="`shuffle {zone}` before they are taken",
    severity=Severity.WARNING,
)
shuffled_too_early = Message(
    "order-leaks",
    "these cards come to `{zone}` after it was shuffled",
    help="`shuffle {zone}` afterwards; if their order is meant, in a procedure of its own",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """
    Every move from an unordered zone into an ordered one that nobody sees, without a shuffle
    after: in the same block, or in a procedure that is called there.
    """
    bodies = [
        *(p.body for p in subject.program.procedures),
        *(a.body for a in subject.program.actions),
        *(p.body for p in subject.program.plays),
    ]
    blocks = [whole(body) for body in bodies]
    hooks = [hook for standing in subject.standings for hook in find(standing, s.Hook)]
    # a `before` hook may have its zone shuffled by the procedure
    blocks += [hook.block for hook in hooks if hook.moment != "before"]
    for block in blocks:
        nodes = list(subject.statements(block))
        loops = {loop.variable: loop.subject for loop in nodes if isinstance(loop, s.ForEach)}
        for place, node in enumerate(nodes):
            if not isinstance(node, s.MoveCards):
                continue
            if _leaks(subject, node, loops):
                yield from _of_move(subject, node, nodes[place + 1 :])
            elif _comes_too_late(subject, node, nodes[:place], nodes[place + 1 :]):
                yield shuffled_too_early(subject.span(node.origin), zone=node.target.name)


def _of_move(subject: Subject, move: s.MoveCards, later: list[s.Statement]) -> Iterator[Diagnostic]:
    """Whether the cards are shuffled before some are taken."""
    zone = move.target.name
    before = [*takewhile(lambda statement: not _shuffles(subject, statement, zone), later)]
    if len(before) == len(later):
        yield order_leaks(subject.span(move.origin), zone=zone)
        return
    taking = next((statement for statement in before if _takes(subject, statement, zone)), None)
    if isinstance(taking, s.MoveCards | s.Call):
        yield taken_unshuffled(subject.span(taking.origin), zone=zone)


def _comes_too_late(
    subject: Subject, move: s.MoveCards, before: list[s.Statement], later: list[s.Statement]
) -> bool:
    """
    Whether a whole zone goes on top of one that was shuffled earlier and is not shuffled again.
    """
    zone = subject.zones.get(move.target.name)
    if zone is None or not zone.ordered or zone.seen.by == "all":
        return False
    if move.position != "top" or not isinstance(move.cards, e.ReadZone):
        return False
    shuffled = any(
        isinstance(statement, s.Shuffle) and statement.zone.name == zone.name
        for statement in before
    )
    return shuffled and not any(_shuffles(subject, statement, zone.name) for statement in later)


def _takes(
    subject: Subject, node: s.Statement, zone: str, under_way: frozenset[str] = frozenset()
) -> bool:
    """Whether a statement takes cards from an end of a zone, directly or by calls."""
    match node:
        case s.MoveCards():
            return any(
                call.function in ENDS and getattr(call.arguments[0], "name", "") == zone
                for call in find(node.cards, e.CallBuiltIn)
                if call.arguments
            )
        case s.Call(name) if name not in under_way:
            body = subject.procedures[name].body
            return any(
                _takes(subject, statement, zone, under_way | {name})
                for statement in subject.statements(body.statements)
            )
        case _:
            return False


def _shuffles(
    subject: Subject, node: s.Statement, zone: str, under_way: frozenset[str] = frozenset()
) -> bool:
    """Whether a statement surely shuffles a zone, directly or by calls."""
    match node:
        case s.Shuffle(target):
            return target.name == zone
        case s.Call(name) if name not in under_way:
            body = subject.procedures[name].body
            return any(
                _shuffles(subject, statement, zone, under_way | {name})
                for statement in body.statements
            )
        case _:
            return False


def _leaks(subject: Subject, node: s.MoveCards, loops: Loops) -> bool:
    target = subject.zones.get(node.target.name)
    if target is None or not target.ordered or target.seen.by == "all":
        return False
    return not _is_of_copies(subject, node) and _unordered(subject, node.cards, loops)


def _is_of_copies(subject: Subject, node: s.MoveCards) -> bool:
    """Whether all cards that ever come to a zone are copies of one definition."""
    titles: set[e.Expr] = set()
    for move in find(subject.program, s.MoveCards):
        if move.target.name == node.target.name:
            match move.cards:
                case e.Where(_, _, e.IsTitle(_, e.TitleValue() as title)):
                    titles.add(title)
                case _:
                    return False
    return len(titles) == 1


def _unordered(subject: Subject, cards: e.Expr, loops: Loops) -> bool:
    """Whether neither chance nor a player determined the order of the cards."""
    match cards:
        case e.ReadZone(name, index):
            several = any(isinstance(place, e.AnyIndex) for place in index)
            return several or not subject.zones[name].ordered
        case e.Everything("cards"):
            return True
        case e.Local(slot) if slot in loops:
            return _unordered(subject, loops[slot], {})
        case e.Ranked() | e.Join():
            return False  # a list has a defined order
        case _:
            return any(_unordered(subject, part, loops) for part in drawn_from(cards))
