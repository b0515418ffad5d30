"""
What is tried with each generated rulebook: all that must come out the same, however it is played.

`findings(text)` checks it, formats and reads it again, saves and loads it, and plays it on all
engines in lockstep, alone, in batches, and with the outcomes of chance asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from attrs import evolve, frozen

import ruleslang
from ruleslang.engine.c import compiled_game, compiler
from ruleslang.engine.compiled_in_c import CEngine, WasmEngine
from ruleslang.engine.engine_names import INTERPRETER, WASM, C
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.interpreter.machine import UNTESTED
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match as EngineMatch
from ruleslang.engine.match.runtime_values import Value
from ruleslang.explanation.odds.chance_tree import Path, over_all_ways, run_procedure
from ruleslang.explanation.odds.distribution import NotCounted
from ruleslang.explanation.odds.exact_odds import distribution
from ruleslang.explanation.odds.repeat_loop import HARDLY_ANY
from ruleslang.language.format.format_source import format_source
from ruleslang.library.load import load_text
from ruleslang.program import types as t
from ruleslang.program.declarations import Procedure
from ruleslang.program.program import Compiled, Program
from ruleslang.program.serial import digest
from ruleslang.source.budget import UsedUp, budget
from ruleslang.source.diagnostic import Severity
from ruleslang.source.span import Source
from tests.engine.disagreement import disagreement, mixed
from tests.engine.drawn_in_the_api import MOST, differences
from tests.support.engines import IN_WASM
from tests.support.invariants import check
from tests.support.program_json import from_json, to_json

MOST_WAYS = 600  # of the outcomes of a check that are played one by one
LONGEST = 15.0  # seconds of CPU time for all of them: a way can take two
LONGEST_GAME = 2.0  # and for one game in the interpreter: what follows it plays it again and again
MOST_OUTCOMES = 30_000  # in all of them: each begins its step again in a compiled engine
QUICK = (INTERPRETER, *IN_WASM)
ALL = (INTERPRETER, *IN_WASM, C)
ENGINES: dict[str, type[Engine]] = {
    INTERPRETER: Interpreter, WASM: WasmEngine, C: CEngine
}  # fmt: skip


@frozen
class Refused(Exception):
    """The checks found mistakes in the text."""

    slugs: tuple[str, ...]


def without_optimising() -> None:
    """From here on C is compiled as soon as can be."""
    compiled_game.library = partial(_soon)


def _soon(text: str, level: int = 1, *flags: Any) -> Any:
    del level
    return compiler.library(text, 0, *flags)


def findings(
    text: str, engines: Sequence[str] = QUICK, seeds: Sequence[int] = (1, 2)
) -> Iterator[str]:
    """What is wrong with a text, or with what becomes of it; raises `Refused`."""
    loaded = load_text(text)
    errors = [each.slug for each in loaded.diagnostics if each.severity is Severity.ERROR]
    if loaded.compiled is None or errors:
        raise Refused(tuple(errors))
    program = loaded.compiled.program
    yield from (f"invariant: {each}" for each in check(program))
    yield from (f"format: {each}" for each in _formatted(text, loaded.compiled))
    if from_json(to_json(loaded.compiled), Compiled) != loaded.compiled:
        yield "json: another program"
    playing = [ENGINES[name](program) for name in engines]
    setting = mixed(program, seeds[0])
    for seed in seeds:  # with the same settings, so that C is compiled once
        found, played = disagreement(playing, evolve(setting, seed=seed), MOST, LONGEST_GAME)
        if found is not None:
            yield f"engines: {found}"
            return
        if played.seconds > LONGEST_GAME:
            return
    yield from (f"odds: {each}" for each in _odds(program))
    names = ("options", "players", "automatic")
    settings = {name: getattr(setting, name) for name in names}
    yield from differences(ruleslang.load_text(text), engines, settings, seeds[0])


def _formatted(text: str, compiled: Compiled) -> Iterator[str]:
    once = format_source(Source("drawn.rules", text)).text
    if once is None:
        yield "the text is refused"
        return
    if format_source(Source("drawn.rules", once)).text != once:
        yield "twice is not once"
    again = load_text(once).compiled
    if again is None:
        yield "the result has mistakes"
    elif digest(again.program) != digest(compiled.program):
        yield "the result is another program"


# ---------------------------------------------------------------- odds


class TooManyWays(Exception):
    """There are more ways than are followed."""


def _odds(program: Program) -> Iterator[str]:
    """
    The odds of each procedure that answers are those of all ways of play.

    Nothing is compared where a `whenever` has a fault already at the start: no match gets further.
    """
    if Interpreter(program).opening(seed=1).machine.tested == UNTESTED:
        return
    for procedure in program.procedures:
        if procedure.answers is None:
            continue
        for arguments in _arguments(procedure):
            yield from _of_play(program, procedure.name, arguments)


def _arguments(procedure: Procedure) -> Iterator[tuple[Value, ...]]:
    """Numbers, at both ends of what is declared; nothing, if something else is given."""
    given = [each.type for each in procedure.parameters]
    numbers = [type for type in given if isinstance(type, t.Number)]
    if len(numbers) == len(given):
        yield from dict.fromkeys(product(*((type.low, type.high) for type in numbers)))


def _of_play(program: Program, name: str, arguments: tuple[Value, ...]) -> Iterator[str]:
    reached: dict[int, Fraction] = {}
    try:
        counted = distribution(_opening(program), name, arguments, reached)
    except (NotCounted, Fault):
        return
    outcomes: list[int] = []  # of each way

    def run(path: Path) -> Value:
        if len(outcomes) > MOST_WAYS or sum(outcomes) > MOST_OUTCOMES:
            raise TooManyWays
        try:
            return run_procedure(_opening(program, path), name, arguments)
        finally:
            outcomes.append(path.place)

    try:
        with budget(LONGEST):
            played = over_all_ways(run)
    except (TooManyWays, UsedUp):
        return
    except Fault as fault:
        if fault.slug == "endless":  # too many ways
            return
        yield f"{name}{arguments} was counted, and play ends with {fault.slug}"
        return
    if played != counted and all(share >= HARDLY_ANY for share in reached.values() if share):
        yield f"{name}{arguments}: {counted} / {played}"


def _opening(program: Program, path: Path | None = None) -> EngineMatch:
    return WasmEngine(program).opening(seed=1, chance=path)
