"""The engine of Python, and the games printed as Python, which the interpreter defines."""

from __future__ import annotations

from functools import lru_cache

from ruleslang.engine.cells.compiled_game import Definition, Measures
from ruleslang.engine.cells.engine import CompiledEngine
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.flow.lower import lower
from ruleslang.engine.handover.cells_of_state import taken
from ruleslang.engine.handover.pictures import picture
from ruleslang.engine.interpreter.engine import opened
from ruleslang.engine.match.entities import MOST_KEPT, Population, Settings, population_of
from ruleslang.engine.python.printed_game import Printed
from ruleslang.program.program import Program

DEFINITION = Definition(opened, taken, picture)


def printed(program: Program, settings: Settings, measures: Measures = ()) -> Printed:
    """Return the printed engine of a program with these settings, memoised; raises `NotLowered`."""
    game = _printed(population_of(program, settings), measures)
    if isinstance(game, NotLowered):
        raise game
    return game


@lru_cache(MOST_KEPT)
def _printed(population: Population, measures: Measures) -> Printed | NotLowered:
    """Print the engine, without measures if these cannot be lowered."""
    try:
        return Printed(lower(population, measures), DEFINITION)
    except NotLowered as refused:
        return _printed(population, ()) if measures else refused.with_traceback(None)


class PythonEngine(CompiledEngine):
    """Plays a program by Python source printed from it."""

    def game(self, settings: Settings, measures: Measures = ()) -> Printed:
        """Return the parts that all matches with these settings share."""
        return printed(self.program, settings, measures)
