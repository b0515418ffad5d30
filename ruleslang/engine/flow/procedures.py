"""Lowers procedures to routines, their calls, and measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from ruleslang.engine.flow.actions_and_plays import action_routine, play_routine
from ruleslang.engine.flow.build_exprs import apply, negated, with_entry
from ruleslang.engine.flow.cell_access import given
from ruleslang.engine.flow.context import Body, Lowering, body_of, lowers_expression
from ruleslang.engine.flow.ir_exprs import Cell, Constant, Expr, Invoke, Variable, When, WouldBe
from ruleslang.engine.flow.ir_stmts import Call, If, Return, Set, Stmt, Stmts, Write, rewritten
from ruleslang.engine.flow.procedure_runs import Run, run_routines
from ruleslang.engine.flow.runs_under_way import invoked
from ruleslang.engine.flow.state_layout import MEASURED
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.flow.visible_reads import needs_eyes
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import ActionRun, CardPlay, Event, ProcedureRun, event_name
from ruleslang.program.program import Program
from ruleslang.program.traits.effects import statements_of_run
from ruleslang.program.traits.statements import traits
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find


def call_procedure(
    b: Body, name: str, arguments: tuple[Expr, ...], into: Variable | None, origin: int
) -> list[Stmt]:
    declared = b.lowering.population.procedures[name]
    kept, checked = given(b, arguments, declared.parameters, origin)
    return [*kept, Call(procedure_routine(b.lowering, declared), checked, into)]


def procedure_name(name: str) -> str:
    return f"procedure {name}"


def procedure_routine(lowering: Lowering, declared: d.Procedure) -> str:
    return lowering.run(procedure_name(declared.name), lambda: _make_procedure(lowering, declared))


def _make_procedure(lowering: Lowering, declared: d.Procedure) -> None:
    name = procedure_name(declared.name)
    b = body_of(lowering, name, declared.locals, declared.origin)
    b.answers = declared.answers
    parameters = tuple(b.variable(slot) for slot in range(len(declared.parameters)))
    event = ProcedureRun(declared.name)
    run_routines(lowering, name, Run(event, declared, b, parameters, parameters))


def left_without_answer(program: Program, *, eliminates: bool) -> frozenset[str]:
    """Return the procedures that may end without an answer: nothing to choose, nobody to ask."""
    bodies = [(procedure.name, procedure.body.statements) for procedure in program.procedures]
    hooks = [candidate for candidate in find(program, s.Hook) if candidate.moment == "instead of"]
    bodies += [(event_name(hook.event), hook.block) for hook in hooks]
    return frozenset(
        name
        for name, block in bodies
        for here in map(traits, statements_of_run(block))
        if here.may_lack_choices or (eliminates and here.asks)
    )


@lowers_expression(e.WhatWouldBe)
def what_would_be(x: e.WhatWouldBe, b: Body) -> Expr:
    """
    Lower `E after P(a, b)`; the locals in E are those of the body.

    A rule that acts immediately depends on the result only; the reads inside are not noted.
    """
    if b.has_eyes and needs_eyes(b.lowering, b.lowering.derived.reads.imagined.reads(x.procedure)):
        b.refuse("an imagined position, for a player who does not see all of it")
    declared = b.lowering.population.procedures[x.procedure]
    kept, arguments = given(b, b.exprs(x.arguments), declared.parameters, x.origin)
    watches, b.watches = b.watches, False
    seen = invoked(b, "seen", b.expr(x.value))
    b.watches = watches
    routine = procedure_routine(b.lowering, declared)
    return b.bound_all(kept, b.read(WouldBe(routine, arguments, seen, seen.type)))


NUMBER = t.Number(-(2**31), 2**31 - 1)
ANSWER = Variable("answer_", t.Optional(NUMBER))


def measure_name(place: int) -> str:
    """Return the routine that computes a measure."""
    return f"measure {place}"


def measure_routines(lowering: Lowering, measures: Sequence[d.Measure]) -> None:
    for place, measure in enumerate(measures):
        name = measure_name(place)
        b = body_of(lowering, name, measure.locals, measure.origin)
        value = b.expr(measure.value)
        stmts = (Return(value if measure.watches else _number(value)),)
        lowering.routines[name] = Routine(name, (), stmts, is_pure=True, origin=measure.origin)


def _number(value: Expr) -> Expr:
    if plain(value.type) != t.Truth():
        return value
    return When(value, Constant(1, NUMBER), Constant(0, NUMBER), NUMBER)


def with_measures(
    lowering: Lowering, routines: Mapping[str, Routine], measures: Sequence[d.Measure]
) -> dict[str, Routine]:
    """Return the routines, wrapped where measures are taken at the end of events."""
    wrapped: dict[str, str] = {}
    measured: dict[str, Routine] = {}
    for name, places in _taken_at(lowering, measures).items():
        inner, outer = routines[name], f"measured {name}"
        take = tuple(stmt for place in places for stmt in _append_value(place))
        stmts = (Call(name, inner.parameters, ANSWER), *take, Return(ANSWER))
        measured[outer] = Routine(outer, inner.parameters, stmts, cleanup=take)
        wrapped[name] = outer
    if not wrapped:
        return dict(routines)

    def calling(node: Any) -> Any:
        is_wrapped = isinstance(node, Call) and node.routine in wrapped
        return evolve(node, routine=wrapped[node.routine]) if is_wrapped else node

    outer_called = {
        name: evolve(routine, stmts=rewritten(routine.stmts, calling))
        for name, routine in routines.items()
    }
    return {**outer_called, **measured}


def _taken_at(lowering: Lowering, measures: Sequence[d.Measure]) -> dict[str, list[int]]:
    """Return the measures taken at the end of each routine."""
    places: dict[str, list[int]] = {}
    for place, measure in enumerate(measures):
        for name in () if measure.at is None else _routines_of(lowering, measure.at):
            places.setdefault(name, []).append(place)
    return places


def _routines_of(lowering: Lowering, event: Event) -> list[str]:
    population = lowering.population
    match event:
        case ProcedureRun(name):
            return [procedure_routine(lowering, population.procedures[name])]
        case ActionRun(name):
            return [action_routine(lowering, population.actions[name])]
        case CardPlay():
            return [play_routine(lowering, play) for play in population.program.plays]


def _append_value(place: int) -> Stmts:
    """Append a value of a measure, unless it is none."""
    type = t.ListOf(NUMBER, 1_000_000)
    value, at = Variable(f"measured_{place}_", t.Optional(NUMBER)), (Constant(place, NUMBER),)
    more = with_entry(Cell(MEASURED, at, type), Variable(value.name, NUMBER))
    return (
        Set(value, Invoke(measure_name(place), (), value.type)),
        If(negated(apply("is none", value)), (Write(MEASURED, at, more),)),
    )
