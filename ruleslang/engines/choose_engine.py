"""The engines by name, and the quickest that plays a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Unpack

from attrs import frozen

from ruleslang.flow.refuse import NotLowered
from ruleslang.match.engine import Beginning, Engine
from ruleslang.match.entities import Settings, options_of, settle
from ruleslang.match.match import Match, Saved
from ruleslang.match.observer import Observer
from ruleslang.meaning.engine import Interpreter
from ruleslang.native.compiled_game import Choosers, NotCompiled, compiled
from ruleslang.native.engine import Native
from ruleslang.portable.engine import Portable
from ruleslang.portable.printed_game import Measures, printed
from ruleslang.program import declarations as d
from ruleslang.program.program import Program

AUTO, MEANING, PORTABLE, NATIVE = "auto", "meaning", "portable", "native"

ENGINES: dict[str, Callable[[Program], Engine]] = {
    MEANING: Interpreter,
    PORTABLE: Portable,
    NATIVE: Native,
}
NAMES = (AUTO, *ENGINES)


def engine_named(name: str, program: Program) -> Engine:
    """The engine of a name."""
    return Quickest(program) if name == AUTO else ENGINES[name](program)


@frozen
class Chosen:
    """The engine that plays a program with its settings; `why` the one asked for does not."""

    name: str
    why: str = ""


def chosen_engine(
    name: str,
    program: Program,
    settings: Settings,
    measures: Measures = (),
    choosers: Choosers = (),
) -> Chosen:
    """
    The engine of a name, or the next slower one that plays the program with these players of the
    language.

    `auto` is the portable one at best: what compiles C says that it does.
    """
    if name == MEANING:
        return Chosen(MEANING)
    try:
        printed(program, settings, measures)
    except NotLowered as refused:
        return Chosen(MEANING, str(refused))
    if name != NATIVE:
        return Chosen(PORTABLE)
    try:
        compiled(program, settings, measures, choosers=choosers)
    except (NotLowered, NotCompiled) as refused:
        return Chosen(PORTABLE, str(refused))
    return Chosen(NATIVE)


def quick_engine(program: Program, settings: Settings, choosers: Choosers = ()) -> Portable | None:
    """
    The quickest engine on this machine for many matches in which these players of the language may
    decide; none where only the interpreter plays the program.
    """
    name = chosen_engine(NATIVE, program, settings, choosers=choosers).name
    if name == NATIVE:
        return Native(program, choosers)
    return Portable(program) if name == PORTABLE else None


@frozen(eq=False)
class Quickest:
    """Plays each match by the quickest engine that plays the program with its settings."""

    program: Program

    def start(self, *, measures: Sequence[d.Measure] = (), **how: Unpack[Beginning]) -> Match:
        """A match at its first decision."""
        return self._engine(how, measures).start(measures=measures, **how)

    def opening(self, *, roll: bool = False, **how: Unpack[Beginning]) -> Match:
        """A match in its opening position, with nothing under way."""
        return self._engine(how).opening(roll=roll, **how)

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> Match:
        """The match that was saved."""
        options = options_of(self.program, saved.settings)
        seats = saved.settings.players, saved.settings.automatic
        return self._played_by(settle(self.program, options, *seats)).resume(saved, observers)

    def _engine(self, how: Beginning, measures: Sequence[d.Measure] = ()) -> Engine:
        asked = how.get("options"), how.get("players"), how.get("automatic")
        return self._played_by(settle(self.program, *asked), tuple(measures))

    def _played_by(self, settings: Settings, measures: Measures = ()) -> Engine:
        return ENGINES[chosen_engine(AUTO, self.program, settings, measures).name](self.program)
