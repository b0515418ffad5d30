"""A game whose matches begin in a position that somebody has written."""

from __future__ import annotations

from attrs import evolve

from ruleslang.library.load import POSITION, load_position
from ruleslang.library.load_result import Loaded
from ruleslang.program.program import Compiled
from ruleslang.proving.starting_position import Position, position_of
from ruleslang.source.diagnostic import Diagnostic, Severity


class BadPosition(ValueError):
    """The lines of a position cannot be read with the rulebook; the message says which, and why."""


def with_position(
    rulebook: str, lines: str, cards: tuple[str, ...]
) -> tuple[Loaded, tuple[Compiled, Position] | None]:
    """
    The rulebook, and its game with the position; None where the rulebook itself is wrong.

    Raises `BadPosition` where the lines are.
    """
    loaded = load_position(rulebook, lines, cards=cards)
    compiled = loaded.compiled
    if compiled is None:
        for each in loaded.diagnostics:
            if each.severity is Severity.ERROR and each.span.source.name == POSITION:
                raise BadPosition(_said(each))
        return loaded, None
    *others, example = compiled.examples
    try:
        position = position_of(lines, example)
    except ValueError as problem:
        raise BadPosition(str(problem)) from None
    return loaded, (evolve(compiled, examples=tuple(others)), position)


def _said(mistake: Diagnostic) -> str:
    """What is wrong, with the number of the line in what was written."""
    line = max(1, mistake.span.line - 1)
    help = f"; {mistake.help}" if mistake.help else ""
    return f"{POSITION}, line {line}: {mistake.message}{help}"
