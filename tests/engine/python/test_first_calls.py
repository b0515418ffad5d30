"""Functions of a rulebook that are printed and compiled when they are first called."""

from __future__ import annotations

import linecache

from ruleslang.engine.printed_in_python import PythonEngine
from ruleslang.engine.python.printed_game import Printed
from ruleslang.library.load import load


def _compiled_files(game: Printed) -> list[str]:
    functions = [*game.blocks, *(each for each in game.cleanups if each is not None)]
    files = [each.__code__.co_filename for each in functions]
    return [file for file in files if file.startswith("<")]


def _text(file: str) -> str:
    return "".join(linecache.getlines(file))


def test_only_what_is_called_is_compiled_and_a_debugger_shows_its_rules() -> None:
    compiled = load("hearts").compiled
    assert compiled is not None
    match = PythonEngine(compiled.program).start(seed=1)
    first = _compiled_files(match.game)
    while match.waits_for is not None:
        match.choose(0)
    later = _compiled_files(match.game)
    assert 0 < len(first) < len(later) <= len(match.game.blocks)
    assert set(first) < set(later)
    without_rules = [file for file in later if "/hearts.rules:" not in _text(file)]
    assert ["# whole match" in _text(file) for file in without_rules] == [True]
