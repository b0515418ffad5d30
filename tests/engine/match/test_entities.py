"""Objects that are created once for a program with its settings."""

from __future__ import annotations

import gc

import pytest

from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.entities import MOST_KEPT, population_of, settle
from tests.support.shipped import compiled


def make_many_others() -> int:
    """Populations of other settings, so many that no older one is kept without need."""
    program = compiled("ollapion").program
    settings = [
        settle(program, {option.name: value}, number, None)
        for number in (2, 3, 4)
        for option in program.options
        for value in option.values
        if option.name not in ("game_mode", "life_dice")
    ]
    return len({id(population_of(program, each)) for each in settings})


@pytest.mark.usefixtures("few_to_collect")
@pytest.mark.parametrize("kind", [Interpreter, WasmEngine, CEngine])
def test_a_match_goes_on_after_many_of_other_settings(kind: type[Engine]) -> None:
    engine = kind(compiled("grangol").program)
    match = engine.start(seed=1)
    match.view(0)
    assert make_many_others() > MOST_KEPT
    gc.collect()

    match.choose(0)
    again = engine.start(seed=1)
    again.choose(0)
    assert match.decision == again.decision
    assert match.view(0) == again.view(0)
    assert match.copy().hash() == match.hash() == again.hash()
    assert match.events == again.events


@pytest.mark.usefixtures("few_to_collect")
def test_a_population_is_the_same_as_long_as_somebody_has_it() -> None:
    program = compiled("nim").program
    settings = settle(program, None, None, None)
    first = population_of(program, settings)
    make_many_others()
    gc.collect()

    assert population_of(program, settings) is first
    assert population_of(first.program, settings) is first
