"""The printed texts of cards: where they stand, and the numbers that they write as words."""

from __future__ import annotations

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.source.span import Span

NUMERALS = {
    word: number
    for number, word in enumerate(
        (
            *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
            *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
            *("nineteen", "twenty"),
        ),
        start=2,
    )
}


def span_of_text(subject: Subject, card: d.Definition) -> Span:
    """The place of a card's printed text; that of the card, if it is not found below it."""
    span = subject.span(card.origin)
    printed = "" if card.rules_text is None else card.rules_text.text
    start = span.source.text.find(printed, span.start) if printed else -1
    return span if start < 0 else Span(span.source, start, start + len(printed))
