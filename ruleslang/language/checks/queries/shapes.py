"""Names what an expression counts or reads, whoever it belongs to."""

from __future__ import annotations

from ruleslang.program import expressions as e


def shape_of(part: e.Expr) -> str:
    """What is compared, whoever it belongs to; empty if it has no name."""
    match part:
        case e.ReadState(name) | e.CallValue(name) | e.ReadZone(name) | e.ReadField(name):
            return name
        case e.Everything(what, name):
            return name or what
        case e.NumberOf(operand):
            inner = shape_of(operand)
            return f"number of {inner}" if inner else ""
    return ""
