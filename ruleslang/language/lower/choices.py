"""Lowers a choice: `2..5 of S where C as cards "label" in order so that E`."""

from __future__ import annotations

from attrs import evolve

from ruleslang.language.lower.arithmetic import number
from ruleslang.language.lower.conditions import condition
from ruleslang.language.lower.diagnostics import heads as errors
from ruleslang.language.lower.lone_names import declare
from ruleslang.language.lower.scope import Scope
from ruleslang.language.lower.sets import Members, members
from ruleslang.language.syntax.expressions import Where, unwrapped
from ruleslang.language.syntax.simple_statements import Choice, Quantity
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.expressions import Expr, Literal
from ruleslang.program.operation_variants_by_type import standard_order
from ruleslang.program.typing.lattice import plain, stored

MOST = 10_000  # larger than any set of a match


def choice(scope: Scope, node: Choice) -> tuple[s.Choice, Scope]:
    """Return a choice, and the scope in which the chosen value has its name."""
    pure = scope.pure("a choice")
    called = node.name.text if node.quantity is None else "it"
    several = None if node.quantity is None else node.name.text
    asking = evolve(pure, several=several)
    inner = unwrapped(node.subject)  # `2 of (S where C)` is `2 of S where C`
    subject = inner if several is not None and isinstance(inner, Where) else node.subject
    candidates = members(asking, subject, called, node.name.span, "a choice", dice=True)
    low, high, most = _quantity(pure, node.quantity)
    if node.in_order and node.quantity is None:
        scope.context.report(errors.order_of_one(node.span))
    type = _type_of_name(node, candidates, most)
    after = candidates.with_facts(declare(scope, node.name, type, "choice"))
    so_that = None
    if node.so_that is not None:
        so_that, _ = condition(after.pure("`so that`"), node.so_that)
    return s.Choice(
        node.name.text,
        after.slot(node.name.text),
        candidates.source,
        candidates.member,
        candidates.where,
        low,
        high,
        node.in_order,
        so_that,
        node.changeable,
        node.each_alone,
        stored(type),
        standard_order(stored(candidates.type)),
        scope.context.text(node.text),
        scope.context.origin(node.span),
    ), after


def _type_of_name(node: Choice, candidates: Members, most: int | None) -> t.Type:
    if node.quantity is None or isinstance(candidates.type, t.Unknown):
        return candidates.type
    member = stored(candidates.type)
    if isinstance(candidates.of, (t.SetOf, t.ListOf)) and candidates.of.up_to is not None:
        most = candidates.of.up_to if most is None else min(most, candidates.of.up_to)
    if node.in_order:
        return t.ListOf(member, MOST if most is None else most)
    return t.SetOf(member, most)


def _quantity(scope: Scope, node: Quantity | None) -> tuple[Expr | None, Expr | None, int | None]:
    """Return the least and most as expressions, and the most as a constant if known."""
    if node is None:
        return None, None, None
    high = number(scope, node.high)
    low = high.expr
    if node.form == "up to":
        low = Literal(0)
    elif node.low is not None:
        low = number(scope, node.low).expr
    known = plain(high.type)
    return low, high.expr, max(known.high, 0) if isinstance(known, t.Number) else None
