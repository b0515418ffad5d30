"""The fastest engines, for many games or many copies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeAlias

from attrs import frozen

from ruleslang.engine.cells.compiled_game import Measures
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.choose_engine import chosen_engine
from ruleslang.engine.code.compiled_game import Bots, CompiledGame
from ruleslang.engine.code.lock_step import LockStep, Matched, Saved
from ruleslang.engine.code.machine import CPlay
from ruleslang.engine.code.printed_game import Choosers, NotCompiled
from ruleslang.engine.compiled_in_c import IN_WASM, CEngine, WasmEngine, compiled
from ruleslang.engine.engine_names import AUTO, PRINTED_IN_C, C
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.player_programs import lowered_player
from ruleslang.engine.flow.state_layout import STREAM
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.entities import Settings, options_of
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, PlayFrom, WholeMatch
from ruleslang.program.program import Program

FASTEST = 1, IN_WASM  # levels of compiled games: the later ones are ready sooner


def quick_engine(
    program: Program, settings: Settings, choosers: Choosers = (), *, learns: bool = False
) -> CEngine | None:
    """
    Return the fastest engine on this machine for many matches in which these players of the
    rulebook may decide, and learners if `learns`; `None` if only the interpreter plays the program.
    """
    name = chosen_engine(C, program, settings, choosers=choosers, learns=learns).name
    if name not in PRINTED_IN_C:
        return None
    return (CEngine if name == C else WasmEngine)(program, choosers, learns)


def quick_game(
    program: Program,
    settings: Settings,
    choosers: Choosers = (),
    measures: Measures = (),
    *,
    learns: bool = False,
    soon: bool = False,
) -> tuple[CompiledGame, str]:
    """
    Return the fastest compiled game in which these players of the rulebook may decide, and learners
    if it `learns`, and why it is not the one in C; or, if it must be ready `soon`, any. Raises
    `NotLowered` if only the interpreter plays the program, and `NotCompiled`.
    """
    why = ""
    for level in reversed(FASTEST) if soon else FASTEST:
        try:
            return compiled(program, settings, measures, level, choosers, learns=learns), why
        except NotCompiled as refused:
            why = why or str(refused)
    raise NotCompiled(why)


def those_able(flow: Flow, choosers: Choosers) -> Choosers:
    """Return the players of the rulebook that can decide in a compiled game."""
    return tuple(chooser for chooser in choosers if lowered_player(flow, chooser) is not None)


def quick_copy(match: Match) -> Match:
    """
    Return a copy of a match that can itself be copied cheaply: for the interpreter, one of the
    fastest engine that can play the program.
    """
    if isinstance(match, CompiledMatch) and match.play is not None:
        return match.copy()
    beside = match_beside(match)
    return match.copy() if beside is None else beside


def match_beside(match: Match) -> CompiledMatch | None:
    """Return a compiled match after the same choices; `None` if only the interpreter plays it."""
    program, settings = match.population.whole_program, match.population.settings
    name = chosen_engine(AUTO, program, settings).name
    if name not in PRINTED_IN_C:
        return None
    with suppress(ValueError):  # no choices lead there
        return (CEngine if name == C else WasmEngine)(program).resume(match.save())
    return None


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
    """Return the start of a game from an arranged opening; `None`: C cannot continue from there."""
    program, settings = game.flow.population.whole_program, game.flow.population.settings
    match = Interpreter(program).opening(
        seed=seed,
        options=options_of(program, settings),
        players=settings.players,
        automatic=settings.automatic,
        roll=True,
    )
    deed = arrange(match)
    if not game.can_begin(deed):
        return None
    try:
        play = game.definition.taken(game, match)
    except Fault:
        return None
    play.K = game.frames_of_deed(deed)
    streams = game.flow.layout[STREAM]
    drawn = play.S[streams.base : streams.base + streams.cells]
    in_c = game.in_c(play)
    return None if in_c is None else Start(in_c, play.outcomes is None and not any(drawn))


def lock_step(
    program: Program,
    settings: Settings,
    seeds: Sequence[int],
    threads: int | None = None,
    choosers: Choosers = (),
    bots: Callable[[CompiledGame], Bots] | None = None,
    *,
    learns: bool = False,
    matched: Matched | None = None,
    saved: Saved | None = None,
) -> LockStep:
    """
    Return a match for each of these seeds, in lockstep; raises `RuntimeError` if no compiled engine
    plays the game. `bots` are made for the game that is compiled with these players;
    `matched` makes a match of what C plays and the choices made in it, `saved` a text of all.
    """
    try:
        game, _ = quick_game(program, settings, choosers, learns=learns)
    except (NotLowered, NotCompiled) as problem:
        raise RuntimeError(str(problem)) from None
    return LockStep(game, seeds, threads, None if bots is None else bots(game), matched, saved)
