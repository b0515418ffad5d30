"""
Lowers expressions, with the handlers of all classes.

`lower` gives an expression and its type, checked against the expected type; `condition` a truth
and the facts it implies; `subject` the members over which a loop iterates.
"""

from __future__ import annotations

from ruleslang.language.lower import arithmetic, comparisons, lone_names, reads_under_way
from ruleslang.language.lower.aggregates import as_usual_arguments
from ruleslang.language.lower.arguments import arguments, indices, parameters_of
from ruleslang.language.lower.conditions import condition, denied, tested
from ruleslang.language.lower.diagnostics.calls import misplaced_any
from ruleslang.language.lower.diagnostics.names import MEANINGS, not_known_here
from ruleslang.language.lower.dispatch import lower, lowers, raw, subject
from ruleslang.language.lower.scope import Scope, Typed
from ruleslang.language.lower.sets import criteria
from ruleslang.language.syntax import expressions as syntax
from ruleslang.program import expressions as e
from ruleslang.program import types as t

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
REGISTERING = (arithmetic, comparisons, lone_names, reads_under_way)  # handlers, when imported


@lowers(syntax.This)
def _this(scope: Scope, node: syntax.This, expected: t.Type | None) -> Typed:
    local = scope.locals.get("this")
    if local is None:
        scope.context.report(not_known_here(node.span, word="this", meaning=MEANINGS["this"]))
        return Typed(e.Literal(None), t.Unknown())
    scope.uses.read.add("this")
    return Typed(e.Local(local.slot), scope.facts.get("this", local.type))


@lowers(syntax.AnyPlace)
def _any(scope: Scope, node: syntax.AnyPlace, expected: t.Type | None) -> Typed:
    scope.context.report(misplaced_any(node.span))
    return Typed(e.Literal(None), t.Unknown())
