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
        found: T = read(kind, unseal(line))
        return found
    except Refused:
        return None
