"""How messages show the values that programs pass."""

from __future__ import annotations

from typing import Any

MOST_SHOWN = 80  # letters of a value


def met(value: Any) -> str:
    """
    A value with its type, as much of it as a line holds.

    >>> met(1.5)
    'float 1.5'
    """
    shown = repr(value)
    cut = shown if len(shown) <= MOST_SHOWN else shown[: MOST_SHOWN - 3] + "..."
    return f"{type(value).__name__} {cut}"
