"""The engines that are here."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from ruleslang.engine import quick_engines
from ruleslang.engine.c.compiler import compilers
from ruleslang.engine.engine_names import EngineName

HAS_WASM = find_spec("wasmtime") is not None
IN_WASM: tuple[EngineName, ...] = ("wasm",) if HAS_WASM else ()
ENGINES: tuple[EngineName, ...] = ("interpreter", *IN_WASM, "c")


@pytest.fixture(params=["c", "wasm"])
def batches_on(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> EngineName:
    """The engine on which batches and learners run; skips where it is missing."""
    name: EngineName = request.param
    if name == "wasm" and not HAS_WASM:
        pytest.skip("`wasmtime` doesn't run on this machine")
    if name == "c" and next(compilers(), None) is None:
        pytest.skip("no C compiler here; `pip install -e '.[c]'` brings one")
    level = quick_engines.FASTEST[name == "wasm"]
    monkeypatch.setattr(quick_engines, "FASTEST", (level,))
    return name
