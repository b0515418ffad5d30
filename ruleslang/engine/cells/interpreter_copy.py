"""
Creates a match of the interpreter in the position of a compiled match.

It has everything needed for names, views, hashes and reasons, but nothing that could continue.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, cast

from ruleslang.engine.cells.build_decision import decision
from ruleslang.engine.cells.cells_to_state import Codec, state_of
from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.cells.machine import Play
from ruleslang.engine.cells.state_to_cells import take_lasting, take_rules
from ruleslang.engine.flow.frames import FrameLayout
from ruleslang.engine.flow.lower import Flow
from ruleslang.engine.flow.state_layout import ASKED, COUNTED, PLAYS, STREAM, WINDOWS, WINNERS
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.flow.words import END
from ruleslang.engine.interpreter.choose_and_do_moves import run_of_move
from ruleslang.engine.interpreter.control_flow import run_of
from ruleslang.engine.interpreter.dispatch import MEANINGS
from ruleslang.engine.interpreter.machine import (
    BODY,
    REPLACED,
    Frame,
    Invocation,
    Machine,
    OpenWindow,
)
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.interpreter.precomputed_tables import tables_for
from ruleslang.engine.match.chance import Chance, Stream, Streams
from ruleslang.engine.match.decision import Decision, LegalMove, Option
from ruleslang.engine.match.runtime_values import Card, Env
from ruleslang.program import declarations as d

MOST_NAMED = 1_024  # decisions of which it is kept how they are named
MOST_NAMES = 65_536  # choices whose names are kept


class LateMachine:
    """The machine of a picture, made when something is read that is not the same in all matches."""

    __slots__ = ("_machine", "_make", "is_made", "tables")

    def __init__(self, game: CompiledGame, made: Callable[[], Machine]) -> None:
        population = game.flow.population
        self.tables = tables_for(population.program, population.settings)
        self.is_made, self._make = False, made
        self._machine: Machine | None = None

    def __getattr__(self, name: str) -> Any:
        self.is_made = True
        machine = self._machine
        if machine is None:
            machine = self._machine = self._make()
        return getattr(machine, name)

    def __setattr__(self, name: str, value: Any) -> None:
        own = name in self.__slots__  # else it is exchanged while something is looked up
        object.__setattr__(self, name, value) if own else setattr(self._make(), name, value)


def named(game: CompiledGame, play: Play, picture_of: Callable[[], InterpretedMatch]) -> Decision:
    """The decision of a compiled match; one that does not depend on the state is kept."""
    pending = play.pending
    assert pending is not None
    asked = pending.question, pending.who, tuple(pending.options), pending.shown
    is_kept = play.chance is None  # else it may not be known yet what an option is
    known = game.named.get(asked) if is_kept else None
    if known is None:
        machine = LateMachine(game, lambda: picture_of().machine)

        def keep(key: Hashable, name: Callable[[], Option]) -> Option:
            key = pending.question, pending.who, key
            names = game.named_choices.get(key) if is_kept else None
            if names is None:
                was_made, machine.is_made = machine.is_made, False
                names = name()
                if is_kept and not machine.is_made:
                    if len(game.named_choices) >= MOST_NAMES:
                        game.named_choices.clear()
                    game.named_choices[key] = names
                machine.is_made |= was_made
            return names

        known = decision(game.flow, game.codec, cast(Machine, machine), pending, keep)
        if is_kept and not machine.is_made:
            if len(game.named) >= MOST_NAMED:
                game.named.clear()
            game.named[asked] = known
    return known


def picture(game: CompiledGame, play: Play) -> InterpretedMatch:
    """The picture of a compiled match, without its decision."""
    flow, frames, codec = game.flow, game.frames, game.codec.of_match()
    tables = tables_for(flow.population.program, flow.population.settings)
    state = state_of(flow, codec, play.S[:])
    if play.chance is not None:  # which may not know yet what a cell has
        state = state.copy()
    machine = Machine(tables, state, chance_of(game, play), MEANINGS)
    machine.tested = state.version
    machine.winners = tuple(tables.players[seat] for seat in play.S[flow.layout[WINNERS].base])
    machine.asked = play.S[flow.layout[ASKED].base]
    machine.counted = play.S[flow.layout[COUNTED].base]
    for number, frame in enumerate(play.K):
        _add_frame(flow, frames, codec, machine, number, frame)
    _add_windows(game, codec, machine, play)
    take_lasting(flow, codec, play.S, state)  # now that the runs are known
    take_rules(flow, codec, play.S, machine)
    game.secrets.show(machine, play.S)
    return InterpretedMatch(machine)


def _add_windows(game: CompiledGame, codec: Codec, machine: Machine, play: Play) -> None:
    layout, program = game.flow.layout, game.flow.population.program
    machine.plays = play.S[layout[PLAYS].base]
    for number, arguments in play.S[layout[WINDOWS].base]:
        if number < 0:
            machine.windows.append(None)
            continue
        declared = program.windows[number]
        values = tuple(
            codec.value(parameter.type, raw)
            for parameter, raw in zip(declared.parameters, arguments, strict=True)
        )
        machine.windows.append(OpenWindow(declared, dict(enumerate(values)), values))


def chance_of(game: CompiledGame, play: Play) -> Chance:
    """The source of future chance of a compiled match."""
    if play.chance is not None:
        return play.chance.copy()
    layout = game.flow.layout
    base = layout[STREAM].base
    words = {name: play.S[base + place] for name, place in layout.streams.items()}
    return Streams(play.seed, {name: Stream(word) for name, word in words.items() if word})


def _add_frame(
    flow: Flow, frames: FrameLayout, codec: Codec, machine: Machine, number: int, frame: list[Any]
) -> None:
    """Add the run of a frame, and its running body."""
    routine = flow.routines[frames.routines[frame[1]]]
    env = _locals(codec, routine, frames, frame)
    is_replaced = f"original {routine.name}" in flow.routines
    if routine.is_original:
        run = next(
            candidate
            for candidate in reversed(machine.under_way)
            if candidate.declaration is routine.run
        )
        _go_on_with(run, env)
    elif routine.run is not None:
        run = _run(routine.run, env)
        run.env, run.stage = env, REPLACED if is_replaced else BODY
        machine.under_way.append(run)
        codec.runs[number] = run
    if (routine.run is None and not routine.locals) or is_replaced:
        return
    here = flow.cut.blocks[frame[0]].statement
    at = flow.statements[here] if here >= 0 else None
    machine.frames.append(Frame(env, routine.locals, at=at))


def _go_on_with(run: Invocation, env: Env) -> None:
    """Set the running body of a run, perhaps with other arguments than it began with."""
    card = run.card if run.this is None else env[run.this]
    assert isinstance(card, Card | None)
    is_same = all(env.get(slot) == run.env.get(slot) for slot in run.places.values())
    if not is_same or card is not run.card:
        run.begun, run.card = (run.env, run.card), card
    run.env, run.stage = env, BODY


def _run(declared: d.Procedure | d.Action | d.Play, env: Env) -> Invocation:
    match declared:
        case d.Procedure(parameters=parameters):
            return run_of(declared, tuple(env.get(slot) for slot in range(len(parameters))))
        case d.Action():
            return run_of_move(LegalMove(declared, env[declared.you], env))
        case d.Play():
            return run_of_move(LegalMove(declared, env[declared.you], env, env[declared.this]))


def _locals(codec: Codec, routine: Routine, frames: FrameLayout, frame: list[Any]) -> Env:
    """The locals of a frame; those without a value are left out."""
    kept = frames.places[routine.name]
    stored = {
        slot: (variable.type, frame[kept[variable.name]])
        for slot, variable in routine.variables.items()
        if variable.name in kept
    }
    return {
        slot: codec.value(type, raw)
        for slot, (type, raw) in stored.items()
        if raw is not None and raw is not END
    }
