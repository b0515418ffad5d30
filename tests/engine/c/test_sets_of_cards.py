"""Sets of cards: limits that distinguish copies, and searches among thousands, in all engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.library.load import load
from tests.engine.c import agreement as of_c
from tests.engine.cells import agreement as of_cells

CONFORMANCE = Path(__file__).resolve().parents[2] / "engine/conformance"
TEXTS = ("b3_spans/limit_for_each_set.rules", "b7_choices/rarely_a_set.rules")


@pytest.mark.parametrize("text", TEXTS)
def test_all_engines_offer_the_same(text: str) -> None:
    found = load(str(CONFORMANCE / text)).compiled
    assert found is not None

    in_wasm, made = of_cells.differences(found.program, seed=3)
    in_c, again = of_c.beside_the_interpreter(found.program, seed=3)

    assert in_wasm == [] and in_c == []
    assert made == again > 3
