"""Lowers expressions by a table from node class to handler.

`lower` gives an expression and its type, checked against the expected type; `condition` a truth
and the facts it implies; `subject` the members over which a loop iterates.
"""

from __future__ import annotations

from typing import Never, assert_never

from ruleslang.language.lower import aggregates, arithmetic, conditions, sets
from ruleslang.language.lower.aggregates import (
    as_usual_arguments,
    lower_apply,
    lower_as_usual,
    lower_this_procedure,
)
from ruleslang.language.lower.arguments import arguments, indices, parameters_of
from ruleslang.language.lower.comparisons import lower_compare
from ruleslang.language.lower.conditions import condition, denied, tested
from ruleslang.language.lower.diagnostics.calls import misplaced_any
from ruleslang.language.lower.diagnostics.names import MEANINGS, not_known_here
from ruleslang.language.lower.dispatch import HANDLERS, lower, raw, subject
from ruleslang.language.lower.lone_names import lower_name
from ruleslang.language.lower.reads_under_way import lower_what_would_be
from ruleslang.language.lower.scope import Scope, Typed
from ruleslang.language.lower.sets import criteria
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.node import Name
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.source.walk import Handlers

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


def _this(scope: Scope, node: syntax.This, expected: t.Type | None) -> Typed:
    local = scope.locals.get("this")
    if local is None:
        scope.context.report(not_known_here(node.span, word="this", meaning=MEANINGS["this"]))
        return Typed(e.Literal(None), t.Unknown())
    scope.uses.read.add("this")
    return Typed(e.Local(local.slot), scope.facts.get("this", local.type))


def _any(scope: Scope, node: syntax.AnyPlace, expected: t.Type | None) -> Typed:
    scope.context.report(misplaced_any(node.span))
    return Typed(e.Literal(None), t.Unknown())


_HANDLERS = (
    Handlers[Never, Scope, [t.Type | None], Typed]({})
    .on(syntax.ThereIs, conditions.lower_condition)
    .on(syntax.Every, conditions.lower_every)
    .on(syntax.WhenOtherwise, conditions.lower_when)
    .on(syntax.Or, conditions.lower_condition)
    .on(syntax.And, conditions.lower_condition)
    .on(syntax.Not, conditions.lower_condition)
    .on(syntax.Compare, lower_compare)
    .on(syntax.Is, conditions.lower_condition)
    .on(syntax.IsIn, conditions.lower_condition)
    .on(syntax.IsEmpty, conditions.lower_condition)
    .on(syntax.Range, arithmetic.lower_range)
    .on(syntax.Binary, arithmetic.lower_binary)
    .on(syntax.Divide, arithmetic.lower_divide)
    .on(syntax.Negate, arithmetic.lower_negate)
    .on(syntax.NumberOf, aggregates.lower_number_of)
    .on(syntax.Fold, aggregates.lower_fold)
    .on(syntax.ImageOf, aggregates.lower_image)
    .on(syntax.ChanceOf, aggregates.lower_chance)
    .on(syntax.WhatWouldBe, lower_what_would_be)
    .on(syntax.Where, sets.lower_where)
    .on(syntax.EachWhere, sets.lower_each_where)
    .on(syntax.AsFarAs, sets.lower_as_far_as)
    .on(syntax.UpToAndWith, sets.lower_up_to_and_with)
    .on(syntax.SpreadBy, sets.lower_spread_by)
    .on(syntax.With, sets.lower_with)
    .on(syntax.Ranked, sets.lower_ranked)
    .on(syntax.Number, arithmetic.lower_number)
    .on(syntax.Truth, arithmetic.lower_truth)
    .on(syntax.Nothing, arithmetic.lower_nothing)
    .on(syntax.AnyPlace, _any)
    .on(syntax.This, _this)
    .on(syntax.ThisProcedure, lower_this_procedure)
    .on(Name, lower_name)
    .on(syntax.Apply, lower_apply)
    .on(syntax.AsUsual, lower_as_usual)
    .on(syntax.Paren, conditions.lower_paren)
    .on(syntax.Braces, sets.lower_braces)
)
HANDLERS.update(_HANDLERS.by_class)


def _is_handled(node: syntax.Expression) -> None:
    """Fail the type check for a class without a handler."""
    if not _HANDLERS.handles(node):
        assert_never(node)
