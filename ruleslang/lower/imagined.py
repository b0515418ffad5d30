"""Lowers `E after P(a, b)`: E in the position that P would lead to."""

from __future__ import annotations

from attrs import evolve

from ruleslang.lower.arguments import arguments, name_of
from ruleslang.lower.diagnostics import calls as say
from ruleslang.lower.diagnostics import heads
from ruleslang.lower.dispatch import inner, raw
from ruleslang.lower.patterns import event_of
from ruleslang.lower.scope import Scope, Typed, about_locals
from ruleslang.lower.typing import typed
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.resolve.symbol_table import Symbol
from ruleslang.syntax import expressions as syntax
from ruleslang.syntax.node import Name

RUNNING = ("procedure", "phase", "check")


def lower_what_would_be(scope: Scope, node: syntax.WhatWouldBe, expected: t.Type | None) -> Typed:
    """What tests have shown of the match is not known of the imagined position."""
    pure = inner(scope)
    value = raw(evolve(pure, facts=about_locals(scope)), node.value, expected)
    name = name_of(node.call)
    symbol = None if name.text in scope.locals else scope.context.symbols.globals.get(name.text)
    if symbol is None or symbol.what not in RUNNING:
        _blame(scope, name, symbol)
        return Typed(value.expr, t.Unknown())
    _, places = event_of(scope.context, name)
    given = arguments(pure, node.call, places, name.text)
    origin = scope.context.origin(node.span)
    return typed(scope, e.WhatWouldBe(value.expr, name.text, given, origin), value)


def _blame(scope: Scope, name: Name, symbol: Symbol | None) -> None:
    """Say that what stands behind `after` is nothing that runs by itself."""
    local = scope.locals.get(name.text)
    if symbol is None and local is None:
        known = (
            each.name for each in scope.context.symbols.globals.values() if each.what in RUNNING
        )
        scope.context.report(heads.not_hookable(name, None, known))
    else:
        met = symbol.what if symbol is not None else "local name"
        scope.context.report(say.after_no_procedure(name, met))
