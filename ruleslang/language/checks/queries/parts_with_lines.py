"""Yields every node of the rules with the line that it stands on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.program import expressions as e
from ruleslang.program.program import Program
from ruleslang.program.walk import walk


def parts_with_lines(program: Program) -> Iterator[tuple[object, int, Any]]:
    """Every node of the rules, with its declaration and the innermost enclosing line."""
    declarations: tuple[Any, ...] = (
        *program.values,
        *program.procedures,
        *program.actions,
        *program.plays,
        *program.standings,
        *program.card_standings,
    )
    for declaration in declarations:
        line = getattr(declaration, "origin", -1)
        for node in walk(declaration):
            origin = getattr(node, "origin", -1)
            if isinstance(origin, int) and origin >= 0 and not isinstance(node, e.CallValue):
                line = origin
            yield declaration, line, node
