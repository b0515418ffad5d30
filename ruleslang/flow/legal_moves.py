"""
The legal ways to do an action or to play a card: a pure routine for each.

A way is a tuple of a number, which says among several actions or plays which it is of, and of the
values of the choices. Names that an action's window or conditions give are worked out again when it
is done.
"""

from __future__ import annotations

from ruleslang.flow.action_clauses import accepted
from ruleslang.flow.constant_folding import apply, when
from ruleslang.flow.context import Body, Lowering, body_of
from ruleslang.flow.reaction_windows import fits_window
from ruleslang.flow.statements.candidates import (
    NOBODY,
    allowed,
    one_of_each,
    pool,
    pooled,
)
from ruleslang.flow.steps import Return, Set
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.words import YES, Apply, Constant, Through, Variable, Word
from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.walk import find

NUMBER = t.Number(0, 2**31 - 1)
WAY = t.ListOf(NUMBER, 16)
WAYS = t.ListOf(WAY, limits.OFFERED_AT_ONCE + 1)


def ways_of(whole: Lowering, action: d.Action) -> str:
    """The routine that answers the legal ways of a player to do an action that has this number."""
    name = f"ways to {action.name}"
    if name not in whole.routines:
        whole.routines[name] = None
        b = body_of(whole, name, action.locals, action.origin)
        number, who = b.fresh("number", NUMBER), b.variable(action.you)
        found = ways(b, action, who, action.choices, (number,), NOBODY)
        steps = [Return(when(fits_action(b, action), found, Constant((), WAYS), WAYS))]
        whole.routines[name] = Routine(
            name, (number, who), tuple(steps), is_pure=True, origin=action.origin
        )
    return name


def fits_action(b: Body, action: d.Action) -> Word:
    """Whether an action is offered in the window that is open; gives what that binds."""
    if not action.windows:
        return YES
    condition = None if action.window_condition is None else b.word(action.window_condition)
    return fits_window(b, action.windows, condition)


def ways(
    b: Body,
    what: d.Action | d.Play,
    who: Variable,
    choices: tuple[s.Choice, ...],
    chosen: tuple[Word, ...],
    made: Word,
) -> Word:
    """Every way to make these choices, in the written order, after the number and those before."""
    if not choices:
        way = apply("tuple", *chosen, type=WAY)
        one = apply("tuple", way, type=WAYS)
        return when(accepted(b, what, who), one, Constant((), WAYS), WAYS)
    choice, rest = choices[0], choices[1:]
    values, variable = candidates(b, choice, who, made)
    if not rest:
        way = apply("tuple", *chosen, variable, type=WAY)
        condition = accepted(b, what, who)
        fits = None if condition == YES else condition
        return Through("members", variable, values, fits, way, WAYS)
    further = ways(b, what, who, rest, (*chosen, variable), with_chosen(b, made, variable))
    return apply(
        "pieced together", Through("members", variable, values, None, further, WAYS), type=WAYS
    )


def with_chosen(b: Body, made: Word, variable: Variable) -> Word:
    """The cards chosen before, and what a choice has chosen, if that is cards."""
    if not b.whole.has_copies or not any(True for _ in find(variable.type, t.Card)):
        return made
    given = apply("tuple", variable, type=t.ListOf(variable.type, 1))
    return apply("joined", made, given, type=made.type)


def candidates(b: Body, choice: s.Choice, who: Variable, made: Word) -> tuple[Word, Variable]:
    """All values that a choice may take, of what is alike the first; and what takes one."""
    variable = b.variable(choice.slot)
    if choice.high is None:
        return one_of_each(b, pool(b, choice), who, made), variable
    of = pooled(b, choice, who, made)
    value, condition = allowed(b, choice)
    made_sets = Apply("sets", (of.whole, of.twins, of.low, of.high), t.ListOf(value.type, 201))
    sets: Word = made_sets
    if condition is not None:
        sets = Through("members", value, made_sets, condition, None, made_sets.type)
    for step in reversed(of.steps):
        assert isinstance(step, Set)
        sets = b.bound(step.variable, step.value, sets)
    return sets, variable
