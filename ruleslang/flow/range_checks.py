"""Range checks of declared places, where the type of the value does not make them needless."""

from __future__ import annotations

from ruleslang.flow.constant_folding import known, within
from ruleslang.flow.context import may_be_none
from ruleslang.flow.words import AllWithin, Constant, Word
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain


def checked(word: Word, type: t.Type, origin: int) -> Word:
    """A value for a place of a type; what does not belong there is a fault."""
    if not may_be_none(type):
        word = known(word, "none-in-arithmetic", origin)
    elif isinstance(word, Constant) and word.value is None:
        return word
    of, given = plain(type), plain(word.type)
    if isinstance(of, t.Number):
        return within(word, of.low, of.high, origin=origin)
    if isinstance(of, (t.SetOf, t.ListOf)):
        return _members(word, of, given, origin)
    return word


def _members(word: Word, of: t.SetOf | t.ListOf, given: t.Type, origin: int) -> Word:
    most = of.up_to
    if most is not None and isinstance(given, (t.SetOf, t.ListOf)) and given.up_to is not None:
        most = None if given.up_to <= most else most
    inner = of.element
    low, high = (inner.low, inner.high) if isinstance(inner, t.Number) else (None, None)
    held = given.element if isinstance(given, (t.SetOf, t.ListOf)) else None
    if (
        low is not None
        and isinstance(held, t.Number)
        and low <= held.low
        and held.high <= (high or 0)
    ):
        low = high = None
    if most is None and low is None:
        return word
    return AllWithin(word, most, low, high, origin, word.type)
