"""Both engines on rulebooks that a machine writes, as far as the Python engine plays them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ruleslang.engine.flow.context import NotLowered
from ruleslang.library.load import load_text
from tests.engine.python.agreement import differences
from tests.support.generate import rulebook


def compared(seeds: Iterable[int]) -> tuple[list[str], int]:
    """In what they differ over the rulebooks of these seeds, and how many were played."""
    found, played = [], 0
    for seed in seeds:
        compiled = load_text(rulebook(seed)).compiled
        if compiled is None:  # the writer made a mistake, which the checks found
            continue
        try:
            differs, _ = differences(compiled.program, seed)
        except NotLowered:
            continue
        played += 1
        found += [f"rulebook {seed}: {each}" for each in differs]
    return found, played


def test_made_rulebooks_are_played_alike() -> None:
    found, played = compared((*range(6), 101, 279))

    assert found == []
    assert played >= 7


@pytest.mark.long
def test_many_made_rulebooks_are_played_alike() -> None:
    found, played = compared(range(6, 1500))

    assert found == []
    assert played >= 1300
