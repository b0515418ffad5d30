"""
Lowers windows: which is open, whether an action or play matches it, and the statements that open
one.

Open windows are a stack of (number, arguments); the body of a play pushes a window numbered -1,
which hides those outside.
"""

from __future__ import annotations

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.asked_questions import Offered
from ruleslang.engine.flow.build_exprs import (
    apply,
    both,
    either,
    entry_of,
    negated,
    standard,
    with_entry,
)
from ruleslang.engine.flow.cards import all_fit, sits_automatically
from ruleslang.engine.flow.cells import checked_all
from ruleslang.engine.flow.context import Body, Lowering, body_of
from ruleslang.engine.flow.ir_stmts import Call, If, Leave, Loop, Return, Set, Stmt, Stmts, Write
from ruleslang.engine.flow.state_layout import PLAYERS, PLAYS, WINDOWS
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.match.decision import PASS
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t

COUNT = t.Number(-1, 2**31 - 1)
OPEN = t.ListOf(COUNT, 2)
STACK = t.ListOf(OPEN, 1000)
ZERO, ONE = v.Constant(0, COUNT), v.Constant(1, COUNT)
OPEN_ONES = v.Cell(WINDOWS, (), STACK)
HIDING = v.Constant(((-1, ()),), STACK)  # a play's body pushes this on the open windows


def number_of_window(lowering: Lowering, name: str) -> v.Constant:
    names = [window.name for window in lowering.population.program.windows]
    return v.Constant(names.index(name), COUNT)


def innermost() -> v.Expr:
    return v.Apply("last", (OPEN_ONES,), t.Optional(OPEN))


def none_is_open() -> v.Expr:
    """Return whether no window is open, or a play's body hides those outside."""
    innermost_of_some = v.Apply("last", (OPEN_ONES,), OPEN)
    number = v.Apply("first", (innermost_of_some,), COUNT)
    return either(apply("is empty", OPEN_ONES), apply("<", number, ZERO))


def fits_window(b: Body, uses: tuple[s.WindowUse, ...], condition: v.Expr | None) -> v.Expr:
    """Return whether the innermost open window is listed; binds the variables of its pattern."""
    window = v.Variable(f"{b.prefix}window_", t.Optional(OPEN))
    here = v.Variable(window.name, OPEN)
    number = v.Apply("first", (here,), COUNT)
    fits: v.Expr = v.NO
    for use in uses:
        declared = next(
            window_declared
            for window_declared in b.lowering.population.program.windows
            if window_declared.name == use.window
        )
        arguments = entry_of(here, 2, t.ListOf(COUNT, 100))
        values = tuple(
            entry_of(arguments, place, parameter.type)
            for place, parameter in enumerate(declared.parameters, start=1)
        )
        is_it = apply("same", number, number_of_window(b.lowering, use.window))
        test = both(is_it, all_fit(b, use.pattern, values))
        fits = either(fits, test if condition is None else both(test, condition))
    some_are_open = negated(apply("is empty", OPEN_ONES))
    return both(some_are_open, both(v.Bind(window, innermost()), fits))


def open_window(x: s.OpenWindow, b: Body) -> list[Stmt]:
    """
    Open a window and close it; `into` is set to the players still in who used it.

    `after one use`: each is asked once, until somebody uses something. `when all were asked`: each
    once. `when all pass`: round and round, and after a use the round starts again with the first.
    """
    declared = next(
        window for window in b.lowering.population.program.windows if window.name == x.window
    )
    arguments = checked_all(b.exprs(x.arguments), declared.parameters, x.origin)
    users, depth = b.fresh("users", t.SetOf(t.Player())), b.fresh("depth", COUNT)
    row = v.Variable(b.lowering.fresh("row"), OPEN)
    is_real = apply(">=", v.Apply("first", (row,), COUNT), ZERO)
    depth_now = v.Through("number", row, OPEN_ONES, is_real, None, COUNT)
    most = v.Constant(b.lowering.population.program.reaction_depth, COUNT)
    stmts: list[Stmt] = [
        Set(users, v.Constant((), users.type)),
        Set(depth, depth_now),
        If(
            apply("<", depth, most),
            (Call(_window_routine(b.lowering, declared), arguments, users),),
        ),
    ]
    if x.into is not None:
        who = v.Variable(b.lowering.fresh("user"), t.Player())
        still_in = apply("is in", who, v.Cell(PLAYERS, (), users.type))
        kept = v.Through("members", who, users, still_in, None, users.type)
        stmts.append(Set(b.variable(x.into), standard(b, kept, "clockwise", users.type)))
    return stmts


