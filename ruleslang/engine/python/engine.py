"""The Python engine."""

from __future__ import annotations

from ruleslang.engine.cells.compiled_game import Measures
from ruleslang.engine.cells.engine import CompiledEngine
from ruleslang.engine.match.entities import Settings
from ruleslang.engine.python.printed_game import Printed, printed


class PythonEngine(CompiledEngine):
    """Plays a program by Python source printed from it."""

    def game(self, settings: Settings, measures: Measures = ()) -> Printed:
        """The parts that all matches with these settings share."""
        return printed(self.program, settings, measures)
