"""Names that are missed only because the head that would make them is wrong itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span

OF_HEADS = ("wrong-entry-count", "not-hookable", "not-a-set", "unknown-preference")
OF_CARDS = ("unknown-card-folder",)
MISSED = ("unknown-name", "not-known-here")
OF_NO_CARD = ("unknown-name", "unknown-function", "unknown-preference", "unused-binding")


def without_bound(found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """
    The diagnostics without names that a wrong head would make, for its line and its block.

    A name that resembles another is misspelt, whatever the head says, and is kept; but a
    preference is for one thing, so that its own line is blamed once. Where the folder with the
    cards is not found, no card's name is blamed.
    """
    heads = [each.span for each in found if each.slug in OF_HEADS or _repeats(each)]
    preferred = [each.span for each in found if each.slug == "unknown-preference"]
    no_cards = any(each.slug in OF_CARDS for each in found)
    for each in found:
        if no_cards and each.slug in OF_NO_CARD:
            continue
        if each.slug in MISSED and any(_is_one_line(each.span, head) for head in preferred):
            continue
        misspelt = each.fix is not None and each.fix.naming
        governed = any(governs(head, each.span) for head in heads)
        if each.slug not in MISSED or misspelt or not governed:
            yield each


def _repeats(diagnostic: Diagnostic) -> bool:
    """Whether `repeat` stands before what has members, where `for each` would make a name."""
    return diagnostic.slug == "wrong-type" and _begins(diagnostic.span, "repeat ")


def _begins(span: Span, word: str) -> bool:
    return span.source.line(span.line).lstrip().startswith(word)


def _is_one_line(one: Span, other: Span) -> bool:
    return one.source is other.source and one.line == other.line


def governs(head: Span, place: Span) -> bool:
    """Whether a place stands behind a head in its line, or in the block below it."""
    if head.source is not place.source or place.start <= head.start:
        return False
    lines = [head.source.line(number) for number in range(head.line, place.line + 1)]
    deep = _depth(lines[0])
    return all(_depth(line) > deep for line in lines[1:] if line.strip())


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
