"""The engines of compiled matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Unpack

from attrs import frozen

from ruleslang.engine.cells.compiled_game import CompiledGame, Measures
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.match.chance import Streams
from ruleslang.engine.match.engine import Beginning, resumed
from ruleslang.engine.match.entities import Settings, settle
from ruleslang.engine.match.interface import Saved, WholeMatch
from ruleslang.engine.match.observer import Observer
from ruleslang.program.program import Program


@frozen(eq=False, slots=False)
class CompiledEngine:
    """
    Plays a program by what a printer compiles of it.

    Raises `NotLowered` when a match is created of a program that it cannot play.
    """

    program: Program
    match_class: ClassVar[type[CompiledMatch]] = CompiledMatch

    def start(self, **how: Unpack[Beginning]) -> CompiledMatch:
        match = self.opening(roll=True, **how)
        match.begin(WholeMatch())
        return match

    def opening(self, *, roll: bool = False, **how: Unpack[Beginning]) -> CompiledMatch:
        """Return a match in its opening position, before the first step."""
        chosen = how.get("options"), how.get("players"), how.get("automatic")
        chance = how.get("chance") or Streams(how.get("seed", 0))
        measures = tuple(how.get("measures", ()))
        game = self.game(settle(self.program, *chosen), measures)
        return self.match_class(game, chance, measures, how.get("observers", ()), rolled=roll)

    def game(self, settings: Settings, measures: Measures = ()) -> CompiledGame:
        """Return the parts that all matches with these settings share."""
        raise NotImplementedError

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> CompiledMatch:
        """Restore a saved match; raises `ValueError` if the hash differs."""
        return resumed(self.opening, self.program, saved, observers)
