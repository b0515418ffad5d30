"""The readers of a table, and the exception for refused requests."""

from __future__ import annotations

from typing import TypeAlias

# A seat; None: a spectator, who sees what is public; FINISHED: one who looks at it when it is over.
Reader: TypeAlias = "int | None"
FINISHED: Reader = -1

AUTOMATIC = "automatic"  # the seat's occupant if the rules play it


class BadRequest(Exception):
    """A request of a client is refused; the message is shown to the person."""


def seat_of(reader: Reader) -> int:
    """Return the seat of a reader; raises `BadRequest` for those who have none."""
    if reader is None or reader == FINISHED:
        raise BadRequest("spectators can only watch")
    return reader
