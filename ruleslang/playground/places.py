"""Places of a text as browsers count them: in units of UTF-16."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from attrs import frozen

BEYOND = 0xFFFF  # letters beyond this take two units


@frozen
class Places:
    """
    Turns offsets of one text into units of UTF-16, and back.

    >>> places = places_of("a😀b")
    >>> places.units(2), places.offset(3)
    (3, 2)
    """

    size: int
    _wide: Sequence[int]  # offsets of the letters that take two units
    _wide_units: Sequence[int]

    def units(self, offset: int) -> int:
        """The units before an offset."""
        return offset + bisect_left(self._wide, offset)

    def offset(self, units: int) -> int:
        """The offset of so many units; inside of a letter, or behind the end: the one before."""
        return max(0, min(units - bisect_left(self._wide_units, units), self.size))


def places_of(text: str) -> Places:
    """The places of a text."""
    wide = [] if text.isascii() else [n for n, each in enumerate(text) if ord(each) > BEYOND]
    return Places(len(text), wide, [offset + n for n, offset in enumerate(wide)])
