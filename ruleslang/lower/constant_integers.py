"""Whole numbers that are known before play: ends of ranges, sizes."""

from __future__ import annotations

from ruleslang.lower.context import Context
from ruleslang.lower.diagnostics import types as say
from ruleslang.program.typing.intervals import quotient
from ruleslang.syntax import expressions as syntax


def integer(context: Context, node: syntax.Expression) -> int | None:
    """The value of a constant integer expression; reports a diagnostic and returns None when it is
    not constant.
    """
    found = folded(node)
    if found is None:
        context.report(say.not_constant(node.span, "a number"))
    return found


def folded(node: syntax.Expression) -> int | None:
    """The number that an expression of numbers is, or None."""
    match node:
        case syntax.Number():
            return node.value
        case syntax.Paren():
            return folded(node.inner)
        case syntax.Negate():
            operand = folded(node.operand)
            return None if operand is None else -operand
        case syntax.Binary():
            return _binary(node)
        case syntax.Divide():
            left, right = folded(node.left), folded(node.right)
            if left is None or right in (None, 0) or node.rounding is None:
                return None
            return quotient(left, right, node.rounding) if right else None
        case _:
            return None


def _binary(node: syntax.Binary) -> int | None:
    left, right = folded(node.left), folded(node.right)
    if left is None or right is None:
        return None
    return {"+": left + right, "-": left - right, "*": left * right}.get(node.operator)
