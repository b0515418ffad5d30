"""Makes a text smaller that has some property: by dropping lines with what is indented below."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def smaller(text: str, holds: Callable[[str], bool]) -> str:
    """A text from which no more stretch of lines can be dropped; the property holds for it."""
    lines = text.splitlines()
    changed = True
    while changed:
        changed = False
        for start, end in sorted(_stretches(lines), key=lambda each: each[0] - each[1]):
            if end > len(lines):
                continue
            for other in _without(lines, start, end):
                if holds("\n".join(other) + "\n"):
                    lines, changed = other, True
                    break
            if changed:
                break
    return "\n".join(lines) + "\n"


def _stretches(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Each line with the block below it; lines at the margin also without their neighbours."""
    for start, line in enumerate(lines):
        end = start + 1
        while end < len(lines) and (not lines[end].strip() or _depth(lines[end]) > _depth(line)):
            end += 1
        yield start, end


def _without(lines: list[str], start: int, end: int) -> Iterator[list[str]]:
    """Without a stretch; with `nothing` in its place; with its block in place of its head."""
    yield [*lines[:start], *lines[end:]]
    if lines[start].startswith(" ") and lines[start].strip() != "nothing":
        blank = lines[start][: _depth(lines[start])]
        yield [*lines[:start], f"{blank}nothing", *lines[end:]]
        if end > start + 1:
            inner = [line[4:] for line in lines[start + 1 : end]]
            yield [*lines[:start], *inner, *lines[end:]]


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
