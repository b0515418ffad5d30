"""The Python engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeAlias

from attrs import field, frozen

from ruleslang.interpreter.engine import Interpreter
from ruleslang.interpreter.match import InterpretedMatch
from ruleslang.match.chance import Chance, Streams
from ruleslang.match.engine import resumed
from ruleslang.match.entities import Settings, settle
from ruleslang.match.match import Saved, WholeMatch
from ruleslang.match.observer import Observer
from ruleslang.program import declarations as d
from ruleslang.program.program import Program
from ruleslang.python.match import PythonMatch
from ruleslang.python.printed_game import MOST_KEPT, Measures, Printed, printed

Asked: TypeAlias = tuple[tuple[tuple[str, str], ...], tuple[int | None, ...]]


@frozen(eq=False, slots=False)
class PythonEngine:
    """
    Plays a program by Python source printed from it.

    Raises `NotLowered` when a match is created of a program that it cannot play.
    """

    program: Program
    _games: dict[Asked, tuple[Settings, Printed, Measures]] = field(
        factory=dict, init=False, repr=False
    )
    match_class: ClassVar[type[PythonMatch]] = PythonMatch

    def start(
        self,
        *,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        players: int | None = None,
        automatic: int | None = None,
        chance: Chance | None = None,
        measures: Sequence[d.Measure] = (),
        observers: Sequence[Observer] = (),
    ) -> PythonMatch:
        match = self._opening(
            Streams(seed) if chance is None else chance,
            options,
            players,
            automatic,
            measures,
            observers,
            roll=True,
        )
        match.begin(WholeMatch())
        return match

    def opening(
        self,
        *,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        players: int | None = None,
        automatic: int | None = None,
        chance: Chance | None = None,
        roll: bool = False,
        observers: Sequence[Observer] = (),
    ) -> PythonMatch:
        """A match in its opening position, before the first step."""
        given = Streams(seed) if chance is None else chance
        return self._opening(given, options, players, automatic, (), observers, roll=roll)

    def _opening(
        self,
        chance: Chance,
        options: Mapping[str, str] | None,
        players: int | None,
        automatic: int | None,
        measures: Sequence[d.Measure],
        observers: Sequence[Observer],
        *,
        roll: bool,
    ) -> PythonMatch:
        seats = (players, automatic, *map(id, measures)) if measures else (players, automatic)
        asked = tuple(options.items()) if options else (), seats
        known = self._games.get(asked)
        if known is None:
            settled = settle(self.program, options, players, automatic)
            game = self.game(settled, tuple(measures))
            if len(self._games) >= MOST_KEPT:
                self._games.clear()
            known = self._games[asked] = settled, game, tuple(measures)
        settings, game, _ = known

        def opened() -> InterpretedMatch:
            match = Interpreter(self.program).opening(
                options=options,
                players=players,
                automatic=automatic,
                chance=chance,
                roll=roll,
                observers=observers,
            )
            match.measure(measures)
            return match

        def measuring(others: Sequence[d.Measure]) -> Printed:
            return self.game(settings, tuple(others))

        given = game, opened, chance, measures, observers
        return self.match_class(*given, rolled=roll, measuring=measuring)

    def game(self, settings: Settings, measures: Measures = ()) -> Printed:
        """What all matches with these settings share."""
        return printed(self.program, settings, measures)

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> PythonMatch:
        """Restore a saved match; raises `ValueError` if the hash differs."""
        return resumed(self.opening, self.program, saved, observers)
