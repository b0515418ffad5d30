"""
Lowers windows: which is open, whether an action or play matches it, and the statements that open
one.

Open windows are a stack of (number, arguments); the body of a play pushes a window numbered -1,
which hides those outside.
"""

from __future__ import annotations

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.build_exprs import apply, both, either, entry_of, negated
from ruleslang.engine.flow.cards import all_fit
from ruleslang.engine.flow.context import Body, Lowering
from ruleslang.engine.flow.ir_stmts import Set, Stmt, Write
from ruleslang.engine.flow.state_layout import PLAYS, WINDOWS
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
