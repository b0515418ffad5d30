"""
The form of a set: each member once, in the order of their type, players by seat.

Whatever passes to something that is declared a set takes this form. A set phrase that already has
it needs no conversion; braces of constants are written in it.
"""

from __future__ import annotations

from ruleslang.lower.context import Context
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import declared_order
from ruleslang.syntax import declarations as syntax

_IN_ORDER_OF_TURN = ("players", "all players", "winners")


def as_declared_set(context: Context, expr: e.Expr, member: t.Type) -> e.Expr:
    """A list, or a set in whatever order, in the form of a set of such members."""
    if isinstance(expr, e.MakeSet):
        places = {item: _place(item) for item in expr.items}
        if None not in places.values():
            return e.MakeSet(tuple(sorted(places, key=lambda item: places[item] or 0)))
    if _has_form(context, expr):
        return expr
    if isinstance(expr, e.WhenOtherwise):
        value = as_declared_set(context, expr.value, member)
        otherwise = as_declared_set(context, expr.otherwise, member)
        return e.WhenOtherwise(value, expr.condition, otherwise)
    return e.ListAsSet(expr, declared_order(member))


def _has_form(context: Context, expr: e.Expr) -> bool:
    """Whether an expression is worth a set in this form whatever happens."""
    match expr:
        case e.ReadState() | e.CallValue() | e.Range() | e.ListAsSet() | e.OptionalAsSet():
            return True
        case e.Image(sorting=sorting) | e.UnionOver(sorting=sorting) | e.SpreadBy(sorting=sorting):
            return sorting not in ("clockwise", "sets clockwise")
        case e.Everything(what=what):
            return what not in _IN_ORDER_OF_TURN
        case e.ReadZone(name=name, index=index):
            return not any(isinstance(at, e.AnyIndex) for at in index) and _is_unordered(
                context, name
            )
        case e.MakeSet(items):
            return len(items) < 2
        case e.Where(subject=subject) | e.With(subject=subject) | e.Except(left=subject):
            return _has_form(context, subject)
        case e.WhenOtherwise(value=value, otherwise=otherwise):
            return _has_form(context, value) and _has_form(context, otherwise)
        case _:
            return False


def _is_unordered(context: Context, name: str) -> bool:
    symbol = context.symbols.globals.get(name)
    return symbol is not None and isinstance(symbol.node, syntax.Zone) and not symbol.node.ordered


def _place(item: e.Expr) -> int | None:
    """The place of a constant in the order of its type, where the text alone settles it."""
    match item:
        case e.Literal(value=int(value)) if not isinstance(value, bool):
            return value
        case e.WordValue(place=place):
            return place
        case e.SeatValue(seat=seat):
            return seat
        case _:
            return None
