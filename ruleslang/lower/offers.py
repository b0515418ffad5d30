"""Actions that are named where they are offered: in a window, after `must do` and `may do`."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.lower import diagnose_declarations as say
from ruleslang.lower.context import Context
from ruleslang.lower.diagnose_types import repeated_action
from ruleslang.source.span import Span
from ruleslang.syntax.node import Name


def actions_named(context: Context, names: Sequence[Name]) -> tuple[str, ...]:
    """The names, each of which must be an action's, and stand there once."""
    known = [symbol.name for symbol in context.symbols.of("action")]
    first: dict[str, Span] = {}
    for name in names:
        if name.text not in known:
            context.report(say.unknown_action(name, context.what_is(name.text), known))
        elif name.text in first:
            context.report(repeated_action(name.span, first[name.text]))
        first.setdefault(name.text, name.span)
    return tuple(name.text for name in names)
