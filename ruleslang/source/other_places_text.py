"""Where else a mistake stands, in the words of a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span

MOST_LINES = 6  # of a file, that are listed
MOST_FILES = 4
OTHERWISE_ELSEWHERE = "misspelt-declaration"  # what stands elsewhere is not the same
NO_NAMES: Mapping[str, str] = {}


def elsewhere(diagnostic: Diagnostic, shown_as: Mapping[str, str] = NO_NAMES) -> str | None:
    """How often, and in which lines, the same stands once more; None where it does not."""
    if not diagnostic.also:
        return None
    here = diagnostic.span.source.name
    by_file: dict[str, list[Span]] = {}
    for span in diagnostic.also:
        by_file.setdefault(span.source.name, []).append(span)
    parts = [
        _lines(spans) + ("" if file == here else f" of {shown_as.get(file, file)}")
        for file, spans in list(by_file.items())[:MOST_FILES]
    ]
    if len(by_file) > MOST_FILES:
        parts.append("more files")
    number = len(diagnostic.also)
    places = "1 more place" if number == 1 else f"{number:,} more places"
    text = diagnostic.span.text
    others = {span.text for span in diagnostic.also}
    met = "it is the same"
    if len(others) == 1 and (text in others or diagnostic.slug == OTHERWISE_ELSEWHERE):
        met = f"`{min(others)}` stands"
        if text not in others:
            places = places.replace(" more", "")
    return f"{met} in {places}: {_listed(parts)}"


def _lines(spans: Iterable[Span]) -> str:
    lines = list(dict.fromkeys(span.line for span in spans))
    few = ", ".join(str(line) for line in lines[:MOST_LINES])
    return f"line{'s' * (len(lines) > 1)} {few}{', …' * (len(lines) > MOST_LINES)}"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{'; '.join(parts[:-1])}; and {parts[-1]}"
