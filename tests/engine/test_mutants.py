"""Random mutants of texts: all engines play them alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.evaluation.mutation.mutant import Mutant
from ruleslang.evaluation.mutation.verdict import (
    CHANGED,
    CRASHED,
    Original,
    judged,
    mutants,
    original,
)
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.load import load
from ruleslang.program.program import Program
from tests.engine.disagreement import disagreement, mixed
from tests.engine.shares import MIXED
from tests.support.shipped import LARGE
from tests.support.time_limit import TooLong, at_most

CONFORMANCE = MIXED.parent / "conformance"
MOST_DECISIONS = 40
MOST_SECONDS = 60.0  # for one mutant: what takes longer is left
SLOW = {"backgammon", "chess"}


@cache
def texts() -> tuple[str, ...]:
    """Texts that are small, or play quickly."""
    files = sorted(map(str, [*CONFORMANCE.rglob("*.rules"), *Path(MIXED).glob("*.rules")]))
    return (*files, *(name for name in shipped_rulebooks() if name not in LARGE | SLOW))


@cache
def looked_at(name: str) -> Original | None:
    """A text that compiles, looked at once."""
    loaded = load(name)
    return None if loaded.compiled is None else original(loaded)


def changed(chance: random.Random) -> Iterator[tuple[str, Mutant, Program]]:
    """Mutants that are other games, without end."""
    while True:
        name = chance.choice(texts())
        whole = looked_at(name)
        for mutant in () if whole is None else mutants(whole, 3, chance.randrange(2**30)):
            assert whole is not None
            found = judged(whole, mutant)
            assert found.verdict != CRASHED, f"{name}: {mutant.before!r} -> {mutant.after!r}"
            if found.verdict == CHANGED and found.compiled is not None:
                yield name, mutant, found.compiled.program


def unlike(program: Program, *, in_c: bool) -> str:
    """In what the engines differ in three games; nothing, where they do not."""
    kinds = (Interpreter, WasmEngine, CEngine) if in_c else (Interpreter, WasmEngine)
    try:
        with at_most(MOST_SECONDS):
            engines = [kind(program) for kind in kinds]
            found = [disagreement(engines, mixed(program, at), MOST_DECISIONS) for at in range(3)]
    except (NotLowered, TooLong):
        return ""
    return "; ".join(str(each) for each, _ in found if each is not None)


def differences(seed: int, number: int) -> list[str]:
    """What so many mutants show; C plays each sixth."""
    chance, found = random.Random(seed), []
    for at, (name, mutant, program) in zip(range(number), changed(chance), strict=False):
        if message := unlike(program, in_c=at % 6 == 0):
            found.append(f"{name}: {mutant.before!r} -> {mutant.after!r}: {message}")
    return found


def test_some_mutants_are_played_alike() -> None:
    assert differences(seed=0, number=4) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 13))
def test_many_mutants_are_played_alike(seed: int) -> None:
    assert differences(seed, number=100) == []
