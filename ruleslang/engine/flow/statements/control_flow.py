"""Lowers conditionals, loops, turns, calls, and leaving."""

from __future__ import annotations

from ruleslang.engine.flow import ir_stmts as p
from ruleslang.engine.flow.build_exprs import apply, both, either, known, negated, unordered, when
from ruleslang.engine.flow.cards import fits
from ruleslang.engine.flow.cell_access import checked
from ruleslang.engine.flow.context import Body, lowers_statement
from ruleslang.engine.flow.effects_in_force import ended_without
from ruleslang.engine.flow.ir_exprs import NO, NONE, Apply, Cell, Constant, Expr, Variable
from ruleslang.engine.flow.procedures import call_procedure
from ruleslang.engine.flow.state_layout import ACTIVE, COUNTED, OUTER_TURN, PLAYERS, TURNS
from ruleslang.engine.flow.whenever import late, tests_after
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.events import event_name
from ruleslang.program.typing.lattice import members

COUNT, COUNTED_BEFORE = t.Number(0, 2**31 - 1), "counted_before"  # at the iteration's begin
ZERO, ONE = Constant(0, COUNT), Constant(1, COUNT)

# ---------------------------------------------------------------- blocks


@lowers_statement(s.If)
def if_(x: s.If, b: Body) -> list[p.Stmt]:
    """Return a conditional, folded if its condition is constant."""
    condition = b.expr(x.condition)
    if isinstance(condition, Constant):
        return list(b.stmts(x.then if condition.value else x.otherwise))
    return [p.If(condition, b.stmts(x.then), b.stmts(x.otherwise))]


@lowers_statement(s.Depending)
def depending(x: s.Depending, b: Body) -> list[p.Stmt]:
    """Return the block of the first case that matches, else the last."""
    value = b.fresh("subject", b.type_of(x.subject))
    last: tuple[p.Stmt, ...] = (p.Fail("none-in-arithmetic", x.origin),)
    if x.otherwise is not None:
        last = b.stmts(x.otherwise)
    subject = b.expr(x.subject)
    for case in reversed(x.cases):
        fitting: Expr = NO
        for entry in case.entries:
            fitting = either(fitting, fits(b, entry, value))
        last = (p.If(fitting, b.stmts(case.block), last),)
    return [p.Set(value, subject), *last]


# ---------------------------------------------------------------- loops


@lowers_statement(s.ForEach)
def for_each(x: s.ForEach, b: Body) -> list[p.Stmt]:
    """Run a block for each member, computed beforehand; players who are out by then are skipped."""
    over, variable = b.expr(x.subject), b.variable(x.variable)
    label = b.lowering.fresh("each")
    goes_through_players = isinstance(members(b.type_of(x.subject)), t.Player)
    if not (goes_through_players and b.lowering.eliminates):
        return [p.Each(label, variable, over, (p.CountStep(), *b.stmts(x.block)))]
    still_in = b.fresh("still_in", t.SetOf(t.Player()))
    b.loops.append((label, variable))
    block = b.stmts(x.block)
    b.loops.pop()
    now = Cell(PLAYERS, (), t.SetOf(t.Player()))
    is_out = both(apply("is in", variable, still_in), negated(apply("is in", variable, now)))
    return [
        p.Set(still_in, now),
        p.Each(label, variable, over, (p.If(is_out, (p.Next(label),)), p.CountStep(), *block)),
    ]


