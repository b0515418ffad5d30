"""Games that printed Python plays, but not C, in which it agrees with the interpreter."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.engine.compiled_in_c import CEngine
from ruleslang.engine.flow.context import NotLowered
from ruleslang.library.load import load
from tests.engine.python.agreement import differences
from tests.support.example_results import run

HERE = Path(__file__).parent / "in_python_alone"


@pytest.mark.parametrize("path", sorted(HERE.glob("*.rules")), ids=lambda path: path.stem)
def test_it_agrees_with_the_interpreter_and_c_refuses_it(path: Path) -> None:
    found = load(str(path)).compiled
    assert found is not None

    wrong, made = differences(found.program, seed=3, most=25)

    assert wrong == [] and made > 0
    assert [each.message for each in run(found).examples if not each.passed] == []
    with pytest.raises(NotLowered):
        CEngine(found.program).opening()
