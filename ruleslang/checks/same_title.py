"""Reports `same-title`: two card definitions that the rules tell apart have the same title."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.subject import Subject
from ruleslang.source.diagnostic import Diagnostic, Label, advice
from ruleslang.source.span import Span


def same_title(span: Span, title: str, first: Span) -> Diagnostic:
    """Two cards that the rules tell apart look the same to players."""
    return advice(
        "same-title",
        span,
        f"another card is called `{title}`, too",
        help="give one of them another title: players choose cards by it",
        labels=(Label(first, "the first is here"),),
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every title of a single card that an earlier card has too."""
    met: dict[str, int] = {}
    for each in subject.program.definitions:
        title = each.text.text if each.text is not None else ""
        if not title or each.deck:
            continue
        if title in met:
            yield same_title(subject.span(each.origin), title, subject.span(met[title]))
        met.setdefault(title, each.origin)
