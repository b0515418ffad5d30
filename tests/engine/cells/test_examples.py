"""Worked examples on the compiled engines: they roll and set up as in the interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.engine.c.compiler import compilers
from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.explanation.examples.run_examples import run_example
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.load import load
from ruleslang.program.program import Compiled
from tests.support.shipped import LARGE, compiled

BETWEEN = Path(__file__).parent / "set_up_between_runs.rules"
NO_COMPILER = pytest.mark.skipif(next(compilers(), None) is None, reason="no C compiler here")
QUICK = [WasmEngine, pytest.param(CEngine, marks=NO_COMPILER)]


def failures(found: Compiled, kind: type[WasmEngine]) -> list[str]:
    """The examples that fail by an engine, and why."""
    results = [run_example(found, each, engine=kind) for each in found.examples]
    return [f"{each.title}: {each.message}" for each in results if not each.passed]


@pytest.mark.parametrize("kind", QUICK)
def test_what_is_set_up_and_foretold_after_a_run_is_heard(kind: type[WasmEngine]) -> None:
    found = load(str(BETWEEN)).compiled

    assert found is not None and found.examples
    assert failures(found, kind) == []


@pytest.mark.long  # not by C: with chance that is written, its matches are those of Python
@pytest.mark.parametrize("name", sorted(LARGE & set(shipped_rulebooks())))
def test_examples_of_large_rulebooks_hold(name: str) -> None:
    assert failures(compiled(name), WasmEngine) == []
