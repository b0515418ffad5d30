"""Reports `empty-deck`: a deck without cards."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

empty_deck = Message(
    "empty-deck",
    "the deck `{name}` makes no card",
    help="no card meets its `where`, or one of its axes is empty",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    filled = {definition.deck for definition in subject.program.definitions}
    for cited in subject.compiled.cited:
        if cited.kind == "deck" and cited.name not in filled:
            yield empty_deck(subject.span(cited.origin), name=cited.name)
