"""Finds the draws from zones that a rulebook tests for being empty, or for their number."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.program import Program
from ruleslang.program.walk import alike, find


def drawing_from(program: Program, test: Callable[[object], Iterator[e.Expr]]) -> frozenset[int]:
    """
    Return the lines that draw from a zone that their body tests.

    A zone that is the only one of its name may be tested in any body: some end the match then.
    """
    bodies = (*program.procedures, *program.actions, *program.plays, *program.standings)
    everywhere = [zone for zone in test(bodies) if isinstance(zone, e.ReadZone) and not zone.index]
    lines: set[int] = set()
    for body in bodies:
        asked = [*everywhere, *test(body)]
        for node in find(body, s.MoveCards):
            zone = _drawn_from(node.cards)
            if zone is not None and any(alike(zone, some) for some in asked):
                lines.add(node.origin)
    return frozenset(lines)


def tested(body: object) -> Iterator[e.Expr]:
    """Yield the zones and sets that a body tests for being empty."""
    for node in find(body, e.IsEmpty):
        yield node.operand
    for compared, _ in _compared(body):
        yield compared


def counted(body: object) -> Iterator[e.Expr]:
    """Yield zones and sets whose members a body counts, other than to see whether there are any."""
    for compared, other in _compared(body):
        if other not in (e.Literal(0), e.Literal(1)):
            yield compared


def _compared(body: object) -> Iterator[tuple[e.Expr, e.Expr]]:
    """Yield the zones and sets whose number is compared, with what it is compared to."""
    tests: list[e.Compare | e.Equal] = [*find(body, e.Compare)]
    tests += find(body, e.Equal)
    for node in tests:
        for side, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(side, e.NumberOf):
                yield side.subject, other
    for smaller in find(body, e.CallBuiltIn):  # `top(pile, smaller(3, number of pile))`
        for number in smaller.arguments:
            if isinstance(number, e.NumberOf):
                yield number.subject, smaller


def _drawn_from(cards: e.Expr) -> e.Expr | None:
    """Return the zone from whose end cards are drawn."""
    match cards:
        case e.OptionalAsSet(operand):
            return _drawn_from(operand)
        case e.CallBuiltIn("top" | "bottom", (zone, *_)):
            return zone
    return None
