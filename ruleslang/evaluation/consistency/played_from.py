"""
From which zone of its player every card is played, so that it lies there while its play is tried.

A card that wants an empty hand, and can only be played from there, is never played.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.walk import find


def played_from(subject: Subject) -> tuple[str, int]:
    """
    The name of the zone, and the line of a choice from it; empty where cards come from elsewhere.

    A line that plays a card counts if its card is chosen from a zone of the player for whom it is
    tested whether it is playable.
    """
    program = subject.program
    bodies = (*program.procedures, *program.actions, *program.plays, *program.standings)
    zones: dict[str, int] = {}
    performed = tested = 0
    for body in (*bodies, *program.card_standings):
        choices = {choice.slot: choice for choice in find(body, s.Choice)}
        for line in find(body, s.Perform):
            performed += 1
            for name, origin in _zone(line, choices):
                tested += 1
                zones.setdefault(name, origin)
    if performed != tested or len(zones) != 1:
        return "", -1
    (only,) = zones.items()
    return only


def _zone(line: s.Perform, choices: dict[int, s.Choice]) -> Iterator[tuple[str, int]]:
    """The zone from which the card of a line is chosen, with the line of the choice."""
    if not isinstance(line.card, e.Local) or line.card.slot not in choices:
        return
    choice = choices[line.card.slot]
    source = choice.source
    while isinstance(source, e.Where | e.ListAsSet):
        source = source.subject if isinstance(source, e.Where) else source.operand
    if isinstance(source, e.ReadZone) and len(source.index) == 1:
        tests = [choice.where] if line.played_as is None else [c.where for c in choices.values()]
        (owner,) = source.index
        if any(test.player == owner for where in tests for test in _conjuncts(where)):
            yield source.name, choice.origin if choice.origin >= 0 else line.origin


def _conjuncts(condition: e.Expr | None) -> Iterator[e.Playable]:
    if isinstance(condition, e.And):
        yield from _conjuncts(condition.left)
        yield from _conjuncts(condition.right)
    elif isinstance(condition, e.Playable):
        yield condition
