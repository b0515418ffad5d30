"""
Finds the function that lowers an expression, by the class of its node, in one table.

`expressions` fills the table, so that handlers may lower what stands in them without a circle of
imports; everybody else imports `lower` from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from attrs import evolve

from ruleslang.lower.contained_words import in_wider_list
from ruleslang.lower.conversions import copies_meant, faces, fit
from ruleslang.lower.diagnostics import types as say
from ruleslang.lower.scope import Scope, Typed, path
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import element, is_collection, stored
from ruleslang.syntax import expressions as syntax
from ruleslang.syntax.node import Name, Node

Handler: TypeAlias = Callable[[Scope, Any, "t.Type | None"], Typed]

HANDLERS: dict[type[Node], Handler] = {}

# Through these a call of a procedure is still the whole, or one side of a comparison that is it.
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

DICE = t.SetOf(t.DieIn(""))  # as an expectation: the dice themselves, not their faces

ONE_OR_SEVERAL = (t.Card(), t.SetOf(t.Card()))


def raw(scope: Scope, node: syntax.Expression, expected: t.Type | None = None) -> Typed:
    """The meaning of a node; `expected` only guides, and is not checked."""
    if scope.lifted is not None and not isinstance(node, LETS_CALLS_THROUGH):
        scope = inner(scope)
    typed = in_wider_list(scope, HANDLERS[type(node)](scope, node, expected), expected)
    if scope.context.record is not None:
        scope.context.record.expression(scope, node.span, typed.type, expected)
    if scope.claim and isinstance(typed.type, t.Optional):
        # A line of an example fails when it is run, so that what is none needs no test there.
        return Typed(typed.expr, t.Maybe(typed.type.inner))
    return typed


def lower(scope: Scope, node: syntax.Expression, expected: t.Type | None = None) -> Typed:
    """The meaning of a node, checked against what is expected there."""
    typed = raw(scope, node, expected)
    if isinstance(typed.type, t.SetOf) and isinstance(typed.type.element, (t.SetOf, t.ListOf)):
        scope.context.report(say.set_of_sets(node.span))
        return Typed(typed.expr, t.Unknown())
    return typed if expected is None else fit(scope, typed, expected, node.span)


def subject(
    scope: Scope, node: syntax.Expression, *, dice: bool = False, single: bool = False
) -> Typed:
    """
    The meaning of what something runs through, or of what is moved.

    A set, a list, a zone, or an optional, which counts as a set of at most one; with `single` also
    one thing alone. With `dice`, dice stand for themselves and not for their faces.
    """
    typed = raw(scope, node, DICE if dice else None)
    if not dice:
        typed = faces(scope.context, typed)
    if single:
        typed = copies_meant(scope, typed, ONE_OR_SEVERAL[is_collection(typed.type)], node.span)
    if is_collection(typed.type):
        return typed
    as_set = e.OptionalAsSet(typed.expr)
    if isinstance(typed.type, (t.Optional, t.Maybe)):
        return Typed(as_set, typed.type)
    if path(node) in scope.facts:  # a test has already found it there
        return Typed(as_set, t.Optional(stored(typed.type)))
    if not single:
        scope.context.report(say.not_a_set(node.span, typed.type))
        return Typed(e.MakeSet(()), t.Unknown())
    return Typed(as_set, typed.type)


def inner(scope: Scope) -> Scope:
    """The scope of what stands inside a larger expression, where no procedure may be called."""
    return (
        scope
        if scope.lifted is None
        else evolve(scope, lifted=None, why_pure="a larger expression")
    )


def side(scope: Scope, node: syntax.Expression) -> Scope:
    """The scope of one side of a comparison: a procedure may be called if it is the whole side."""
    whole = isinstance(unwrapped(node), (Name, syntax.Apply, syntax.AsUsual))
    return scope if whole else inner(scope)


def unwrapped(node: syntax.Expression) -> syntax.Expression:
    """A node without the parentheses about it."""
    while isinstance(node, syntax.Paren):
        node = node.inner
    return node


def member_type(type: t.Type) -> t.Type:
    """What the members are; unknown when there are none."""
    return element(type) or t.Unknown()


def wants_list(expected: t.Type | None) -> bool:
    """Whether a list is expected, so that braces make one."""
    return isinstance(expected, t.ListOf)


def wanted_member(expected: t.Type | None) -> t.Type | None:
    """What is expected of a member, when a collection is expected."""
    if expected is None or not is_collection(expected) or isinstance(expected, t.Unknown):
        return None
    return element(expected)