@lowers_statement(s.Repeat)
def repeat(x: s.Repeat, b: Body) -> list[p.Stmt]:
    """
    Return a loop, with `while` or `until` tested before each iteration.

    A bare `repeat` counts an iteration without a question towards the decision cap.
    """
    label, runs = b.lowering.fresh("repeat"), b.fresh("runs", COUNT)
    stmts: list[p.Stmt] = []
    head: list[p.Stmt] = []
    times = _number(b, "times", x.times, stmts, x.origin)
    most = _number(b, "most", x.at_most, stmts, x.origin)
    if times is not None:
        head.append(p.If(apply(">=", runs, times), (p.Leave(label),)))
    if x.while_ is not None:
        head.append(p.If(negated(b.expr(x.while_)), (p.Leave(label),)))
    if x.until is not None:
        head.append(p.If(b.expr(x.until), (p.Leave(label),)))
    if most is not None:
        reached: p.Stmt = p.Do("note", ("repeat-limit", x.origin), ())
        head.append(p.If(apply(">=", runs, most), (reached, p.Leave(label))))
    if times is not None or most is not None:
        stmts.append(p.Set(runs, ZERO))
        head.append(p.Set(runs, apply("+", runs, ONE, type=COUNT)))
    body, tail = passing(b, b.stmts(x.block), counts=times is None and most is None)
    return [*stmts, p.Loop(label, (*head, *body), tail)]


def _number(
    b: Body, word: str, expression: e.Expr | None, stmts: list[p.Stmt], origin: int
) -> Variable | None:
    if expression is None:
        return None
    variable = b.fresh(word, t.Number(-(2**31), 2**31 - 1))
    stmts.append(p.Set(variable, known(b.expr(expression), origin)))
    return variable


def passing(
    b: Body, block: tuple[p.Stmt, ...], *, counts: bool
) -> tuple[tuple[p.Stmt, ...], tuple[p.Stmt, ...]]:
    """Return one iteration of a loop; `counts`: as a decision if nobody was asked."""
    if not counts:
        return (p.CountStep(), *block), ()
    before, counted = b.fresh(COUNTED_BEFORE, COUNT), Cell(COUNTED, (), COUNT)
    tail = p.If(apply("same", counted, before), (p.CountDecision(),))
    left = p.with_exits(block, [label for label, _ in b.loops], lambda stmt: (tail, stmt))
    return (p.CountStep(), p.Set(before, counted), *left), (tail,)


# ---------------------------------------------------------------- calls and leaving


@lowers_statement(s.Call)
def call(x: s.Call, b: Body) -> list[p.Stmt]:
    """Call a procedure; `into` is set to its answer."""
    if x.into is None:
        return call_procedure(b, x.procedure, b.exprs(x.arguments), None, x.origin)
    into, after = b.answered(x.into, x.procedure)
    return [*call_procedure(b, x.procedure, b.exprs(x.arguments), into, x.origin), *after]


@lowers_statement(s.Answer)
def answer(x: s.Answer, b: Body) -> list[p.Stmt]:
    """Return an answer from the procedure."""
    value = b.expr(x.value)
    return [p.Return(value if b.answers is None else checked(value, b.answers, x.origin))]


@lowers_statement(s.Stop)
def stop(x: s.Stop, b: Body) -> list[p.Stmt]:
    return [p.Return()]


@lowers_statement(s.End)
def end(x: s.End, b: Body) -> list[p.Stmt]:
    """End the innermost run of an event."""
    return [p.End(event_name(x.event), x.if_under_way, x.origin)]


@lowers_statement(s.Cancel)
def cancel(x: s.Cancel, b: Body) -> list[p.Stmt]:
    """End that very run, without its `after` hooks."""
    return [p.Cancel(known(b.expr(x.what), x.origin, "not-under-way"), x.origin)]


@lowers_statement(s.Eliminate)
def eliminate(x: s.Eliminate, b: Body) -> list[p.Stmt]:
    who, now = b.fresh("who", t.Optional(t.Player())), Cell(PLAYERS, (), t.SetOf(t.Player()))
    remaining = apply("without", now, apply("tuple", who, type=now.type), type=now.type)
    is_in = apply("is in", who, now)
    out = (p.Write(PLAYERS, (), remaining), *ended_without(b.lowering, who))
    return [p.Set(who, b.expr(x.player)), p.If(is_in, out)]


@lowers_statement(s.Wins)
def wins(x: s.Wins, b: Body) -> list[p.Stmt]:
    """End the match; the set of winners may be empty."""
    return [p.Win(b.expr(x.players))]


