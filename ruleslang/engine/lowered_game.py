"""What the compiled engines share of a game: its flow, and the interpreter, which defines it."""

from __future__ import annotations

from functools import lru_cache

from ruleslang.engine.cells.compiled_game import Definition, Measures
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.flow.lower import Flow, lower
from ruleslang.engine.handover.cells_of_state import taken
from ruleslang.engine.handover.constant_values import value_of
from ruleslang.engine.handover.pictures import picture
from ruleslang.engine.interpreter.engine import opened
from ruleslang.engine.match.entities import MOST_KEPT, Population, Settings, population_of
from ruleslang.program.program import Program

DEFINITION = Definition(opened, taken, picture, value_of)


def lowered(program: Program, settings: Settings, measures: Measures = ()) -> Flow:
    """Return the flow of a program with these settings, memoised; raises `NotLowered`."""
    flow = _lowered(population_of(program, settings), measures)
    if isinstance(flow, NotLowered):
        raise flow
    return flow


@lru_cache(MOST_KEPT)
def _lowered(population: Population, measures: Measures) -> Flow | NotLowered:
    """Lower the program, without measures if these cannot be lowered."""
    try:
        return lower(population, measures)
    except NotLowered as refused:
        return _lowered(population, ()) if measures else refused.with_traceback(None)
