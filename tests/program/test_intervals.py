"""Arithmetic on ranges holds every result."""

from __future__ import annotations

import pytest

from ruleslang.program import types as t
from ruleslang.program.typing import intervals

RANGES = [t.Number(0, 5), t.Number(-3, 2), t.Number(-4, -1), t.Number(7, 7)]


@pytest.mark.parametrize("a", RANGES)
@pytest.mark.parametrize("b", RANGES)
def test_a_range_of_results_holds_every_result_and_both_ends(a: t.Number, b: t.Number) -> None:
    pairs = [(x, y) for x in range(a.low, a.high + 1) for y in range(b.low, b.high + 1)]
    ways = {
        intervals.add: lambda x, y: x + y,
        intervals.subtract: lambda x, y: x - y,
        intervals.multiply: lambda x, y: x * y,
    }

    for way, compute in ways.items():
        results = [compute(x, y) for x, y in pairs]
        assert way(a, b) == t.Number(min(results), max(results))


@pytest.mark.parametrize("rounding", ["up", "down"])
@pytest.mark.parametrize("a", RANGES)
@pytest.mark.parametrize("b", RANGES)
def test_a_range_of_quotients_holds_every_quotient(a: t.Number, b: t.Number, rounding: str) -> None:
    found = intervals.divide(a, b, rounding)
    results = [
        intervals.quotient(x, y, rounding)
        for x in range(a.low, a.high + 1)
        for y in range(b.low, b.high + 1)
        if y != 0
    ]

    assert found == t.Number(min(results), max(results))
