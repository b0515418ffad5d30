"""Lowers the windows of a head, `in W(…) or V(…) where C`, and the actions offered there."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ruleslang.lower.arguments import parameters_of
from ruleslang.lower.conditions import condition
from ruleslang.lower.context import Context
from ruleslang.lower.diagnostics import heads as say
from ruleslang.lower.diagnostics.declarations import unknown_action
from ruleslang.lower.diagnostics.types import repeated_action
from ruleslang.lower.patterns import Places, pattern
from ruleslang.lower.scope import LocalName, Scope
from ruleslang.program import statements as s
from ruleslang.program.expressions import Expr
from ruleslang.program.locals import Slot
from ruleslang.program.slot_uses import defined_in, used_in, with_slots
from ruleslang.source.span import Span
from ruleslang.syntax import declarations as syntax
from ruleslang.syntax.node import Name
from ruleslang.types.lattice import Unknown, join


def windows(
    scope: Scope, node: syntax.Windows | None
) -> tuple[tuple[s.WindowUse, ...], Expr | None, Scope]:
    """The windows of a head, their condition, and the scope with what all of them bind."""
    if node is None:
        return (), None, scope
    uses: list[s.WindowUse] = []
    inner: list[Scope] = []
    for use in node.uses:
        places = window_places(scope, use.window)
        entries, after = pattern(scope, use.pattern, places, use.window.text)
        uses.append(s.WindowUse(use.window.text, entries))
        inner.append(after)
    known = {local.slot for local in scope.locals.values()}
    scope = _common(scope, inner)
    uses = [_bound_as(scope, use, each, known) for use, each in zip(uses, inner, strict=True)]
    if node.condition is None:
        return tuple(uses), None, scope
    test, after = condition(scope.pure("a condition"), node.condition)
    return tuple(uses), test, evolve(scope, facts=after.facts)


def window_places(scope: Scope, name: Name) -> Places | None:
    """The parameters of a window; None, and a diagnostic, when there is no such window."""
    symbol = scope.context.symbols.globals.get(name.text)
    if symbol is not None and isinstance(symbol.node, syntax.Window):
        return parameters_of(scope.context, symbol.node)
    known = [each.name for each in scope.context.symbols.of("window")]
    scope.context.report(say.unknown_window(name, symbol.what if symbol else None, known))
    return None


def _bound_as(scope: Scope, use: s.WindowUse, inner: Scope, known: set[Slot]) -> s.WindowUse:
    """A window use whose pattern binds the shared local slots of the head instead of its own."""
    slots = {slot: slot for slot in (*defined_in(use), *used_in(use))}
    slots |= {
        local.slot: scope.slot(name)
        for name, local in inner.locals.items()
        if local.slot not in known and name in scope.locals
    }
    return with_slots(use, slots)


def _common(scope: Scope, inner: Sequence[Scope]) -> Scope:
    """The scope with the names that the patterns of all windows bind, each with a type that fits
    all of them; a name that only some bind is reported.
    """
    new = {name for each in inner for name in each.locals} - set(scope.locals)
    for name in sorted(new):
        found = [each.locals[name] for each in inner if name in each.locals]
        if len(found) < len(inner):
            for local in found:
                if local.span is not None:
                    scope.context.report(say.half_bound_name(name, local.span))
            scope = scope.with_local(name, Unknown(), found[0].span, "bound")
            scope.uses.read.add(name)  # said to be wrong already
            continue
        scope = _joined(scope, found)
    return scope


def _joined(scope: Scope, found: Sequence[LocalName]) -> Scope:
    first, type = found[0], found[0].type
    for other in found[1:]:
        both = join(type, other.type, scope.context.kinds)
        if both is None:
            if other.span is not None:
                scope.context.report(say.unlike_bindings(other.name, other.span, type, other.type))
            break
        type = both
    slot = first.slot if len(found) == 1 else None
    return scope.with_local(first.name, type, first.span, first.role, slot=slot)


def actions_named(context: Context, names: Sequence[Name]) -> tuple[str, ...]:
    """The names as texts; reports a name that is no action or that is listed twice."""
    known = [symbol.name for symbol in context.symbols.of("action")]
    first: dict[str, Span] = {}
    for name in names:
        if name.text not in known:
            context.report(unknown_action(name, context.what_is(name.text), known))
        elif name.text in first:
            context.report(repeated_action(name.span, first[name.text]))
        first.setdefault(name.text, name.span)
    return tuple(name.text for name in names)
