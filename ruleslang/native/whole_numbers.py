"""The whole numbers that programs pass to matches in lock step, one for each match."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Set
from operator import index
from typing import Any

from ruleslang.source.passed_values import met

LARGEST = 1 << 62


def whole_number(what: str, value: Any) -> int:
    """
    A whole number, of NumPy too; raises `TypeError`.

    >>> whole_number("seed", 3)
    3
    """
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"`{what}` is a whole number, not {met(value)}") from None


def whole_numbers(what: str, values: Any) -> list[int]:
    """Several of them; raises `TypeError`."""
    no_list = isinstance(values, str | bytes | bytearray | Mapping | Set)
    if no_list or not isinstance(values, Iterable):
        raise TypeError(f"`{what}` is a list of whole numbers, not {met(values)}")
    given = list(values)
    try:
        return list(map(index, given))
    except TypeError:
        wrong = next(each for each in given if not hasattr(each, "__index__"))
        raise TypeError(f"each of `{what}` is a whole number, not {met(wrong)}") from None


def one_for_each_match(what: str, values: Any, matches: int) -> array[int]:
    """
    A number for each match, as C takes them.

    What is below 0 is -1, and what is larger than any choice stays so. Raises `TypeError`, and
    `ValueError` where there are more or fewer than matches.
    """
    found = whole_numbers(what, values)
    if len(found) != matches:
        raise ValueError(f"{matches} {what} are needed, {len(found)} were given")
    try:
        return array("q", found)
    except OverflowError:
        return array("q", [max(-1, min(each, LARGEST)) for each in found])
