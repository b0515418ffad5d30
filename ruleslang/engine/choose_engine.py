"""
Chooses the engine that plays a program, by name or by default.

The compiled engines are loaded when they are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Unpack

from attrs import frozen

from ruleslang.engine.engine_names import AUTO as AUTO
from ruleslang.engine.engine_names import FORMERLY, PRINTED_IN_C
from ruleslang.engine.engine_names import INTERPRETER as INTERPRETER
from ruleslang.engine.engine_names import WASM as WASM
from ruleslang.engine.engine_names import C as C
from ruleslang.engine.engine_names import EngineName as EngineName
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.engine import Beginning, Engine, resumed
from ruleslang.engine.match.entities import Settings, settle
from ruleslang.engine.match.interface import Match, Observer, Saved
from ruleslang.program.program import Program

if TYPE_CHECKING:
    from ruleslang.engine.cells.compiled_game import Measures
    from ruleslang.engine.code.printed_game import Choosers
    from ruleslang.engine.compiled_in_c import Making


TRIED: Mapping[str, tuple[EngineName, ...]] = {AUTO: (WASM, C), C: (C, WASM)}


def engine_named(name: str, program: Program) -> Engine:
    """Return the engine of a name; raises `KeyError` if there is none."""
    if name == AUTO:
        return FastestEngine(program)
    if name == INTERPRETER:
        return Interpreter(program)
    if name in (*PRINTED_IN_C, FORMERLY):
        from ruleslang.engine.compiled_in_c import CEngine, WasmEngine

        return CEngine(program) if name == C else WasmEngine(program)
    raise KeyError(name)


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
    level: int | None = 1,
    **how: Unpack[Making],
) -> Chosen:
    """
    Return the named engine, or the next slower one that can play the program with these players of
    the rulebook, and with learners if it `learns`. `level` is that of C; `auto` is soon ready.
    """
    if name == INTERPRETER:
        return Chosen(INTERPRETER)
    from ruleslang.engine.code.printed_game import NotCompiled
    from ruleslang.engine.compiled_in_c import IN_WASM, compiled
    from ruleslang.engine.flow.context import NotLowered

    why = ""
    for tried in TRIED.get(name, (WASM,)):
        try:
            at = level if tried == C else IN_WASM
            compiled(program, settings, measures, at, choosers, **how)
        except NotLowered as refused:
            return Chosen(INTERPRETER, why or str(refused))
        except NotCompiled as refused:
            why = why or str(refused)
        else:
            return Chosen(tried, why)
    return Chosen(INTERPRETER, why)


def why_not(name: str, program: Program, settings: Settings, choosers: Choosers = ()) -> str:
    """Return the construct that an engine cannot play, in a sentence; empty if it can play all."""
    if name in (AUTO, INTERPRETER):
        return ""
    from ruleslang.engine.cells.compiled_game import CompiledGame
    from ruleslang.engine.code.printed_game import NotCompiled, bugs_as_refusals, routines_of
    from ruleslang.engine.code.source import source
    from ruleslang.engine.flow.context import NotLowered
    from ruleslang.engine.lowered_game import DEFINITION, lowered

    try:
        flow = lowered(program, settings)
        with bugs_as_refusals():
            source(CompiledGame(flow, DEFINITION))
            _ = [routines_of(flow, chooser) for chooser in choosers]
    except (NotLowered, NotCompiled) as refused:
        return str(refused)
    return ""


@frozen(eq=False)
class FastestEngine:
    """Plays each match on the fastest engine that can play the program with its settings."""

    program: Program

    def start(self, **how: Unpack[Beginning]) -> Match:
        return self._engine(how).start(**how)

    def opening(self, *, roll: bool = False, **how: Unpack[Beginning]) -> Match:
        """Return a match in its opening position, before the first step."""
        return self._engine(how).opening(roll=roll, **how)

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> Match:
        """Restore a saved match."""
        return resumed(self.opening, self.program, saved, observers)

    def _engine(self, how: Beginning) -> Engine:
        chosen = how.get("options"), how.get("players"), how.get("automatic")
        settings, measures = settle(self.program, *chosen), tuple(how.get("measures", ()))
        name = chosen_engine(AUTO, self.program, settings, measures).name
        return engine_named(name, self.program)


def engine_for(program: Program) -> Engine:
    """Return the default engine, for callers that need none in particular."""
    return Interpreter(program)
