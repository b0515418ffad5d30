"""How a rulebook writes a type."""

from __future__ import annotations

from ruleslang.program import types as t
from ruleslang.types.lattice import FrontType


def written(type: FrontType) -> str:
    """
    A type as a rulebook has it; empty when it is rarely written.

    >>> written(t.SetOf(t.Number(1, 6)))
    'set of 1..6'
    """
    match type:
        case t.Truth():
            return "yes or no"
        case t.Number(low, high):
            return f"{low}..{high}"
        case t.Player():
            return "player"
        case t.Title(None):
            return "title"
        case t.WordOf(list):
            return list
        case t.Card(kind):
            return kind or "card"
        case t.Space(board):
            return board or ""
        case t.SetOf(inner):
            return f"set of {written(inner)}" if written(inner) else ""
    return ""