def _window_routine(lowering: Lowering, declared: d.Window) -> str:
    """Return the routine of a window, whose answer is who used it: one for all its openings."""
    return lowering.run(f"window {declared.name}", lambda: _make_window(lowering, declared))


def _make_window(lowering: Lowering, declared: d.Window) -> None:
    name = f"window {declared.name}"
    b = body_of(lowering, name, declared.locals, declared.origin)
    parameters = tuple(b.variable(place) for place in range(len(declared.parameters)))
    users = b.fresh("users", t.SetOf(t.Player()))
    stmts = (Set(users, v.Constant((), users.type)), *_run(b, declared, parameters, users))
    lowering.routines[name] = Routine(
        name,
        parameters,
        (*stmts, Return(users)),
        origin=declared.origin,
        locals=declared.locals,
        variables=b.variables,
    )


def _run(
    b: Body, declared: d.Window, parameters: tuple[v.Variable, ...], users: v.Variable
) -> Stmts:
    """Ask the players in turn, as computed when it opens, without automatic seats."""
    arguments = apply("tuple", *parameters, type=t.ListOf(COUNT, 100))
    players, place = b.fresh("asked", t.SetOf(t.Player())), b.fresh("place", COUNT)
    who, before = b.fresh("who", t.Player()), b.fresh("outside", STACK)
    label = b.lowering.fresh("window")
    here = apply("tuple", number_of_window(b.lowering, declared.name), arguments, type=OPEN)
    pushed = with_entry(OPEN_ONES, here)
    opens, closes = (Write(WINDOWS, (), pushed),), (Write(WINDOWS, (), before),)
    one_more = apply("+", place, ONE, type=COUNT)
    is_over = apply(">=", place, apply("number of", players, type=COUNT))
    body = (
        If(is_over, (Leave(label),)),
        Set(place, one_more),
        Set(who, v.Apply("entry", (players, place), t.Player())),
        If(_is_asked(b, who), tuple(_ask(b, declared, who, users, place, label))),
    )
    return (
        Set(players, b.expr(declared.asks)),
        Set(before, OPEN_ONES),
        *opens,
        *b.lowering.late(b.lowering, opens),
        Set(place, ZERO),
        Loop(label, body),
        *closes,
        *b.lowering.late(b.lowering, closes),
    )


def _is_asked(b: Body, who: v.Variable) -> v.Expr:
    players = b.lowering.population.players
    is_in = apply("is in", who, v.Cell(PLAYERS, (), t.SetOf(t.Player())))
    if not any(player.automatic for player in players):
        return is_in if b.lowering.eliminates else v.YES
    return both(negated(sits_automatically(b, who)), is_in)


def _ask(
    b: Body, declared: d.Window, who: v.Variable, users: v.Variable, place: v.Variable, label: str
) -> list[Stmt]:
    """Ask one player, unless there is nothing to offer."""
    from ruleslang.engine.flow.legal_moves import WAY
    from ruleslang.engine.flow.statements.offers import choose_way, do_one

    actions = tuple(b.lowering.population.actions[name] for name in declared.offers)
    offered = Offered(actions, declared, PASS, declared.origin)
    taken = b.fresh("taken", t.Optional(WAY))
    used = with_entry(users, who)
    then: list[Stmt] = [*do_one(b, offered, who, taken), Set(users, used)]
    if declared.closes == "after one use":
        then.append(Leave(label))
    elif declared.closes == "when all pass":
        then.append(Set(place, ZERO))
    return [*choose_way(b, offered, who, taken), If(apply("is none", taken), (), tuple(then))]


def hidden_windows() -> tuple[tuple[Stmt, ...], tuple[Stmt, ...]]:
    """Hide the open windows in the body of a play; the second statements restore them."""
    outside, plays = v.Variable("outside_", STACK), v.Variable("plays_", COUNT)
    one_more = apply("+", plays, v.Constant(1, COUNT), type=COUNT)
    before = (
        Set(outside, OPEN_ONES),
        Set(plays, v.Cell(PLAYS, (), COUNT)),
        Write(WINDOWS, (), apply("joined", outside, HIDING, type=STACK)),
        Write(PLAYS, (), one_more),
    )
    return before, (Write(WINDOWS, (), outside), Write(PLAYS, (), plays))
