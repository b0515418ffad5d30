"""Who is at a table: what they call themselves, and who is away."""

from __future__ import annotations

from collections import Counter
from time import monotonic
from typing import Any

from attrs import define, field

from ruleslang.apps.table.reader_ids import FINISHED, BadRequest, Reader

AWAY_SECONDS = 20.0  # without a tab until others are shown it: reloads are shorter
LONGEST_NAME = 24


@define(eq=False)
class Presence:
    """
    The tabs of each seat; nobody is away where tabs aren't counted.

    `gone` is when the last tab of a seat was closed. Names are kept by the pages of their players,
    which send them again.
    """

    names: dict[int, str] = field(factory=dict)
    tabs: Counter[int] = field(factory=Counter)
    gone: dict[int, float] = field(factory=dict)
    is_counted: bool = False
    opened: float = field(factory=lambda: monotonic())

    def come(self, reader: Reader) -> None:
        """Count a tab that was opened."""
        self.is_counted = True
        if reader is not None and reader != FINISHED:
            self.tabs[reader] += 1

    def go(self, reader: Reader) -> None:
        """Undo `come`."""
        if reader is not None and reader != FINISHED:
            self.tabs[reader] -= 1
            if not self.tabs[reader]:
                self.gone[reader] = monotonic()

    def seconds_away(self, seat: int) -> float:
        """Return for how long a seat has had no tab."""
        if self.tabs[seat] or not self.is_counted:
            return 0.0
        return monotonic() - self.gone.get(seat, self.opened)

    def rename(self, seat: int, name: object) -> None:
        """Set what to call a person; empty: as their seat."""
        self.names[seat] = name_of(name)

    def shown(self, seats: int, patience: float) -> list[dict[str, Any]]:
        """Return each seat's name, whether its player is away, and so long that a bot may play."""
        return [
            {
                "name": self.names.get(seat, ""),
                "away": self.is_away(seat, AWAY_SECONDS),
                "long": self.is_away(seat, patience),
            }
            for seat in range(seats)
        ]

    def is_away(self, seat: int, seconds: float) -> bool:
        """Return whether a seat has had no tab for some seconds; 0: never."""
        return 0 < seconds <= self.seconds_away(seat)


def name_of(text: object) -> str:
    """Return the name that somebody asks for; raises `BadRequest`."""
    name = one_line(text)
    if len(name) > LONGEST_NAME:
        raise BadRequest(f"a name has at most {LONGEST_NAME} characters")
    return name


def one_line(text: object) -> str:
    """Return a text without letters that command or turn others; empty if it is none."""
    letters = text if isinstance(text, str) else ""
    return " ".join("".join(c if c.isprintable() else " " for c in letters).split())
