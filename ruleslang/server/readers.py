"""Who looks at a table, and what he is told who asks for what cannot be."""

from __future__ import annotations

from typing import TypeAlias

# A seat; None: a spectator, who sees what is public; FINISHED: one who looks at it when it is over.
Reader: TypeAlias = "int | None"
FINISHED: Reader = -1

AUTOMATIC = "automatic"  # who sits where the rules play


class Unfit(Exception):
    """What a client asked for cannot be; the words are for him."""
