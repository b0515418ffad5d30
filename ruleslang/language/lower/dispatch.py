"""
Lowers expressions: a `Where` is lowered by the function below `@lowers(Where)`.

So handlers can lower their operands without a circle of imports; all other modules import `lower`
from `expressions`, which imports all handlers.
"""

from __future__ import annotations

from attrs import evolve

from ruleslang.language.lower.conversions import faces, fit, title_as_copy
from ruleslang.language.lower.diagnostics import types as errors
from ruleslang.language.lower.scope import Scope, Typed, path
from ruleslang.language.lower.widen_word_lists import in_wider_list
from ruleslang.language.syntax import expressions as syntax
from ruleslang.language.syntax.expressions import unwrapped
from ruleslang.language.syntax.node import Name
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import element, is_collection, stored
from ruleslang.source.walk import Handlers

HANDLERS = Handlers[Scope, [t.Type | None], Typed]()
lowers = HANDLERS.of

# Inside these a call is still the whole expression, or one side of the comparison that is.
LETS_CALLS_THROUGH = (
    syntax.Paren,
    syntax.Not,
    syntax.Compare,
    syntax.Is,
    syntax.IsIn,
    syntax.IsEmpty,
    Name,
    syntax.Apply,
    syntax.AsUsual,
)

DICE = t.SetOf(t.DieIn(""))  # expected type: the dice themselves, not their faces

ONE_OR_SEVERAL = (t.Card(), t.SetOf(t.Card()))


def raw(scope: Scope, node: syntax.Expression, expected: t.Type | None = None) -> Typed:
    """Lower a node; `expected` only guides, and is not checked."""
    if scope.lifted is not None and not isinstance(node, LETS_CALLS_THROUGH):
        scope = inner(scope)
    typed = in_wider_list(scope, HANDLERS[type(node)](scope, node, expected), expected)
    if scope.context.record is not None:
        scope.context.record.expression(scope.locals, node.span, typed.type, expected)
    if scope.claim and isinstance(typed.type, t.Optional):
        # An example fails at run time, so none needs no test there.
        return Typed(typed.expr, t.Maybe(typed.type.inner))
    return typed


def lower(scope: Scope, node: syntax.Expression, expected: t.Type | None = None) -> Typed:
    """Lower a node, and check it against the expected type."""
    return fitted(scope, node, raw(scope, node, expected), expected)


def fitted(
    scope: Scope, node: syntax.Expression, typed: Typed, expected: t.Type | None = None
) -> Typed:
    """Check a lowered node against the expected type."""
    if isinstance(typed.type, t.SetOf) and isinstance(typed.type.element, (t.SetOf, t.ListOf)):
        scope.context.report(errors.set_of_sets(node.span))
        return Typed(typed.expr, t.Unknown())
    return typed if expected is None else fit(scope, typed, expected, node.span)


def subject(
    scope: Scope, node: syntax.Expression, *, dice: bool = False, single: bool = False
) -> Typed:
    """
    Lower the set that a loop or fold iterates over, or the things that are moved.

    A set, a list, a zone, or an optional, which counts as a set of at most one; with `single` also
    a single value. With `dice`, dice stand for themselves and not for their faces.
    """
    typed = raw(scope, node, DICE if dice else None)
    if not dice:
        typed = faces(scope.context, typed)
    if single:
        typed = title_as_copy(scope, typed, ONE_OR_SEVERAL[is_collection(typed.type)], node.span)
    if is_collection(typed.type):
        return typed
    as_set = e.OptionalAsSet(typed.expr)
    if isinstance(typed.type, (t.Optional, t.Maybe)):
        return Typed(as_set, typed.type)
    if path(node) in scope.facts:  # a test has shown that it is not none
        return Typed(as_set, t.Optional(stored(typed.type)))
    if not single:
        around = scope.context.symbols.around(node.span)
        scope.context.report(errors.not_a_set(node, typed.type, around))
        return Typed(e.MakeSet(()), t.Unknown())
    return Typed(as_set, typed.type)


def inner(scope: Scope) -> Scope:
    """Return the scope inside a larger expression, where no procedure may be called."""
    return (
        scope
        if scope.lifted is None
        else evolve(scope, lifted=None, why_pure="a larger expression")
    )


def side(scope: Scope, node: syntax.Expression) -> Scope:
    """Return the scope of an operand of a comparison: it may be a procedure's call."""
    is_call = isinstance(unwrapped(node), (Name, syntax.Apply, syntax.AsUsual))
    return scope if is_call else inner(scope)


def member_type(type: t.Type) -> t.Type:
    """Return the type of the members; unknown for an empty collection."""
    return element(type) or t.Unknown()


def wants_list(expected: t.Type | None) -> bool:
    """Return whether a list is expected, so that braces make one."""
    return isinstance(expected, t.ListOf)


def wanted_member(expected: t.Type | None) -> t.Type | None:
    """Return the expected type of a member, when a collection is expected."""
    if expected is None or not is_collection(expected) or isinstance(expected, t.Unknown):
        return None
    return element(expected)
