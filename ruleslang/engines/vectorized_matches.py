"""Many matches in lock step, as training needs them (vectorized), played in C."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.flow.refuse import NotLowered
from ruleslang.match.entities import Settings
from ruleslang.native.compiled_game import NotCompiled, compiled
from ruleslang.native.vectorized_matches import LockStep as LockStep
from ruleslang.program.program import Program


def lock_step(program: Program, settings: Settings, seeds: Sequence[int]) -> LockStep:
    """
    A match for each of these seeds; raises `RuntimeError` where C does not play the game, or
    nothing here compiles it.
    """
    try:
        return LockStep(compiled(program, settings), seeds)
    except (NotLowered, NotCompiled) as problem:
        raise RuntimeError(str(problem)) from None
