"""Lowers a whole program."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ruleslang.engine.flow.actions_and_plays import action_routine, play_routine
from ruleslang.engine.flow.asked_questions import Question
from ruleslang.engine.flow.build_exprs import numbered_limits
from ruleslang.engine.flow.context import Lowering, body_of
from ruleslang.engine.flow.expressions.all import EXPRESSIONS
from ruleslang.engine.flow.expressions.operators import value_routine
from ruleslang.engine.flow.ir_stmts import Call, Fail, Return
from ruleslang.engine.flow.procedures import (
    left_without_answer,
    measure_routines,
    procedure_routine,
    with_measures,
)
from ruleslang.engine.flow.resumable_blocks import Cut, cut
from ruleslang.engine.flow.run_whenever_rules import settle_routine
from ruleslang.engine.flow.runs_under_way import coloured, runs_as_values, seers_routines
from ruleslang.engine.flow.state_layout import Layout, all_streams, counts_as, layout
from ruleslang.engine.flow.statements.all import STATEMENTS
from ruleslang.engine.flow.tables_and_routines import Readers, Routine, Table
from ruleslang.engine.flow.whenever import (
    changed_late,
    late,
    rules_of,
    spans_of,
    taken_as_tested,
    tests_after,
)
from ruleslang.engine.match.entities import Population
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import event_name
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.typing.environment import world_of
from ruleslang.program.walk import find


@frozen(eq=False)
class Flow:
    """
    A lowered program with its settings.

    Tables and routines are by name; `statements` and `questions` by the numbers in statements.
    `picked` has the types of what chance picks, by the name it is assigned to (with a suffix, if
    there are several types); `shown_facts` the statements that show them, with their types. A match
    runs the routine `entry`. `measures` are those that it records; `lowering` creates further
    routines.
    """

    population: Population
    layout: Layout
    tables: Mapping[str, Table]
    routines: Mapping[str, Routine]
    statements: tuple[s.Statement, ...]
    questions: tuple[Question, ...]
    picked: Mapping[str, t.Type]
    shown_facts: Mapping[int, tuple[s.RevealFact, t.Type]]
    cut: Cut
    entry: str
    lowering: Lowering
    measures: tuple[d.Measure, ...] = ()


ENTRY = "whole match"
WINNERS_AT_THE_END = "winners at the end"  # taken at the last decision that the header allows


def lower(population: Population, measures: tuple[d.Measure, ...] = ()) -> Flow:
    """Lower a program with its settings and measures; raises `NotLowered`."""
    lowering, program = _new_lowering(population, len(measures)), population.program
    start = procedure_routine(lowering, population.procedures[program.start])
    for declared in program.procedures:
        procedure_routine(lowering, declared)
    for action in program.actions:
        action_routine(lowering, action)
    for play in program.plays:
        play_routine(lowering, play)
    lowering.make_runs()
    for value in program.values:
        value_routine(lowering, value)
    seers_routines(lowering)
    settle_routine(lowering)
    _ending(lowering)
    measure_routines(lowering, measures)
    stmts = (*taken_as_tested(lowering), Call(start, ()), Fail("no-result", -1))
    entry = Routine(ENTRY, (), stmts, waits=True)
    routines = {name: routine for name, routine in lowering.routines.items() if routine is not None}
    routines = with_measures(lowering, {**routines, ENTRY: entry}, measures)
    for name in routines:
        lowering.owners.name("R", name)
    for name in lowering.tables:
        lowering.owners.name("T", name)
    painted = coloured(routines, ENTRY)
    return Flow(
        population,
        lowering.layout,
        lowering.tables,
        painted,
        tuple(lowering.statements),
        tuple(lowering.questions),
        lowering.picked,
        lowering.shown_facts,
        cut(painted),
        ENTRY,
        lowering,
        measures,
    )


def _new_lowering(population: Population, measures: int) -> Lowering:
    program = population.program
    picks = dict.fromkeys(
        [statement.choice.name for statement in find(program, s.Pick)]
        + [statement.name for statement in find(program, s.Rank)]
    )
    lowering = Lowering(
        population,
        derive(program),
        world_of(program),
        layout(population, all_streams(population, tuple(picks)), measures),
        EXPRESSIONS,
        STATEMENTS,
        lays_faces=any(statement.face for statement in find(program, s.MoveCards)),
        eliminates=any(True for _ in find(program, s.Eliminate)),
        counts_as=counts_as(population),
        limits=tuple(clause.name for _, clause in numbered_limits(program)),
        suppresses=any(True for _ in find(program, s.AsUsual)),
        has_copies=any(definition.copies > 1 for definition in program.definitions),
        as_values=runs_as_values(program),
        ended=frozenset(event_name(statement.event) for statement in find(program, s.End)),
        turns=sum(1 for _ in find(program, s.TakeTurns)),
    )
    if any(True for _ in find(program, s.Cancel)):
        lowering.ended |= lowering.as_values
    unanswered = left_without_answer(program, eliminates=lowering.eliminates)
    lowering.unanswered = lowering.ended | unanswered
    lowering.rules, lowering.spans = rules_of(lowering), spans_of(lowering)
    lowering.readers = Readers(lowering.rules)
    lowering.is_late = changed_late(lowering)
    lowering.tests_after, lowering.late = tests_after, late
    return lowering


def _ending(lowering: Lowering) -> None:
    """Add the routine that computes who wins at the decision cap."""
    ending = lowering.population.program.ending
    b = body_of(lowering, WINNERS_AT_THE_END, ending.locals)
    winners = () if ending.winners is None else (b.expr(ending.winners),)
    stmts = tuple(Return(winner) for winner in winners)
    lowering.routines[b.name] = Routine(b.name, (), stmts, is_pure=True)
