"""The large rulebooks by WebAssembly and the interpreter, decision by decision."""

from __future__ import annotations

from ruleslang.engine.compiled_in_c import WasmEngine
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.library.find_rulebook import shipped_rulebooks
from tests.engine.disagreement import Game, disagreement
from tests.support.shipped import LARGE, compiled

A_WHILE = 12  # decisions of each large rulebook


def test_large_rulebooks_are_played_alike_for_a_while() -> None:
    found = []
    for name in sorted(LARGE & set(shipped_rulebooks())):
        program = compiled(name).program
        game = Game(0, program.seats.low, {})
        differs, _ = disagreement((Interpreter(program), WasmEngine(program)), game, A_WHILE)
        found += [f"{name}: {differs}"] if differs else []

    assert found == []
