"""The whole numbers that programs pass to matches in lock step, one for each match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from operator import index
from typing import Any

from ruleslang.source.passed_values import met


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
    found = []
    for each in values:
        try:
            found.append(index(each))
        except TypeError:
            said = f"each of `{what}` is a whole number, not {met(each)}"
            raise TypeError(said) from None
    return found


def one_for_each_match(what: str, values: Any, matches: int) -> list[int]:
    """A number for each match; raises `TypeError`, and `ValueError` for more or fewer."""
    found = whole_numbers(what, values)
    if len(found) != matches:
        raise ValueError(f"{matches} {what} are needed, {len(found)} were given")
    return found
