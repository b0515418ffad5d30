"""Histories of positions: `note` counts the hash of the present one, `times` looks it up."""

from __future__ import annotations

from ruleslang.flow.constant_folding import apply, both
from ruleslang.flow.context import Body, Lowering
from ruleslang.flow.expressions.named_values import value_routine
from ruleslang.flow.state_layout import HISTORIES, NOTED_ROWS
from ruleslang.flow.steps import Fail, If, Set, Step, Steps, Write
from ruleslang.flow.words import Cell, Constant, Invoke, Standing, Word
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t

COUNT = t.Number(0, 2**31 - 1)
HALVES = t.ListOf(t.Number(0, 2**32 - 1), 2)


def times_noted(x: e.TimesNoted, b: Body) -> Word:
    """How often a position equal to the present one was noted."""
    return apply("count of", b.read(_rows(b.whole, x.history)), _now(b, x.history), type=COUNT)


def note(x: s.Note, b: Body) -> list[Step]:
    """Count the present position once more."""
    now, rows = b.fresh("now", HALVES), _rows(b.whole, x.history)
    is_new = apply("same", apply("count of", rows, now, type=COUNT), Constant(0, COUNT))
    is_full = apply(
        ">=", apply("number of", rows, type=COUNT), Constant(limits.MEMBERS, COUNT)
    )
    return [
        Set(now, _now(b, x.history)),
        If(both(is_full, is_new), (Fail("too-much", x.origin),)),
        Write(HISTORIES, rows.at, apply("counted", rows, now, type=NOTED_ROWS)),
    ]


def forgotten(whole: Lowering, event: str) -> Steps:
    """The histories that begin anew with an event."""
    names, nothing = whole.derived.forgotten.get(event, ()), Constant((), NOTED_ROWS)
    return tuple(Write(HISTORIES, _rows(whole, each).at, nothing) for each in names)


def _rows(whole: Lowering, name: str) -> Cell:
    """What was noted, each with how often."""
    names = [each.name for each in whole.everyone.program.histories]
    return Cell(HISTORIES, (Constant(names.index(name), COUNT),), NOTED_ROWS)


def _now(b: Body, name: str) -> Word:
    history = next(each for each in b.whole.everyone.program.histories if each.name == name)
    asked = [b.whole.everyone.values[each] for each in history.values]
    values = tuple(Invoke(value_routine(b.whole, each), (), each.type) for each in asked)
    return Standing(name, values, HALVES)
