"""Interval arithmetic: the ranges of `+`, `-`, `*` and rounded division."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslang.program.types import Number

MOST = 10**30  # as far as two numbers of a text multiply


def is_bounded(a: Number) -> bool:
    """Return whether all numbers of the range are within the limits of the language."""
    return a.low >= -MOST and a.high <= MOST


def add(a: Number, b: Number) -> Number:
    """
    Return the sums.

    >>> add(Number(0, 5), Number(-1, 1))
    Number(low=-1, high=6)
    """
    return Number(a.low + b.low, a.high + b.high)


def subtract(a: Number, b: Number) -> Number:
    return Number(a.low - b.high, a.high - b.low)


def negate(a: Number) -> Number:
    return Number(-a.high, -a.low)


def multiply(a: Number, b: Number) -> Number:
    return _hull(x * y for x in (a.low, a.high) for y in (b.low, b.high))


def divide(a: Number, b: Number, rounding: str) -> Number | None:
    """
    Return the quotients, rounded `up` or `down`; None if the divisor can only be 0.

    >>> divide(Number(0, 7), Number(2, 2), "up")
    Number(low=0, high=4)
    """
    ends = {y for y in (b.low, b.high, -1, 1) if b.low <= y <= b.high and y != 0}
    if not ends:
        return None
    return _hull(quotient(x, y, rounding) for x in (a.low, a.high) for y in ends)


def quotient(x: int, y: int, rounding: str) -> int:
    """
    Return one number divided by another, rounded `up` or `down` (towards the smaller number).

    >>> quotient(-7, 2, "down"), quotient(-7, 2, "up")
    (-4, -3)
    """
    return x // y if rounding == "down" else -(-x // y)


def remainder(a: Number, b: Number) -> Number:
    """
    Return the remainders of a division rounded down: they have the divisor's sign, and are nearer
    to 0.

    >>> remainder(Number(-5, 9), Number(3, 4))
    Number(low=0, high=3)
    """
    low, high = min(0, b.low + 1), max(0, b.high - 1)
    if a.low >= 0 and b.low > 0:
        high = min(high, a.high)
    return Number(low, high)


def hull(a: Number, b: Number) -> Number:
    """Return the least range that holds both."""
    return Number(min(a.low, b.low), max(a.high, b.high))


def repeated(a: Number, times: int) -> Number:
    """Return the range of the sums of up to `times` numbers of a range."""
    return Number(min(0, a.low * times), max(0, a.high * times))


def size(a: Number) -> int:
    """Return the number of integers in the range."""
    return a.high - a.low + 1


def _hull(numbers: Iterable[int]) -> Number:
    bounds = tuple(numbers)
    return Number(min(bounds), max(bounds))
