"""Converts positions in a text to UTF-16 code units, as browsers count, and back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from attrs import frozen

BEYOND = 0xFFFF  # letters beyond this take two units


@frozen
class Places:
    """
    Converts offsets of one text to UTF-16 code units, and back.

    >>> places = places_of("a😀b")
    >>> places.units(2), places.offset(3)
    (3, 2)
    """

    size: int
    _wide: Sequence[int]  # offsets of the letters that take two units
    _wide_units: Sequence[int]

    def units(self, offset: int) -> int:
        """The code units before an offset."""
        return offset + bisect_left(self._wide, offset)

    def offset(self, units: int) -> int:
        """The offset of a code unit; rounded down inside a letter, clamped at the end."""
        return max(0, min(units - bisect_left(self._wide_units, units), self.size))


def places_of(text: str) -> Places:
    wide = [] if text.isascii() else [n for n, letter in enumerate(text) if ord(letter) > BEYOND]
    return Places(len(text), wide, [offset + n for n, offset in enumerate(wide)])
