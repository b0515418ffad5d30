"""The bounds of the language are those that the reference states."""

from __future__ import annotations

import re
from pathlib import Path

from ruleslang.program import limits

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "numbers.md"
WEIGHTS = {"ACT_OF_CHANCE"}  # what something counts for, not how much there may be


def test_every_bound_is_in_the_reference() -> None:
    table = PAGE.read_text(encoding="utf-8").split("## Bounds")[1]
    stated = {int(each.replace(",", "")) for each in re.findall(r"\d[\d,]*\d|\d", table)}
    bounds = {name: value for name, value in vars(limits).items() if name.isupper()}

    missing = {name for name, value in bounds.items() if value not in stated} - WEIGHTS

    assert len(bounds) > 20
    assert not missing
