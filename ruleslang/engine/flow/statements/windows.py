"""Lowers the statement that opens a window, in which players in turn are offered actions."""

from __future__ import annotations

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.asked_questions import Offered
from ruleslang.engine.flow.build_exprs import apply, both, negated, standard, with_entry
from ruleslang.engine.flow.cards import sits_automatically
from ruleslang.engine.flow.cell_access import given
from ruleslang.engine.flow.context import Body, Lowering, body_of, lowers_statement
from ruleslang.engine.flow.ir_stmts import Call, If, Leave, Loop, Return, Set, Stmt, Stmts, Write
from ruleslang.engine.flow.legal_moves import WAY
from ruleslang.engine.flow.reaction_windows import (
    COUNT,
    ONE,
    OPEN,
    OPEN_ONES,
    STACK,
    ZERO,
    number_of_window,
)
from ruleslang.engine.flow.state_layout import PLAYERS, WINDOWS
from ruleslang.engine.flow.statements.offers import choose_way, do_one
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.match.decision import PASS
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t


@lowers_statement(s.OpenWindow)
def open_window(x: s.OpenWindow, b: Body) -> list[Stmt]:
    """
    Open a window and close it; `into` is set to the players still in who used it.

    `after one use`: each is asked once, until somebody uses something. `when all were asked`: each
    once. `when all pass`: round and round, and after a use the round starts again with the first.
    """
    declared = next(
        window for window in b.lowering.population.program.windows if window.name == x.window
    )
    bindings, arguments = given(b, b.exprs(x.arguments), declared.parameters, x.origin)
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
            (*bindings, Call(_window_routine(b.lowering, declared), arguments, users)),
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
