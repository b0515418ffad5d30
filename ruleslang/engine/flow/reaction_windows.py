"""
Lowers windows: which is open, whether an action or play matches it, and the steps that open one.

Open windows are a stack of (number, arguments); the body of a play pushes a window numbered -1,
which hides those outside.
"""

from __future__ import annotations

from ruleslang.engine.flow import words as w
from ruleslang.engine.flow.asked_questions import Offered
from ruleslang.engine.flow.build_words import (
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
from ruleslang.engine.flow.state_layout import PLAYERS, PLAYS, WINDOWS
from ruleslang.engine.flow.steps import Call, If, Leave, Loop, Return, Set, Step, Steps, Write
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.engine.match.decision import PASS
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t

COUNT = t.Number(-1, 2**31 - 1)
OPEN = t.ListOf(COUNT, 2)
STACK = t.ListOf(OPEN, 1000)
ZERO, ONE = w.Constant(0, COUNT), w.Constant(1, COUNT)
OPEN_ONES = w.Cell(WINDOWS, (), STACK)
HIDING = w.Constant(((-1, ()),), STACK)  # a play's body pushes this on the open windows


def number_of_window(lowering: Lowering, name: str) -> w.Constant:
    names = [window.name for window in lowering.population.program.windows]
    return w.Constant(names.index(name), COUNT)


def innermost() -> w.Word:
    return w.Apply("last", (OPEN_ONES,), t.Optional(OPEN))


def none_is_open() -> w.Word:
    """Return whether no window is open, or a play's body hides those outside."""
    innermost_of_some = w.Apply("last", (OPEN_ONES,), OPEN)
    number = w.Apply("first", (innermost_of_some,), COUNT)
    return either(apply("is empty", OPEN_ONES), apply("<", number, ZERO))


def fits_window(b: Body, uses: tuple[s.WindowUse, ...], condition: w.Word | None) -> w.Word:
    """Whether the innermost open window is one of these; binds the variables of its pattern."""
    window = w.Variable(f"{b.prefix}window_", t.Optional(OPEN))
    here = w.Variable(window.name, OPEN)
    number = w.Apply("first", (here,), COUNT)
    fits: w.Word = w.NO
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
    return both(some_are_open, both(w.Bind(window, innermost()), fits))


def open_window(x: s.OpenWindow, b: Body) -> list[Step]:
    """
    Open a window and close it; `into` is set to the players still in who used it.

    `after one use`: each is asked once, until somebody uses something. `when all were asked`: each
    once. `when all pass`: round and round, and after a use the round starts again with the first.
    """
    declared = next(
        window for window in b.lowering.population.program.windows if window.name == x.window
    )
    arguments = checked_all(b.words(x.arguments), declared.parameters, x.origin)
    users, depth = b.fresh("users", t.SetOf(t.Player())), b.fresh("depth", COUNT)
    row = w.Variable(b.lowering.fresh("row"), OPEN)
    is_real = apply(">=", w.Apply("first", (row,), COUNT), ZERO)
    depth_now = w.Through("number", row, OPEN_ONES, is_real, None, COUNT)
    most = w.Constant(b.lowering.population.program.reaction_depth, COUNT)
    steps: list[Step] = [
        Set(users, w.Constant((), users.type)),
        Set(depth, depth_now),
        If(
            apply("<", depth, most),
            (Call(_window_routine(b.lowering, declared), arguments, users),),
        ),
    ]
    if x.into is not None:
        who = w.Variable(b.lowering.fresh("user"), t.Player())
        still_in = apply("is in", who, w.Cell(PLAYERS, (), users.type))
        kept = w.Through("members", who, users, still_in, None, users.type)
        steps.append(Set(b.variable(x.into), standard(b, kept, "clockwise", users.type)))
    return steps


def _window_routine(lowering: Lowering, declared: d.Window) -> str:
    """The routine of a window, whose answer is who used it: one, however often it is opened."""
    return lowering.run(f"window {declared.name}", lambda: _make_window(lowering, declared))


def _make_window(lowering: Lowering, declared: d.Window) -> None:
    name = f"window {declared.name}"
    b = body_of(lowering, name, declared.locals, declared.origin)
    parameters = tuple(b.variable(place) for place in range(len(declared.parameters)))
    users = b.fresh("users", t.SetOf(t.Player()))
    steps = (Set(users, w.Constant((), users.type)), *_run(b, declared, parameters, users))
    lowering.routines[name] = Routine(
        name,
        parameters,
        (*steps, Return(users)),
        origin=declared.origin,
        locals=declared.locals,
        variables=b.variables,
    )


def _run(
    b: Body, declared: d.Window, parameters: tuple[w.Variable, ...], users: w.Variable
) -> Steps:
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
        Set(who, w.Apply("entry", (players, place), t.Player())),
        If(_is_asked(b, who), tuple(_ask(b, declared, who, users, place, label))),
    )
    return (
        Set(players, b.word(declared.asks)),
        Set(before, OPEN_ONES),
        *opens,
        *b.lowering.late(b.lowering, opens),
        Set(place, ZERO),
        Loop(label, body),
        *closes,
        *b.lowering.late(b.lowering, closes),
    )


def _is_asked(b: Body, who: w.Variable) -> w.Word:
    players = b.lowering.population.players
    is_in = apply("is in", who, w.Cell(PLAYERS, (), t.SetOf(t.Player())))
    if not any(player.automatic for player in players):
        return is_in if b.lowering.eliminates else w.YES
    return both(negated(sits_automatically(b, who)), is_in)


def _ask(
    b: Body, declared: d.Window, who: w.Variable, users: w.Variable, place: w.Variable, label: str
) -> list[Step]:
    """Ask one player, unless there is nothing to offer."""
    from ruleslang.engine.flow.legal_moves import WAY
    from ruleslang.engine.flow.statements.offers import choose_way, do_one

    actions = tuple(b.lowering.population.actions[name] for name in declared.offers)
    offered = Offered(actions, declared, PASS, declared.origin)
    taken = b.fresh("taken", t.Optional(WAY))
    used = with_entry(users, who)
    then: list[Step] = [*do_one(b, offered, who, taken), Set(users, used)]
    if declared.closes == "after one use":
        then.append(Leave(label))
    elif declared.closes == "when all pass":
        then.append(Set(place, ZERO))
    return [*choose_way(b, offered, who, taken), If(apply("is none", taken), (), tuple(then))]


def hidden_windows() -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """Return the steps around the body of a play that hide the open windows and restore them."""
    outside, plays = w.Variable("outside_", STACK), w.Variable("plays_", COUNT)
    one_more = apply("+", plays, w.Constant(1, COUNT), type=COUNT)
    before = (
        Set(outside, OPEN_ONES),
        Set(plays, w.Cell(PLAYS, (), COUNT)),
        Write(WINDOWS, (), apply("joined", outside, HIDING, type=STACK)),
        Write(PLAYS, (), one_more),
    )
    return before, (Write(WINDOWS, (), outside), Write(PLAYS, (), plays))
