"""The interpreter as an engine."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from typing import Unpack

from attrs import frozen

from ruleslang.engine.interpreter import whenever
from ruleslang.engine.interpreter.dispatch import MEANINGS
from ruleslang.engine.interpreter.evaluate import evaluate
from ruleslang.engine.interpreter.machine import Machine
from ruleslang.engine.interpreter.match import InterpretedMatch
from ruleslang.engine.interpreter.precomputed_tables import Tables, tables_for
from ruleslang.engine.interpreter.reading import fill_fields
from ruleslang.engine.interpreter.state import State
from ruleslang.engine.interpreter.state_changes import begin, throw
from ruleslang.engine.match.chance import Chance, Streams
from ruleslang.engine.match.engine import Beginning, resumed
from ruleslang.engine.match.entities import MOST_KEPT, Settings, settle
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Observer, Saved, WholeMatch
from ruleslang.program import declarations as d
from ruleslang.program.program import Program


def opening(program: Program, chosen: Settings, chance: Chance, *, roll: bool) -> Machine:
    """
    Return a machine in the opening position: no card is in a zone, the first seat is active.

    With `roll`, dice on the table are rolled; else they show their first face.
    """
    tables = tables_for(program, chosen)
    opened = _unrolled(tables)
    if roll and any(faces for dice in opened.state.dice.values() for faces in dice.values()):
        return _opened(tables, chance, roll=True)
    m = Machine(tables, opened.state.copy(), chance, MEANINGS)
    m.watches, m.tested = opened.watches, opened.tested
    return m


@lru_cache(MOST_KEPT)
def _unrolled(tables: Tables) -> Machine:
    """Return the machine from which all openings are copied in which nothing is rolled."""
    return _opened(tables, Streams(0), roll=False)


def _opened(tables: Tables, chance: Chance, *, roll: bool) -> Machine:
    program = tables.program
    m = Machine(tables, _empty(tables), chance, MEANINGS)
    if tables.titles and not any(title.fields for title in tables.titles.values()):
        fill_fields(m)
    m.watches = tables.derived.effects.watches
    for state in program.states:
        for index in tables.indexes(state.index):
            begin(m, state, index)
    for dice in program.dice:
        for index in tables.indexes(dice.index):
            count = evaluate(m, dice.start, dict(enumerate(index)))
            if roll:
                throw(m, dice.name, index, count)
            else:
                m.state.dice[dice.name][index] = (0,) * count
    return _tested(m)


def _tested(m: Machine) -> Machine:
    """Return the machine with all rules tested; untested after a fault, which a match meets."""
    before, usage = m.state.copy(), copy(m.usage)
    try:
        whenever.take_as_tested(m)
    except (Fault, RecursionError):
        untested = Machine(m.tables, before, m.chance, MEANINGS, watches=m.watches, usage=usage)
        untested.events, untested.outcomes = m.events, m.outcomes  # dice may have been rolled
        return untested
    return m


def _empty(tables: Tables) -> State:
    program = tables.program
    return State(
        active=tables.players[0],
        players=tables.players,
        states={state.name: {} for state in program.states},
        zones={place: () for places in tables.places.values() for place in places.values()},
        dice={dice.name: dict.fromkeys(tables.indexes(dice.index), ()) for dice in program.dice},
    )


def opened(
    program: Program,
    settings: Settings,
    chance: Chance,
    measures: Sequence[d.Measure] = (),
    observers: Sequence[Observer] = (),
    *,
    roll: bool,
) -> InterpretedMatch:
    """Return a match in its opening position, with nothing under way."""
    machine = opening(program, settings, chance, roll=roll)
    return InterpretedMatch(machine, measures, observers, rolled=roll)


@frozen(eq=False)
class Interpreter:
    """Plays a program as written: the definition of its meaning."""

    program: Program

    def start(self, **how: Unpack[Beginning]) -> InterpretedMatch:
        match = self.opening(roll=True, **how)
        match.begin(WholeMatch())
        return match

    def opening(self, *, roll: bool = False, **how: Unpack[Beginning]) -> InterpretedMatch:
        """Return a match in its opening position, before the first step."""
        chosen = how.get("options"), how.get("players"), how.get("automatic")
        chance = how.get("chance") or Streams(how.get("seed", 0))
        watching = how.get("measures", ()), how.get("observers", ())
        return opened(self.program, settle(self.program, *chosen), chance, *watching, roll=roll)

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> InterpretedMatch:
        """Restore a saved match; raises `ValueError` if the hash differs."""
        return resumed(self.opening, self.program, saved, observers)
