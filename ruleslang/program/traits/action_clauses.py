"""The traits of each class of clause: what an action or play must pass, and what it costs."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from attrs import frozen

from ruleslang.program import statements as s
from ruleslang.program.expressions import Expr

Cost: TypeAlias = "s.CountCost | s.SharedCost | s.CardCost"


@frozen
class ClauseTraits:
    """
    What a clause tests and takes.

    `condition` must hold, so all that comes after it may rely on it; a clause without one tests
    something that no expression says. `costs` are tested and paid together with those of the other
    clauses. `paid_from_counters` are the amounts that the payer does not divide.
    """

    condition: Expr | None = None
    costs: tuple[Cost, ...] = ()
    paid_from_counters: tuple[Expr, ...] = ()


def clause_traits(clause: s.Clause) -> ClauseTraits:
    """What a clause tests and takes."""
    match clause:
        case s.OnlyIf(condition):
            return ClauseTraits(condition)
        case s.Pays(costs):
            counted = tuple(each.amount for each in costs if isinstance(each, s.CountCost))
            return ClauseTraits(costs=costs, paid_from_counters=counted)
        case s.HasRoom() | s.Limit():
            return ClauseTraits()
        case _:
            assert_never(clause)
