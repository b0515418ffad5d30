"""Lowers the execution of `whenever` rules: a routine that runs the queue until it is empty."""

from __future__ import annotations

from ruleslang.engine.flow.build_exprs import apply, entry_of, with_entry
from ruleslang.engine.flow.context import Body, Lowering
from ruleslang.engine.flow.hooks import bound_by, of_number
from ruleslang.engine.flow.ir_exprs import NO, YES, Apply, Cell, Constant, Expr, Variable
from ruleslang.engine.flow.ir_stmts import Call, Fail, If, Leave, Loop, Set, Stmts, Write
from ruleslang.engine.flow.runs_under_way import attempted
from ruleslang.engine.flow.state_layout import AGAIN, ANY_NUMBER, LATE, QUEUE, SETTLING, WAITING
from ruleslang.engine.flow.tables_and_routines import Routine, Rule
from ruleslang.engine.flow.whenever_tests import (
    AGAIN_ROWS,
    LOOKED,
    NOBODY,
    ROW,
    SETTLE,
    WAIT,
    Tested,
    again_routine,
    look_routine,
    tested,
    tests_routine,
)
from ruleslang.program import limits
from ruleslang.program import types as t

TAKEN, FIRED = Variable("taken_", ROW), Variable("fired_", t.Number(0, limits.FIRINGS + 1))
RUNS, DUE = Variable("runs_", t.Truth()), Variable("due_", t.Truth())


def settle_routine(lowering: Lowering) -> None:
    """Create the routine that runs the queue, testing each condition again."""
    if not lowering.rules:
        return
    lowering.routines[SETTLE] = None
    label = lowering.fresh("settling")
    first = Apply("first", (WAIT,), ROW)
    remaining = apply("without", WAIT, apply("tuple", TAKEN, type=WAITING), type=WAITING)
    body = (
        If(apply("is empty", WAIT), (Leave(label),)),
        Set(TAKEN, first),
        Write(QUEUE, (), remaining),
        *of_number(_entry(1), [(rule.place, _turn(lowering, rule)) for rule in lowering.rules]),
    )
    stmts: Stmts = (
        Write(SETTLING, (), YES),
        Set(FIRED, Constant(0, FIRED.type)),
        Set(RUNS, NO),
        Loop(label, body),
        Write(SETTLING, (), NO),
    )
    cleanup = _queue_again(lowering) if lowering.ended else ()
    lowering.routines[SETTLE] = Routine(SETTLE, (), stmts, cleanup=cleanup)


def _entry(number: int, type: t.Type = ANY_NUMBER) -> Expr:
    return entry_of(TAKEN, number, type)


def _turn(lowering: Lowering, rule: Rule) -> Stmts:
    """Run the rule at the head of the queue, if its condition is still true."""
    here = tested(lowering, rule)
    carrier = NOBODY if here.force.carrier is None else here.force.carrier
    holds = here.holds()
    one_more = apply("+", FIRED, Constant(1, FIRED.type), type=FIRED.type)
    too_many = apply(">", FIRED, Constant(lowering.population.program.firings, FIRED.type))
    run: Stmts = (
        Set(FIRED, one_more),
        If(too_many, (Fail("never-settles", rule.effect.origin),)),
        Call(look_routine(lowering, rule), (carrier, here.member), LOOKED),
        Set(RUNS, YES),
        _call(lowering, here, holds),
        Set(RUNS, NO),
        *_tested_late(lowering),
        Call(again_routine(lowering, rule), (carrier, here.member, LOOKED)),
    )
    sure = attempted(here.body, holds, NO)
    test = If(holds, run)
    if sure != holds:
        test = If(sure, (test,))
    return (*here.taken(_entry(2), _entry(3, here.member.type)), test)


def _tested_late(lowering: Lowering) -> Stmts:
    """Test what changed in a body where no statement ended."""
    if not lowering.is_late:
        return ()
    return (
        If(Cell(LATE, (), t.Truth()), (Call(tests_routine(lowering, lowering.rules), (), DUE),)),
    )


def _call(lowering: Lowering, here: Tested, holds: Expr) -> Call:
    """Return the body of a rule, as a routine of the variables that the test binds."""
    b, name = here.body, f"rule {here.rule.place}"
    origin = here.rule.effect.origin
    inside = Body(lowering, b.scope, b.locals, name, origin, prefix=b.prefix)
    inside.variables = b.variables
    known = {variable.name: variable for variable in b.variables.values()}
    stmts = inside.stmts(here.rule.effect.block)
    bound = tuple(bound_by(stmts, known, here.force.carrier))
    lowering.routines[name] = Routine(
        name,
        bound,
        stmts,
        origin=origin,
        locals=b.locals,
        variables=inside.variables,
        cleanup=tuple(inside.left),
    )
    return Call(name, bound)


def _queue_again(lowering: Lowering) -> Stmts:
    """Test a rule again whose body was left by `end` or `cancel`."""
    row = apply("tuple", _entry(1), _entry(2), _entry(3), LOOKED, type=AGAIN_ROWS.element)
    more = with_entry(Cell(AGAIN, (), AGAIN_ROWS), row)
    return (Write(SETTLING, (), NO), If(RUNS, (Write(AGAIN, (), more),)))
