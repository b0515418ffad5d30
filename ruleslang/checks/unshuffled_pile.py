"""Reports `order-leaks`: cards go from an unordered zone into an ordered one and are not
shuffled there.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.call_graph import whole
from ruleslang.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.traits.blocks import own_statements
from ruleslang.program.traits.sources import drawn_from
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, warning
from ruleslang.source.span import Span


def order_leaks(span: Span, zone: str) -> Diagnostic:
    """Several cards without an order go into an ordered zone and are not shuffled."""
    return warning(
        "order-leaks",
        span,
        f"these cards come to `{zone}` in an order that anyone could know",
        help=f"`shuffle {zone}` afterwards, or let a player choose them `in order`",
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
    # what is hooked in front of something may be shuffled by it
    blocks += [hook.block for hook in hooks if hook.moment != "before"]
    for block in blocks:
        nodes = list(own_statements(block))
        for place, node in enumerate(nodes):
            if not isinstance(node, s.MoveCards) or not _leaks(subject, node):
                continue
            later = nodes[place + 1 :]
            if not any(_shuffles(subject, each, node.target.name) for each in later):
                yield order_leaks(subject.span(node.origin), node.target.name)


def _shuffles(
    subject: Subject, node: s.Statement, zone: str, under_way: frozenset[str] = frozenset()
) -> bool:
    """Whether a statement shuffles a zone: itself, or what it calls, whatever happens there."""
    match node:
        case s.Shuffle(target):
            return target.name == zone
        case s.Call(name) if name not in under_way:
            body = subject.procedures[name].body
            return any(
                _shuffles(subject, each, zone, under_way | {name}) for each in body.statements
            )
        case _:
            return False


def _leaks(subject: Subject, node: s.MoveCards) -> bool:
    target = subject.zones.get(node.target.name)
    if target is None or not target.ordered or target.seen.by == "all":
        return False
    return _unordered(subject, node.cards)


def _unordered(subject: Subject, cards: e.Expr) -> bool:
    """Whether some of the cards come in an order that neither chance nor a player made."""
    match cards:
        case e.ReadZone(name, index):
            several = any(isinstance(place, e.AnyIndex) for place in index)
            return several or not subject.zones[name].ordered
        case e.Everything("cards"):
            return True
        case e.Ranked() | e.Join():
            return False  # a list: its order is made
        case _:
            return any(_unordered(subject, part) for part in drawn_from(cards))
