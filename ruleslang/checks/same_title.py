"""Reports `same-title`: two definitions that rules distinguish have the same title."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

same_title = Message(
    "same-title",
    "another card is called `{title}`, too",
    help="give one of them another title: players choose cards by it",
    label="the first is here",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every title of a single card that an earlier card has too."""
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
