"""
When a faster engine pays off: once as much time was spent on a slower one as the faster takes to be
made. So nobody waits for an engine longer than twice the time that was needed at least.
"""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec

from ruleslang.engine.engine_names import AUTO, INTERPRETER, PYTHON, REFUSED, WASM, C, EngineName
from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.entities import Settings, options_of
from ruleslang.program.program import Program

SECONDS_OF_PYTHON = 0.5  # which making a match of the Python engine takes at most, as a rule
SECONDS_OF_WASM = 1.0  # WebAssembly
SECONDS_OF_C = {"zig cc": 10.0}  # and a library, by the compiler
SECONDS_OF_GCC = 3.0  # by any other
SAMPLE = 0.1  # seconds for which games are played to see how long one takes
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
    if sys.platform == "emscripten" or find_spec("wasmtime") is None:
        return NEVER
    return SECONDS_OF_WASM


def seconds_to_be_quick() -> tuple[EngineName, float]:
    """The engine that plays many games here, and how long it takes to be made; or `NEVER`."""
    seconds = seconds_to_compile()
    return (C, seconds) if seconds < NEVER else (WASM, seconds_to_wasm())


def engine_after(seconds: dict[EngineName, float]) -> EngineName:
    """The engine of the next match, after matches that took these seconds on each, or `REFUSED`."""
    if seconds.get(INTERPRETER, 0.0) < SECONDS_OF_PYTHON:
        return INTERPRETER
    slower, spent, now = PYTHON, seconds.get(PYTHON, 0.0), time.process_time()
    if seconds_to_wasm() < NEVER and seconds.get(WASM) != REFUSED:  # nobody times its choices:
        slower, spent = WASM, now - seconds.setdefault(AUTO, now)  # all that goes on since counts
    return C if spent >= seconds_to_compile() and seconds.get(C) != REFUSED else slower


def seconds_of_games(program: Program, settings: Settings, games: int) -> float:
    """Roughly how long this many random games take in Python, by a test. Raises `NotLowered`."""
    from ruleslang.engine.printed_in_python import PythonEngine

    engine, chance = PythonEngine(program), Stream(1)
    began, played = time.process_time(), 0
    while played < games and (not played or time.process_time() - began <= SAMPLE):
        match = engine.start(
            seed=played,
            options=options_of(program, settings),
            players=settings.players,
            automatic=settings.automatic,
        )
        while (waits := match.waits_for) is not None:
            match.choose(chance.below(waits[1]))
            if time.process_time() - began > SAMPLE:
                break
        played += 1
    return (time.process_time() - began) / max(played, 1) * games


def engine_for_games(program: Program, settings: Settings, games: int) -> EngineName:
    """The engine for this many games: another than Python if that takes longer than making it."""
    quick, needed = seconds_to_be_quick()
    if needed == NEVER or seconds_of_games(program, settings, games) <= needed:
        return PYTHON
    return quick
