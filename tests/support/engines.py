"""The engines that are here."""

from __future__ import annotations

from importlib.util import find_spec

from ruleslang.engine.engine_names import EngineName

HAS_WASM = find_spec("wasmtime") is not None
IN_WASM: tuple[EngineName, ...] = ("wasm",) if HAS_WASM else ()
ENGINES: tuple[EngineName, ...] = ("interpreter", *IN_WASM, "c")
