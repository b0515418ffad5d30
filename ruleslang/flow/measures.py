"""
Measures: a routine for each, and the values that those taken at the end of an event gathered.

A run of such an event goes through a routine that takes the measures when the run is over, in
whatever way it was left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from ruleslang.flow.actions import action_routine
from ruleslang.flow.constant_folding import apply, negated
from ruleslang.flow.context import Lowering, body_of
from ruleslang.flow.plays import play_routine
from ruleslang.flow.procedures import procedure_routine
from ruleslang.flow.state_layout import MEASURED
from ruleslang.flow.steps import Call, Each, If, Loop, Return, Set, Step, Steps, Stretch, Write
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.words import Cell, Constant, Invoke, Variable, When, Word
from ruleslang.program import declarations as d
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, CardPlay, Event, ProcedureRun
from ruleslang.program.typing.lattice import plain

NUMBER = t.Number(-(2**31), 2**31 - 1)
ANSWER = Variable("answer_", t.Optional(NUMBER))


def measure_name(place: int) -> str:
    """The routine that answers what a measure is now."""
    return f"measure {place}"


def measure_routines(whole: Lowering, measures: Sequence[d.Measure]) -> None:
    """A routine for every measure."""
    for place, measure in enumerate(measures):
        name = measure_name(place)
        b = body_of(whole, name, measure.locals, measure.origin)
        value = b.word(measure.value)
        steps = (Return(_number(value)),)
        whole.routines[name] = Routine(name, (), steps, is_pure=True, origin=measure.origin)


def _number(value: Word) -> Word:
    if plain(value.type) != t.Truth():
        return value
    return When(value, Constant(1, NUMBER), Constant(0, NUMBER), NUMBER)


def with_measures(
    whole: Lowering, routines: Mapping[str, Routine], measures: Sequence[d.Measure]
) -> dict[str, Routine]:
    """The same routines, which take measures at the end of events."""
    wrapped: dict[str, str] = {}
    made: dict[str, Routine] = {}
    for name, places in _taken_at(whole, measures).items():
        inner, outer = routines[name], f"measured {name}"
        take = tuple(step for place in places for step in _taken(place))
        steps = (Call(name, inner.parameters, ANSWER), *take, Return(ANSWER))
        made[outer] = Routine(outer, inner.parameters, steps, cleanup=take)
        wrapped[name] = outer
    if not wrapped:
        return dict(routines)
    calling = {
        name: evolve(each, steps=_calling(each.steps, wrapped)) for name, each in routines.items()
    }
    return {**calling, **made}


def _taken_at(whole: Lowering, measures: Sequence[d.Measure]) -> dict[str, list[int]]:
    """The measures that are taken at the end of each routine."""
    found: dict[str, list[int]] = {}
    for place, measure in enumerate(measures):
        for name in () if measure.at is None else _routines_of(whole, measure.at):
            found.setdefault(name, []).append(place)
    return found


def _routines_of(whole: Lowering, event: Event) -> list[str]:
    everyone = whole.everyone
    match event:
        case ProcedureRun(name):
            return [procedure_routine(whole, everyone.procedures[name])]
        case ActionRun(name):
            return [action_routine(whole, everyone.actions[name])]
        case CardPlay():
            return [play_routine(whole, play) for play in everyone.program.plays]


def _taken(place: int) -> Steps:
    """One more value of a measure, unless it is none."""
    type = t.ListOf(NUMBER, 1_000_000)
    value, at = Variable(f"measured_{place}_", t.Optional(NUMBER)), (Constant(place, NUMBER),)
    more = apply(
        "joined",
        Cell(MEASURED, at, type),
        apply("tuple", Variable(value.name, NUMBER), type=type),
        type=type,
    )
    return (
        Set(value, Invoke(measure_name(place), (), value.type)),
        If(negated(apply("is none", value)), (Write(MEASURED, at, more),)),
    )


def _calling(steps: Steps, names: Mapping[str, str]) -> Steps:
    """The same steps, which call routines by other names."""
    return tuple(_step_calling(each, names) for each in steps)


def _step_calling(step: Step, names: Mapping[str, str]) -> Step:
    match step:
        case Call(routine=routine):
            return evolve(step, routine=names.get(routine, routine))
        case If(condition, then, otherwise):
            return If(condition, _calling(then, names), _calling(otherwise, names))
        case Each(body=body) | Stretch(body=body):
            return evolve(step, body=_calling(body, names))
        case Loop(label, body, tail):
            return Loop(label, _calling(body, names), _calling(tail, names))
        case _:
            return step
