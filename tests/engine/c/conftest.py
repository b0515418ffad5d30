"""These tests need a C compiler, which not every machine has."""

from __future__ import annotations

import pytest

from ruleslang.engine.c.compiler import compilers

FOUND = next(compilers(), None)


@pytest.fixture(autouse=True)
def compiler() -> None:
    """Skips the tests of this folder where there is none."""
    if FOUND is None:
        pytest.skip("no C compiler here; `pip install -e '.[c]'` brings one")
