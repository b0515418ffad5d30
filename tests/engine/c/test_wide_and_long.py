"""Sets of two words of bits, and what is built up of some hundred members."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.library.load import load
from tests.engine.c.agreement import differences

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", ["no_relation", "long_lists"])
def test_python_and_c_play_alike(name: str) -> None:
    compiled = load(str(HERE / f"{name}.rules")).compiled
    assert compiled is not None
    found = [differences(compiled.program, seed) for seed in range(3)]

    assert [each for differing, _ in found for each in differing] == []
    assert all(made > 1 for _, made in found)
