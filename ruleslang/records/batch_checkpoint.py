"""
The games of a batch that is not done, one a line, under a line that says which batch it is.

What is lost with a killed process is only the game that it was at.
"""

from __future__ import annotations

from typing import TypeVar

from attrs import frozen

from ruleslang.records.checksum import Refused, seal, unseal
from ruleslang.records.match_start import CONVERTER, Start, read

T = TypeVar("T")


@frozen
class Heading:
    """Which games follow: two batches with the same heading have the same game at each number."""

    start: Start
    players: tuple[str, ...]
    record: str = "unfinished"


def heading_line(heading: Heading) -> str:
    """The first line, without its end."""
    return seal(CONVERTER.unstructure(heading))


def is_heading(line: str, heading: Heading) -> bool:
    """Whether a line is the heading of this batch."""
    return line.rstrip("\n") == heading_line(heading)


def game_line(played: object) -> str:
    """A game that was played, as one line without its end."""
    return seal(CONVERTER.unstructure(played))


def game_in(kind: type[T], line: str) -> T | None:
    """The game in a line, as a `kind`; None when the line is damaged."""
    try:
        record = unseal(line)
        found: T = read(kind, record)
    except Refused:
        return None
    return found if _is_written(record) else None


def _is_written(value: object) -> bool:
    """Whether no number is larger than those of a game, and every text can be written."""
    match value:
        case int():
            return abs(value) < 1 << 64
        case str():
            return not any("\ud800" <= letter <= "\udfff" for letter in value)
        case list():
            return all(map(_is_written, value))
        case dict():
            return all(map(_is_written, value.values())) and all(map(_is_written, value))
    return True
