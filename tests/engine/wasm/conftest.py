"""These tests need what runs WebAssembly, which is not installed everywhere."""

from __future__ import annotations

import pytest

from tests.support.engines import HAS_WASM


@pytest.fixture(autouse=True)
def wasmtime() -> None:
    """Skips the tests of this folder where it is missing."""
    if not HAS_WASM:
        pytest.skip("`wasmtime` doesn't run on this machine")
