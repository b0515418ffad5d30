"""
When a faster engine pays off: once as much time was spent on a slower one as the faster takes to be
made. So nobody waits for an engine longer than twice the time that was needed at least.
"""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec

from ruleslang.engine.engine_names import AUTO, INTERPRETER, REFUSED, WASM, C, EngineName

SECONDS_TO_WAIT = 0.5  # for the interpreter, until another engine is made
SECONDS_OF_WASM = 1.0  # WebAssembly
SECONDS_OF_WASM_IN_PYODIDE = 3.0
SECONDS_OF_C = {"zig cc": 10.0}  # and a library, by the compiler
SECONDS_OF_GCC = 3.0  # by any other
FEW = 20  # games that are played before a faster engine is made
NEVER = float("inf")


def seconds_to_compile() -> float:
    """Return how long a C compiler takes for a rulebook, roughly; without one, `NEVER`."""
    from ruleslang.engine.c.compiler import CompilerFailed, compilers

    if sys.platform == "emscripten":
        return NEVER
    try:
        first = next(compilers(), None)
    except CompilerFailed:
        return NEVER
    return NEVER if first is None else SECONDS_OF_C.get(first.name, SECONDS_OF_GCC)


def seconds_to_wasm() -> float:
    """Return how long WebAssembly takes for a rulebook, roughly; `NEVER` where nothing runs it."""
    if sys.platform == "emscripten":
        return SECONDS_OF_WASM_IN_PYODIDE
    return NEVER if find_spec("wasmtime") is None else SECONDS_OF_WASM


def engine_after(seconds: dict[EngineName, float]) -> EngineName:
    """Return the next match's engine, after matches of these seconds on each, or `REFUSED`."""
    if seconds.get(INTERPRETER, 0.0) < SECONDS_TO_WAIT:
        return INTERPRETER
    slower: EngineName = INTERPRETER
    spent, now = seconds[INTERPRETER], time.process_time()
    if seconds_to_wasm() < NEVER and seconds.get(WASM) != REFUSED:  # nobody times its choices:
        slower, spent = WASM, now - seconds.setdefault(AUTO, now)  # all that goes on since counts
    return C if spent >= seconds_to_compile() and seconds.get(C) != REFUSED else slower


def engine_for_games(games: int) -> EngineName:
    """Return the engine for many games: of those that are ready soon the fastest, unless few."""
    if games < FEW:
        return INTERPRETER
    if seconds_to_wasm() < NEVER:
        return WASM
    return C if seconds_to_compile() < NEVER else INTERPRETER
