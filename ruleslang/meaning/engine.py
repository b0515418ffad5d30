"""The interpreter as an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from ruleslang.match.chance import Again, Chance, Stream, Streams
from ruleslang.match.entities import options_of, settle
from ruleslang.match.match import Deed, Saved, WholeMatch
from ruleslang.match.observer import Observer
from ruleslang.meaning.match import InterpretedMatch
from ruleslang.meaning.opening import opening
from ruleslang.program import declarations as d
from ruleslang.program.program import Program


@frozen(eq=False)
class Interpreter:
    """Plays a program as it is written: the definition of what it means."""

    program: Program

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
    ) -> InterpretedMatch:
        """A match at its first decision."""
        chosen = settle(self.program, options, players, automatic)
        given = Streams(seed) if chance is None else chance
        machine = opening(self.program, chosen, given, roll=True)
        match = InterpretedMatch(machine, measures, observers, rolled=True)
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
    ) -> InterpretedMatch:
        """A match in its opening position, with nothing under way."""
        chosen = settle(self.program, options, players, automatic)
        given = Streams(seed) if chance is None else chance
        machine = opening(self.program, chosen, given, roll=roll)
        return InterpretedMatch(machine, observers=observers, rolled=roll)

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> InterpretedMatch:
        """The match that was saved; raises `ValueError` where it does not lead to the same hash."""
        streams = {name: Stream(word) for name, word in saved.streams}
        match = self.opening(
            options=options_of(self.program, saved.settings),
            players=saved.settings.players,
            automatic=saved.settings.automatic,
            chance=Again(saved.outcomes, Streams(saved.seed, streams)),
            roll=saved.rolled,
            observers=observers,
        )
        for step in saved.steps:
            if isinstance(step, int):
                match.choose(step)
            elif isinstance(step, Deed):
                match.begin(step)
            else:
                match.arrange(step)
        if match.hash() != saved.hash:
            raise ValueError("what was saved leads to another position")
        return match
