"""A change of the position after something has run keeps what that left behind, on all engines."""

from __future__ import annotations

import pytest

from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.interface import RunProcedure
from ruleslang.engine.match.position import SetState
from ruleslang.library.load import load_text

STRIKES = """
rulebook strikes "Strikes"
    language 1
    players 2: home, away
    starts with game

state ran: 0..9 = 0

phase game
    nobody wins

action strike by p
    limit 1 per game
    add 1 to ran

procedure go_on
    home may do strike
"""


@pytest.mark.parametrize("kind", [Interpreter, WasmEngine, CEngine])
def test_a_use_still_counts_after_a_change_of_the_position(kind: type[Engine]) -> None:
    compiled = load_text(STRIKES).compiled
    assert compiled is not None
    match = kind(compiled.program).opening()

    match.begin(RunProcedure("go_on", ()))
    assert match.waits_for == (0, 2)
    match.choose(0)
    match.arrange(SetState("ran", (), 5))
    match.begin(RunProcedure("go_on", ()))

    assert match.waits_for is None
    assert match.position.states["ran"][()] == 5
