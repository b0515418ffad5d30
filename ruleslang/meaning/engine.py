"""The interpreter as an engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from attrs import frozen

from ruleslang.match.chance import Streams
from ruleslang.match.engine import Beginning
from ruleslang.match.entities import settle
from ruleslang.match.match import Saved, WholeMatch
from ruleslang.match.observer import Observer
from ruleslang.match.resume import resumed
from ruleslang.meaning.match import InterpretedMatch
from ruleslang.meaning.opening_state import opening
from ruleslang.program import declarations as d
from ruleslang.program.program import Program


@frozen(eq=False)
class Interpreter:
    """Plays a program as it is written: the definition of what it means."""

    program: Program

    def start(
        self, *, measures: Sequence[d.Measure] = (), **how: Unpack[Beginning]
    ) -> InterpretedMatch:
        """A match at its first decision."""
        match = self._opening(how, measures, roll=True)
        match.begin(WholeMatch())
        return match

    def opening(self, *, roll: bool = False, **how: Unpack[Beginning]) -> InterpretedMatch:
        """A match in its opening position, with nothing under way."""
        return self._opening(how, (), roll=roll)

    def _opening(
        self, how: Beginning, measures: Sequence[d.Measure], *, roll: bool
    ) -> InterpretedMatch:
        settings = how.get("options"), how.get("players"), how.get("automatic")
        chance = how.get("chance") or Streams(how.get("seed", 0))
        machine = opening(self.program, settle(self.program, *settings), chance, roll=roll)
        return InterpretedMatch(machine, measures, how.get("observers", ()), rolled=roll)

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> InterpretedMatch:
        """The match that was saved; raises `ValueError` where it does not lead to the same hash."""
        return resumed(self.opening, self.program, saved, observers)
