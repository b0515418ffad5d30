"""The list of all advice on wording."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax.declarations import Tree
from ruleslang.wording import arguments, cells, decks, header, order, sides, types

Trees = Sequence[Tree]
WORDINGS: tuple[Callable[[Trees, Program], Iterator[Diagnostic]], ...] = (
    header.check,
    order.check,
    types.check,
    sides.check,
    cells.check,
    arguments.check,
    decks.check,
)


def advise(trees: Trees, program: Program) -> tuple[Diagnostic, ...]:
    """What a reader would find easier said otherwise, though it means the same."""
    return tuple(each for check in WORDINGS for each in check(trees, program))
