"""Carries diagnostics over an edit of comments and blank lines, which changes no other text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from ruleslang.source.diagnostic import Diagnostic, has_error
from ruleslang.source.span import MAX_LETTERS, Source, Span

MATTERS = re.compile(r"[^ -~\n]|#.*([0-9]|allow)")
"""What a check may read in a comment: numbers of cards, allowed lints, and odd characters."""


class IsOfEdit(Exception):
    """A diagnostic is about the text that was edited."""


def carried(
    diagnostics: Sequence[Diagnostic], old: Source, new: Source
) -> tuple[Diagnostic, ...] | None:
    """Return the diagnostics after the edit of one text; `None` if it must be checked."""
    parts = _same_parts(old.text, new.text) if len(new.text) <= MAX_LETTERS else None
    if parts is None or has_error(diagnostics):
        return None
    if not diagnostics:
        return ()
    from ruleslang.source.plain_data import strict_converter

    def moved(span: Span) -> Span:
        if span.source is not old:
            return span
        for start, end, by in parts:
            if start <= span.start and span.end <= end:
                return Span(new, span.start + by, span.end + by)
        raise IsOfEdit

    converter = strict_converter()
    converter.register_unstructure_hook(Span, moved)
    converter.register_structure_hook(Span, lambda span, _: span)
    try:
        plain = converter.unstructure(list(diagnostics))
    except IsOfEdit:
        return None
    return converter.structure(plain, tuple[Diagnostic, ...])


def _same_parts(old: str, new: str) -> list[tuple[int, int, int]] | None:
    """
    Return the parts of a text that another one has too: start, end, and by how much they moved.

    `None` if the texts differ in more than comments and blank lines.
    """
    begin = old.rfind("\n", 0, _common(old, new)) + 1
    below = _common(old[begin:][::-1], new[begin:][::-1])
    if not all(f"\n{text}"[len(text) - below] == "\n" for text in (old, new)):
        line_end = old.find("\n", len(old) - below)
        below = len(old) - line_end if line_end >= 0 else 0
    was, now = old[begin : len(old) - below], new[begin : len(new) - below]
    if MATTERS.search(was) or MATTERS.search(now):
        return None
    before, after = _written_lines(was), _written_lines(now)
    if [text for _, text in before] != [text for _, text in after]:
        return None
    lines = [
        (begin + start, begin + start + len(text), place - start)
        for (start, text), (place, _) in zip(before, after, strict=True)
    ]
    return [(0, begin, 0), *lines, (len(old) - below, len(old), len(new) - len(old))]


def _common(old: str, new: str) -> int:
    """Return the number of letters with which both begin."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(old), len(new)))


def _written_lines(text: str) -> list[tuple[int, str]]:
    """Return the lines without comments that are not blank, each with its start."""
    lines = text.split("\n")
    starts = accumulate((len(line) + 1 for line in lines), initial=0)
    written = ((start, _without_comment(line)) for start, line in zip(starts, lines, strict=False))
    return [(start, line) for start, line in written if line]


def _without_comment(line: str) -> str:
    if '"' not in line:
        return line.partition("#")[0].rstrip()
    from ruleslang.language.syntax.parse import IN_LINE, IN_ROW  # which takes longer to load

    marks = (IN_ROW if line.lstrip().startswith("|") else IN_LINE).finditer(line)
    starts = [mark.start() for mark in marks if mark.group("comment")]
    return line[: starts[0] if starts else len(line)].rstrip()
