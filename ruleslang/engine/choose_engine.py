"""Chooses the engine that plays a program, by name or by default."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias, Unpack

from attrs import frozen

from ruleslang.engine.c.compiled_game import Choosers as Choosers
from ruleslang.engine.c.compiled_game import CompiledGame as CompiledGame
from ruleslang.engine.c.compiled_game import CountedGames as CountedGames
from ruleslang.engine.c.compiled_game import GameResult as GameResult
from ruleslang.engine.c.compiled_game import Games as Games
from ruleslang.engine.c.compiled_game import NotCompiled as NotCompiled
from ruleslang.engine.c.compiled_game import compiled as compiled
from ruleslang.engine.c.lock_step import LockStep as LockStep
from ruleslang.engine.c.machine import CPlay
from ruleslang.engine.c.match import CEngine as CEngine
from ruleslang.engine.flow.context import NotLowered as NotLowered
from ruleslang.engine.flow.state_layout import STREAM
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.engine import Beginning, Engine
from ruleslang.engine.match.entities import Settings, options_of, settle
from ruleslang.engine.match.interface import Match, PlayFrom, Saved, WholeMatch
from ruleslang.engine.match.observer import Observer
from ruleslang.engine.python.engine import PythonEngine
from ruleslang.engine.python.match import PythonMatch
from ruleslang.engine.python.printed_game import Measures, printed
from ruleslang.program import declarations as d
from ruleslang.program.program import Program

EngineName: TypeAlias = Literal["auto", "interpreter", "python", "c"]
AUTO: Final = "auto"
INTERPRETER: Final = "interpreter"
PYTHON: Final = "python"
C: Final = "c"

ENGINES: dict[str, Callable[[Program], Engine]] = {
    INTERPRETER: Interpreter,
    PYTHON: PythonEngine,
    C: CEngine,
}
NAMES = (AUTO, *ENGINES)


def engine_named(name: str, program: Program) -> Engine:
    return FastestEngine(program) if name == AUTO else ENGINES[name](program)


@frozen
class Chosen:
    """The chosen engine; `why` the requested one cannot play the program, if so."""

    name: EngineName
    why: str = ""


def chosen_engine(
    name: str,
    program: Program,
    settings: Settings,
    measures: Measures = (),
    choosers: Choosers = (),
    *,
    learns: bool = False,
) -> Chosen:
    """
    The named engine, or the next slower one that can play the program with these players of the
    rulebook, and with learners if `learns`.

    `auto` never chooses C: whoever wants C to be compiled asks for it.
    """
    if name == INTERPRETER:
        return Chosen(INTERPRETER)
    try:
        printed(program, settings, measures)
    except NotLowered as refused:
        return Chosen(INTERPRETER, str(refused))
    if name != C:
        return Chosen(PYTHON)
    try:
        compiled(program, settings, measures, choosers=choosers, learns=learns)
    except (NotLowered, NotCompiled) as refused:
        return Chosen(PYTHON, str(refused))
    return Chosen(C)


def quick_engine(
    program: Program, settings: Settings, choosers: Choosers = (), *, learns: bool = False
) -> PythonEngine | None:
    """
    The fastest engine on this machine for many matches in which these players of the rulebook may
    decide, and learners if `learns`; `None` if only the interpreter plays the program.
    """
    name = chosen_engine(C, program, settings, choosers=choosers, learns=learns).name
    if name == C:
        return CEngine(program, choosers, learns)
    return PythonEngine(program) if name == PYTHON else None


def quick_game(
    program: Program, settings: Settings, choosers: Choosers = ()
) -> tuple[CompiledGame | None, str]:
    """
    The compiled game for learners and these players of the rulebook, or `None` and the reason.
    Raises `NotLowered` if only the interpreter plays the program.
    """
    printed(program, settings)
    try:
        return compiled(program, settings, choosers=choosers, learns=True), ""
    except (NotLowered, NotCompiled) as refused:
        return None, str(refused)


def quick_copy(match: Match) -> Match:
    """
    A copy of a match that can itself be copied cheaply: for the interpreter, one of the Python
    engine if that can play the program.
    """
    if isinstance(match, PythonMatch) and match.play is not None:
        return match.copy()
    try:
        return PythonEngine(match.population.whole_program).resume(match.save())
    except (NotLowered, ValueError):
        return match.copy()


@frozen(eq=False)
class FastestEngine:
    """Plays each match on the fastest engine that can play the program with its settings."""

    program: Program

    def start(self, *, measures: Sequence[d.Measure] = (), **how: Unpack[Beginning]) -> Match:
        return self._engine(how, measures).start(measures=measures, **how)

    def opening(self, *, roll: bool = False, **how: Unpack[Beginning]) -> Match:
        """A match in its opening position, before the first step."""
        return self._engine(how).opening(roll=roll, **how)

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> Match:
        """Restore a saved match."""
        options = options_of(self.program, saved.settings)
        seats = saved.settings.players, saved.settings.automatic
        return self._played_by(settle(self.program, options, *seats)).resume(saved, observers)

    def _engine(self, how: Beginning, measures: Sequence[d.Measure] = ()) -> Engine:
        chosen = how.get("options"), how.get("players"), how.get("automatic")
        return self._played_by(settle(self.program, *chosen), tuple(measures))

    def _played_by(self, settings: Settings, measures: Measures = ()) -> Engine:
        return ENGINES[chosen_engine(AUTO, self.program, settings, measures).name](self.program)


def engine_for(program: Program) -> Engine:
    """The default engine, for callers that need none in particular."""
    return Interpreter(program)


Arrange: TypeAlias = Callable[[Match], WholeMatch | PlayFrom]  # answers what is then to begin


@frozen(eq=False)
class Start:
    """
    A match at its start, before the first step. `is_of_all_seeds`: no chance was involved in
    reaching it, so it can be used for any seed.
    """

    play: CPlay
    is_of_all_seeds: bool


def start_of(game: CompiledGame, seed: int, arrange: Arrange) -> Start | None:
    """
    The start of the game with this seed after `arrange` changed its opening position; `None` if C
    cannot continue from there.
    """
    program, settings = game.flow.population.whole_program, game.flow.population.settings
    match = Interpreter(program).opening(
        seed=seed,
        options=options_of(program, settings),
        players=settings.players,
        automatic=settings.automatic,
        roll=True,
    )
    play = game.about_to_begin(arrange(match), match.machine)
    if play is None:
        return None
    streams = game.flow.layout[STREAM]
    drawn = play.S[streams.base : streams.base + streams.cells]
    return Start(game.in_c(play), play.outcomes is None and not any(drawn))


def lock_step(
    program: Program, settings: Settings, seeds: Sequence[int], threads: int | None = None
) -> LockStep:
    """
    A match for each of these seeds, in lockstep; raises `RuntimeError` if C cannot play the game or
    there is no compiler.
    """
    try:
        return LockStep(compiled(program, settings), seeds, threads)
    except (NotLowered, NotCompiled) as problem:
        raise RuntimeError(str(problem)) from None
