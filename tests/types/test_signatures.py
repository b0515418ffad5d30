"""The built-in functions have the same names, and take as much, wherever they are listed."""

from __future__ import annotations

import pytest

from ruleslang.lower.builtins import least_of
from ruleslang.program import types as t
from ruleslang.program.builtins import FUNCTION_NAMES, FUNCTIONS, BuiltInFunction
from ruleslang.program.typing import intervals
from ruleslang.program.typing.builtins import ANSWERS, CELL_OF_BOARD, SIGNATURES


def test_every_built_in_function_has_a_signature() -> None:
    assert set(SIGNATURES) == set(ANSWERS) == FUNCTION_NAMES


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_a_built_in_function_takes_what_its_signature_says(function: BuiltInFunction) -> None:
    places = len(SIGNATURES[function.name])
    most = len(CELL_OF_BOARD) if function.name == "cell" else places

    assert (least_of(function.name), most) == (function.least, function.most)


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
