"""
Expressions: how each sort of node is understood, in one table, and what others import from here.

`lower` gives an expression and its type, checked against what is expected; `condition` a truth
value and what it leaves known; `subject` what something runs through.
"""

from __future__ import annotations

from ruleslang.lower import aggregates, arithmetic, conditions, sets
from ruleslang.lower.applications import (
    as_usual_arguments,
    lower_apply,
    lower_as_usual,
    lower_this_procedure,
)
from ruleslang.lower.arguments import arguments, indices, parameters_of
from ruleslang.lower.comparisons import lower_compare
from ruleslang.lower.conditions import condition, denied, tested
from ruleslang.lower.diagnostics.calls import misplaced_any
from ruleslang.lower.diagnostics.names import MEANINGS, not_known_here
from ruleslang.lower.dispatch import HANDLERS, lower, raw, subject
from ruleslang.lower.names import lower_name
from ruleslang.lower.scope import Scope, Typed
from ruleslang.lower.sets import criteria
from ruleslang.program import expressions as e
from ruleslang.syntax import expressions as syntax
from ruleslang.syntax.node import Name
from ruleslang.types.lattice import FrontType, Unknown

__all__ = [
    "arguments",
    "as_usual_arguments",
    "condition",
    "criteria",
    "denied",
    "indices",
    "lower",
    "parameters_of",
    "raw",
    "subject",
    "tested",
]


def _this(scope: Scope, node: syntax.This, expected: FrontType | None) -> Typed:
    local = scope.locals.get("this")
    if local is None:
        scope.context.report(not_known_here("this", node.span, MEANINGS["this"]))
        return Typed(e.Literal(None), Unknown())
    scope.uses.read.add("this")
    return Typed(e.Local(local.slot), scope.facts.get("this", local.type))


def _any(scope: Scope, node: syntax.AnyPlace, expected: FrontType | None) -> Typed:
    scope.context.report(misplaced_any(node.span))
    return Typed(e.Literal(None), Unknown())


HANDLERS.update(
    {
        syntax.ThereIs: conditions.lower_condition,
        syntax.Every: conditions.lower_every,
        syntax.WhenOtherwise: conditions.lower_when,
        syntax.Or: conditions.lower_condition,
        syntax.And: conditions.lower_condition,
        syntax.Not: conditions.lower_condition,
        syntax.Compare: lower_compare,
        syntax.Is: conditions.lower_condition,
        syntax.IsIn: conditions.lower_condition,
        syntax.IsEmpty: conditions.lower_condition,
        syntax.Range: arithmetic.lower_range,
        syntax.Binary: arithmetic.lower_binary,
        syntax.Divide: arithmetic.lower_divide,
        syntax.Negate: arithmetic.lower_negate,
        syntax.NumberOf: aggregates.lower_number_of,
        syntax.Fold: aggregates.lower_fold,
        syntax.ImageOf: aggregates.lower_image,
        syntax.ChanceOf: aggregates.lower_chance,
        syntax.Where: sets.lower_where,
        syntax.EachWhere: sets.lower_each_where,
        syntax.AsFarAs: sets.lower_as_far_as,
        syntax.SpreadBy: sets.lower_spread_by,
        syntax.With: sets.lower_with,
        syntax.Ranked: sets.lower_ranked,
        syntax.Number: arithmetic.lower_number,
        syntax.Truth: arithmetic.lower_truth,
        syntax.Nothing: arithmetic.lower_nothing,
        syntax.AnyPlace: _any,
        syntax.This: _this,
        syntax.ThisProcedure: lower_this_procedure,
        Name: lower_name,
        syntax.Apply: lower_apply,
        syntax.AsUsual: lower_as_usual,
        syntax.Paren: conditions.lower_paren,
        syntax.Braces: sets.lower_braces,
    }
)
