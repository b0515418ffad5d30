"""Lowers `note` and `times(H)`: a position is kept, and counted how often one has stood."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslang.lower.blocks import Step
from ruleslang.lower.context import Context
from ruleslang.lower.diagnostics import histories as say
from ruleslang.lower.scope import Scope, Typed
from ruleslang.program import expressions as e
from ruleslang.program import limits
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.syntax.expressions import Apply
from ruleslang.syntax.node import Name
from ruleslang.syntax.simple_statements import Note
from ruleslang.types.lattice import FrontType


def note(scope: Scope, node: Note) -> Step:
    """`note position`."""
    name = history_named(scope.context, node.history)
    origin = scope.context.origin(node.span, node.marks)
    return [] if name is None else [s.Note(name, origin)], scope


def lower_times(scope: Scope, node: Apply, expected: FrontType | None) -> Typed:
    """`times(position)`."""
    type = t.Number(0, limits.DECISIONS)
    given = node.arguments[0]
    if len(node.arguments) != 1 or not isinstance(given, Name):
        scope.context.report(say.times_of_a_history(node.span))
        return Typed(e.Literal(0), type)
    name = history_named(scope.context, given)
    return Typed(e.Literal(0) if name is None else e.TimesNoted(name), type)


def history_named(context: Context, name: Name) -> str | None:
    """The name of a history, if there is one; else that is said."""
    symbols: Iterable[str] = (
        each.name for each in context.symbols.globals.values() if each.what == "history"
    )
    known = list(symbols)
    if name.text in known:
        return name.text
    context.report(say.no_history(name, known))
    return None
