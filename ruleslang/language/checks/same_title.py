"""Reports `same-title`: two definitions, or two states or places, have the same title."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

same_title = Message(
    "same-title",
    "another card is called `{title}`, too",
    help="give one of them another title: players choose cards by it",
    label="the first is here",
    severity=Severity.ADVICE,
)
same_title_of_data = Message(
    "same-title",
    "`{name}` is called `{title}`, and so is `{other}`",
    help="give one of them another title: people take what is called alike to be one thing",
    label="the other one",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every title of a single card, a state or a place that an earlier one has too."""
    yield from _cards(subject)
    yield from _data(subject)


def _cards(subject: Subject) -> Iterator[Diagnostic]:
    met: dict[str, int] = {}
    for definition in subject.program.definitions:
        title = definition.text.text if definition.text is not None else ""
        if not title or definition.deck:
            continue
        if title in met:
            yield same_title(
                subject.span(definition.origin), at=subject.span(met[title]), title=title
            )
        met.setdefault(title, definition.origin)


def _data(subject: Subject) -> Iterator[Diagnostic]:
    """States, zones, dice and boards: what lies on the table and is told of by its title."""
    program = subject.program
    names = {state.name for state in program.states} | {zone.name for zone in program.zones}
    names |= {dice.name for dice in program.dice} | {board.name for board in program.boards}
    met: dict[str, d.Look] = {}
    for look in program.looks:
        if look.title is None or look.name not in names:
            continue
        other = met.setdefault(look.title.text, look)
        if other is not look:
            yield same_title_of_data(
                subject.span(look.origin),
                at=subject.span(other.origin),
                name=look.name,
                title=look.title.text,
                other=other.name,
            )
