"""
The legal ways to do an action or to play a card of which there may be too many to make them all:
as many as tell how they are asked, and whether choices that were begun can be completed.
"""

from __future__ import annotations

from ruleslang.flow.action_clauses import accepted
from ruleslang.flow.constant_folding import apply, both, when
from ruleslang.flow.context import Body, Lowering, body_of
from ruleslang.flow.legal_moves import WAY, WAYS, fits_action, with_chosen
from ruleslang.flow.statements.candidates import (
    COUNT,
    NOBODY,
    allowed,
    most_chosen,
    most_sets,
    most_ways,
    one_of_each,
    pool,
    pooled,
)
from ruleslang.flow.steps import Return, Set
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.words import YES, Apply, Constant, Through, Variable, Walk, Word
from ruleslang.program import declarations as d
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t

FEW = Constant(limits.OFFERED_AT_ONCE + 1, COUNT)


def most_ways_to_do(b: Body, action: d.Action | d.Play) -> int:
    """A bound on the number of ways to do an action, or to play a card."""
    inner, ways = body_of(b.whole, action.name, action.locals, action.origin), 1
    for choice in action.choices:
        ways *= most_ways(inner, choice) if choice.high is None else most_sets(inner, choice)
    return ways


def _words_of_a_way(b: Body, action: d.Action | d.Play) -> int:
    """How many words it may take to list one way: its tuple, its sets, and what leads there."""
    inner = body_of(b.whole, action.name, action.locals, action.origin)
    sizes = (most_chosen(inner, choice) for choice in action.choices)
    return 3 + sum(2 if size is None else size + 4 for size in sizes)


def are_too_many(b: Body, action: d.Action | d.Play) -> bool:
    """Whether there may be too many ways to make them all."""
    ways = most_ways_to_do(b, action)
    if ways <= limits.SUBSETS:
        b.whole.words_listed[action.origin] = ways * _words_of_a_way(b, action)
        return False
    if action not in b.whole.listed_in_part:
        b.whole.listed_in_part.append(action)
    return True


def few_ways_of(whole: Lowering, action: d.Action) -> str:
    """The routine that answers the first ways of a player to do an action that has this number."""
    name = f"few ways to {action.name}"
    if name not in whole.routines:
        whole.routines[name] = None
        b = body_of(whole, name, action.locals, action.origin)
        number, who = b.fresh("number", COUNT), b.variable(action.you)
        found = few_ways(b, action, who, action.choices, (number,), NOBODY)
        steps = (Return(when(fits_action(b, action), found, Constant((), WAYS), WAYS)),)
        given = (number, who)
        whole.routines[name] = Routine(name, given, steps, is_pure=True, origin=action.origin)
    return name


def few_ways(
    b: Body,
    what: d.Action | d.Play,
    who: Variable,
    choices: tuple[s.Choice, ...],
    chosen: tuple[Word, ...],
    made: Word,
) -> Word:
    """The first ways to make these choices, no more than 201."""
    if not choices:
        way = apply("tuple", *chosen, type=WAY)
        one = apply("tuple", way, type=WAYS)
        return when(accepted(b, what, who), one, Constant((), WAYS), WAYS)
    choice, rest = choices[0], choices[1:]
    variable = b.variable(choice.slot)
    fits = completes(b, what, who, rest, with_chosen(b, made, variable))
    if not rest:
        way = apply("tuple", *chosen, variable, type=WAY)
        return through_candidates(b, "few", choice, who, made, fits, way, WAYS)
    further = few_ways(
        b, what, who, rest, (*chosen, variable), with_chosen(b, made, variable)
    )
    several = through_candidates(b, "few", choice, who, made, fits, further, WAYS)
    return apply("first so many", apply("pieced together", several, type=WAYS), FEW, type=WAYS)


def completes(
    b: Body,
    what: d.Action | d.Play,
    who: Variable,
    choices: tuple[s.Choice, ...],
    made: Word,
) -> Word:
    """Whether there is a way to make these choices too."""
    if not choices:
        return accepted(b, what, who)
    choice, rest = choices[0], choices[1:]
    further = completes(b, what, who, rest, with_chosen(b, made, b.variable(choice.slot)))
    return through_candidates(b, "some", choice, who, made, further, None, t.Truth())


def through_candidates(
    b: Body,
    what: Walk,
    choice: s.Choice,
    who: Variable,
    made: Word,
    condition: Word,
    value: Word | None,
    type: t.Type,
) -> Word:
    """What comes of running through all that a choice may take, of what is alike the first."""
    variable = b.variable(choice.slot)
    if choice.high is None:
        several = one_of_each(b, pool(b, choice), who, made)
        return Through(what, variable, several, _told(what, condition), value, type)
    of = pooled(b, choice, who, made)
    _, so_that = allowed(b, choice)
    fits = condition if so_that is None else both(so_that, condition)
    sets = Apply("sets", (of.whole, of.twins, of.low, of.high), t.ListOf(variable.type, 201))
    found: Word = Through(what, variable, sets, _told(what, fits), value, type)
    for step in reversed(of.steps):
        assert isinstance(step, Set)
        found = b.bound(step.variable, step.value, found)
    return found


def _told(what: Walk, condition: Word) -> Word | None:
    return None if condition == YES and what != "some" else condition
