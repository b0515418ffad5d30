"""
The conditions that running actions and choices had to meet: a change of what is hidden must not
make them false.

Everybody sees what another player does, so everybody knows that he was allowed to do it. A change
with which he could not have done it compares the match with a position that nobody holds possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ruleslang.match.faults import Fault
from ruleslang.match.match import Match, Reader
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Env, members
from ruleslang.noninterference.unconditioned_card_locals import free_choices
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.traits.action_clauses import clause_traits

Condition: TypeAlias = tuple["e.Expr", Env]


def leaves_true(match: Match, change: Rearrangement) -> bool:
    """
    Whether all conditions that choices under way met, and that are true now, stay true.

    What the choices have made false since says nothing any more.
    """
    true_now = [each for each in _met(match) if _holds(match, each)]
    if not true_now:
        return True
    with match.rearranged(change, keeps_order=True):
        return all(_holds(match, each) for each in true_now)


def _met(match: Reader) -> Iterator[Condition]:
    """The conditions of actions and plays under way, and of what was chosen in their bodies."""
    statements = free_choices(match.population.program)
    for run in match.under_way:
        for clause in run.body.clauses:
            condition = clause_traits(clause).condition
            if condition is not None:
                yield condition, run.locals
        for choice in run.choices:
            yield from _of_choice(choice, run.locals)
        for choice in statements.choices(run.body):
            yield from _of_choice(choice, run.body_locals)


def _of_choice(choice: s.Choice, local: Env) -> Iterator[Condition]:
    """The conditions that what was chosen met; none where nothing was chosen yet."""
    chosen = local.get(choice.slot)
    if chosen is None:
        return
    if choice.where is not None and choice.member is not None:
        for each in members(chosen):
            yield choice.where, {**local, choice.member: each}
    if choice.so_that is not None:
        yield choice.so_that, local


def _holds(match: Reader, condition: Condition) -> bool:
    expression, local = condition
    try:
        return match.evaluate(expression, dict(local)) is True
    except (Fault, KeyError):
        return False