PLAYER = t.Player()
TURNS_NOW = Cell(TURNS, (), COUNT)


@lowers_statement(s.TakeTurns)
def take_turns(x: s.TakeTurns, b: Body) -> list[p.Stmt]:
    """
    Let the players of a set take turns, clockwise. Before each turn `until` and the set are
    evaluated: true, or empty, ends the loop. Next is the first of the set clockwise from the seat
    of `active`.
    """
    label = b.lowering.fresh("turns")
    start, who = b.fresh("start", PLAYER), b.fresh("turn", t.Optional(PLAYER))
    is_first = b.fresh("is_first", t.Truth())
    among = b.fresh("among", t.SetOf(PLAYER))
    first: Expr = Constant(0, PLAYER)
    if x.starting is not None:
        first = known(b.expr(x.starting), x.origin, "asked-nobody")
    variable = b.variable(x.variable)
    head: list[p.Stmt] = []
    if x.until is not None:
        head.append(p.If(b.expr(x.until), (p.Leave(label),)))
    head += [
        p.Set(among, unordered(b.expr(x.among))),
        p.Set(who, _next(is_first, start, among)),
        p.If(apply("is none", who), (p.Leave(label),)),
        p.Set(is_first, NO),
        p.Set(variable, known(who, x.origin, "asked-nobody")),
        p.Write(ACTIVE, (), variable),
        *([] if b.is_quiet else tests_after(b.lowering, [p.Write(ACTIVE, (), variable)])),
    ]
    b.loops.append((label, variable))
    block = b.stmts(x.block)
    b.loops.pop()
    body, tail = passing(b, block, counts=True)
    stmts: list[p.Stmt] = [
        p.Set(start, first),
        p.Set(is_first, Constant(value=True, type=t.Truth())),
        p.Loop(label, (*head, *body), tail),
    ]
    return stmts if b.lowering.turns == 1 else _nested(b, stmts)


def _nested(b: Body, stmts: list[p.Stmt]) -> list[p.Stmt]:
    """Restore `active` when a nested loop of turns is left, in whatever way."""
    before = b.fresh("active_before", t.Optional(PLAYER))
    fewer, more = (apply(sign, TURNS_NOW, Constant(1, COUNT), type=COUNT) for sign in ("-", "+"))
    is_inner = apply(">", TURNS_NOW, Constant(0, COUNT))
    active = p.Write(ACTIVE, (), Variable(before.name, PLAYER))
    restored: tuple[p.Stmt, ...] = (
        p.Write(TURNS, (), fewer),
        p.If(is_inner, (active, *late(b.lowering, [active]))),
        p.Set(before, NONE),
    )
    b.left.append(p.If(negated(apply("is none", before)), restored))
    answer = b.fresh("answer", t.Optional(PLAYER))

    def left(stmt: p.Return | p.Next) -> tuple[p.Stmt, ...]:
        if isinstance(stmt, p.Next) or stmt.value is None:
            return (*restored, stmt)
        return (p.Set(answer, stmt.value), *restored, p.Return(answer))

    return [
        p.Set(before, Cell(ACTIVE, (), PLAYER)),
        p.If(apply("same", TURNS_NOW, Constant(1, COUNT)), (p.Write(OUTER_TURN, (), before),)),
        p.Write(TURNS, (), more),
        *p.with_exits(tuple(stmts), [label for label, _ in b.loops], left),
        *restored,
    ]


def _next(is_first: Expr, start: Expr, among: Expr) -> Expr:
    """Return the next player to take a turn: at first the starting player, if in the set."""
    after = when(is_first, start, Cell(ACTIVE, (), PLAYER), PLAYER)
    following = apply("from the next", after, among, type=t.SetOf(PLAYER))
    next_player = Apply("first", (following,), t.Optional(PLAYER))
    begins = both(is_first, apply("is in", start, among))
    return when(begins, start, next_player, t.Optional(PLAYER))
