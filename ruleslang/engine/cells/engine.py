"""The engines of compiled matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias, Unpack

from attrs import field, frozen

from ruleslang.engine.cells.compiled_game import MOST_KEPT, CompiledGame, Measures
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.interpreter.engine import opened
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.match.chance import Streams
from ruleslang.engine.match.engine import Beginning, resumed
from ruleslang.engine.match.entities import Settings, settle
from ruleslang.engine.match.interface import Saved, WholeMatch
from ruleslang.engine.match.observer import Observer
from ruleslang.program import declarations as d
from ruleslang.program.program import Program

Asked: TypeAlias = tuple[tuple[tuple[str, str], ...], tuple[int | None, ...]]


@frozen(eq=False, slots=False)
class CompiledEngine:
    """
    Plays a program by what a printer compiles of it.

    Raises `NotLowered` when a match is created of a program that it cannot play.
    """

    program: Program
    _games: dict[Asked, tuple[Settings, CompiledGame, Measures]] = field(
        factory=dict, init=False, repr=False
    )
    match_class: ClassVar[type[CompiledMatch]] = CompiledMatch

    def start(
        self, *, measures: Sequence[d.Measure] = (), **how: Unpack[Beginning]
    ) -> CompiledMatch:
        match = self._opening(how, tuple(measures), roll=True)
        match.begin(WholeMatch())
        return match

    def opening(self, *, roll: bool = False, **how: Unpack[Beginning]) -> CompiledMatch:
        """A match in its opening position, before the first step."""
        return self._opening(how, (), roll=roll)

    def _opening(self, how: Beginning, measures: Measures, *, roll: bool) -> CompiledMatch:
        chance = how.get("chance") or Streams(how.get("seed", 0))
        options, observers = how.get("options"), how.get("observers", ())
        seats = how.get("players"), how.get("automatic")
        key = tuple(options.items()) if options else (), (*seats, *map(id, measures))
        known = self._games.get(key)
        if known is None:
            settled = settle(self.program, options, *seats)
            game = self.game(settled, measures)
            if len(self._games) >= MOST_KEPT:
                self._games.clear()
            known = self._games[key] = settled, game, measures
        settings, game, _ = known

        def begun() -> InterpretedMatch:
            return opened(self.program, settings, chance, measures, observers, roll=roll)

        def measuring(others: Sequence[d.Measure]) -> CompiledGame:
            return self.game(settings, tuple(others))

        arguments = game, begun, chance, measures, observers
        return self.match_class(*arguments, rolled=roll, measuring=measuring)

    def game(self, settings: Settings, measures: Measures = ()) -> CompiledGame:
        """The parts that all matches with these settings share."""
        raise NotImplementedError

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> CompiledMatch:
        """Restore a saved match; raises `ValueError` if the hash differs."""
        return resumed(self.opening, self.program, saved, observers)
