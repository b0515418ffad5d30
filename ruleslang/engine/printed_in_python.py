"""The engine of Python."""

from __future__ import annotations

from functools import lru_cache

from ruleslang.engine.cells.compiled_game import Measures
from ruleslang.engine.cells.engine import CompiledEngine
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.lowered_game import DEFINITION, lowered
from ruleslang.engine.match.entities import MOST_KEPT, Settings
from ruleslang.engine.python.printed_game import Printed
from ruleslang.program.program import Program


def printed(program: Program, settings: Settings, measures: Measures = ()) -> Printed:
    """Return the printed engine of a program with these settings, memoised; raises `NotLowered`."""
    return printed_of(lowered(program, settings, measures))


@lru_cache(MOST_KEPT)
def printed_of(flow: Flow) -> Printed:
    """Return the printed engine of a flow, memoised."""
    return Printed(flow, DEFINITION)


class PythonEngine(CompiledEngine):
    """Plays a program by Python source printed from it."""

    def game(self, settings: Settings, measures: Measures = ()) -> Printed:
        """Return the parts that all matches with these settings share."""
        return printed(self.program, settings, measures)
