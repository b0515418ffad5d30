"""
Reports `too-few-for-all`: each player gets so many cards that there are not enough of them for the
most players that can play.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ruleslang.language.checks.queries.parts_with_lines import parts_with_lines
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.typing.world import scope_of
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Label, Message, Severity

MOST_SHOWN = 3  # cards, of those that are too few

too_few_for_all = Message(
    "too-few-for-all",
    "{number} each for {players} players are {wanted}, and there are {copies}",
    help="give fewer to each, or say in the header how many can play",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every number of cards that each player gets, of which there are too few in all."""
    players = subject.program.seats.high
    for declaration, _, loop in parts_with_lines(subject.program):
        if not isinstance(loop, s.ForEach) or not _is_of_players(subject, declaration, loop):
            continue
        for node in loop.block:
            for number, kind in _taken(subject, node):
                cards = [card for card in subject.program.definitions if _is(subject, card, kind)]
                copies = sum(card.copies for card in cards)
                if 0 < copies < number * players:
                    diagnostic = too_few_for_all(
                        subject.span(node.origin),
                        number=number,
                        players=players,
                        wanted=number * players,
                        copies=copies,
                    )
                    lines = sorted({card.origin for card in cards if card.origin >= 0})
                    labels = (Label(subject.span(line), "of these") for line in lines[:MOST_SHOWN])
                    yield evolve(diagnostic, labels=tuple(labels))


def _is_of_players(subject: Subject, declaration: object, loop: s.ForEach) -> bool:
    type = type_of(loop.subject, scope_of(subject.world, declaration))
    return isinstance(type, (t.SetOf, t.ListOf)) and isinstance(type.element, t.Player)


def _taken(subject: Subject, node: s.Statement) -> Iterator[tuple[int, str | None]]:
    """How many cards a line takes, and of which kind; the kind is `None` for cards of all kinds."""
    match node:
        case s.Pick(choice) | s.Choose(_, choice) if choice.source == e.Everything("cards"):
            for kind in find(choice.where, e.IsKind):
                if isinstance(choice.low, e.Literal) and isinstance(choice.low.value, int):
                    yield choice.low.value, kind.kind
        case s.MoveCards(e.CallBuiltIn("top", (e.ReadZone(name), e.Literal(int(number))))):
            yield number, subject.zones[name].kind


def _is(subject: Subject, card: d.Definition, kind: str | None) -> bool:
    return kind is None or kind in subject.world.kinds[card.kind]
