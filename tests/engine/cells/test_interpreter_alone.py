"""Games that no compiled engine plays: the interpreter does."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.engine.choose_engine import AUTO, INTERPRETER, chosen_engine
from ruleslang.engine.compiled_in_c import CEngine
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.match.entities import settle
from ruleslang.library.load import load
from tests.support.example_results import run

HERE = Path(__file__).parent / "interpreter_alone"


@pytest.mark.parametrize("path", sorted(HERE.glob("*.rules")), ids=lambda path: path.stem)
def test_the_interpreter_plays_it(path: Path) -> None:
    found = load(str(path)).compiled
    assert found is not None

    chosen = chosen_engine(AUTO, found.program, settle(found.program, None, None, None))

    assert chosen.name == INTERPRETER and chosen.why
    assert [each.message for each in run(found).examples if not each.passed] == []
    with pytest.raises(NotLowered):
        CEngine(found.program).opening()
