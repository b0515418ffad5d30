"""Makes a text smaller that has some property: by dropping lines with what is indented below."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator


def smaller(text: str, holds: Callable[[str], bool]) -> str:
    """A text from which no more stretch of lines can be dropped; the property holds for it."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not holds(_joined(lines)):
        lines = text.splitlines()
    before: list[str] = []
    while before != lines:
        before = lines
        for at_margin in (True, False):
            lines = _pass(lines, holds, at_margin=at_margin)
    return _joined(lines)


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _pass(lines: list[str], holds: Callable[[str], bool], *, at_margin: bool) -> list[str]:
    """The lines after each stretch was tried once, from the last to the first."""
    place = len(lines) - 1
    while place >= 0:
        if place < len(lines) and not (at_margin and lines[place].startswith(" ")):
            ways = _without(lines, place, at_margin=at_margin)
            lines = next((other for other in ways if holds(_joined(other))), lines)
        place -= 1
    return lines


def _without(lines: list[str], start: int, *, at_margin: bool) -> Iterator[list[str]]:
    """Without a stretch; with `nothing` in its place; with its block alone; with a shorter line."""
    end = start + 1
    while end < len(lines) and _depth(lines[end]) > _depth(lines[start]):
        end += 1
    yield [*lines[:start], *lines[end:]]
    if at_margin:
        return
    line = lines[start]
    if line.startswith(" ") and line.strip() != "nothing":
        yield [*lines[:start], f"{line[: _depth(line)]}nothing", *lines[end:]]
        if end > start + 1:
            inner = [line[4:] for line in lines[start + 1 : end]]
            yield [*lines[:start], *inner, *lines[end:]]
    for shorter in _shorter(line):
        yield [*lines[:start], shorter, *lines[start + 1 :]]


SIMPLER = (
    (r" (where|so that|only if|if under way|in order|seen by \w+$)\b.*$", ""),
    (r"\(([^()]*) when [^()]* otherwise [^()]*\)", r"\1"),
    (r"\(([^()]+) (?:\+|except|and|or|-|\*) [^()]+\)", r"\1"),
    (r"\([^()]+ (?:\+|except|and|or|-|\*) ([^()]+)\)", r"\1"),
    (r" (?:\+|-|\*) [\w()]+", ""),
    (r", [^,()]+$", ""),
    (r"\b(?:smaller|larger)\(([^(),]+), [^(),]+\)", r"\1"),
    (r"\(\(([^()]*)\)\)", r"(\1)"),
)


def _shorter(line: str) -> Iterator[str]:
    for pattern, by in SIMPLER:
        for match in re.finditer(pattern, line):
            made = line[: match.start()] + match.expand(by) + line[match.end() :]
            if made.strip() and made != line:
                yield made


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
