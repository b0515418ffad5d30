"""Bounds how often a loop, and a line in it, can run."""

from __future__ import annotations

from attrs import evolve

from ruleslang.lower.constant_integers import folded
from ruleslang.lower.population_sizes import most_members
from ruleslang.lower.scope import Scope
from ruleslang.program import types as t
from ruleslang.program.program import Ending
from ruleslang.program.typing.population_sizes import GENEROUS
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax import expressions as x
from ruleslang.types.lattice import FrontType, plain

MOST = 1_000_000  # more often than this, and what is counted there wants a stated range


def inside(scope: Scope, bound: int | None) -> Scope:
    """The scope in a loop that runs so often; None: as long as decisions last."""
    return evolve(scope, loops=(*scope.loops, bound))


def of_members(scope: Scope, type: FrontType) -> int:
    """How often a loop over a set, list or zone runs."""
    most = most_members(scope.context, type)
    return GENEROUS if most is None else most


def of_number(node: x.Expression, type: FrontType) -> int:
    """How often a loop runs that says a number."""
    known = folded(node)
    if known is not None:
        return max(known, 0)
    number = plain(type)
    return max(number.high, 0) if isinstance(number, t.Number) else GENEROUS


def passes(scope: Scope, outside: int) -> int | None:
    """
    How often a line runs, once the first `outside` loops about it have come to the present pass.

    A pass of a loop without a bound of its own takes a decision, or counts as one.
    """
    total = 1
    for bound in reversed(scope.loops[outside:]):
        total *= _decisions(scope) if bound is None else bound
        if total > MOST:
            return None
        if bound is None:
            break
    return total


def _decisions(scope: Scope) -> int:
    header = scope.context.symbols.header
    items = header.items if header else ()
    caps = (item.number for item in items if isinstance(item, syntax.DecisionCap))
    return next(caps, Ending().decisions)
