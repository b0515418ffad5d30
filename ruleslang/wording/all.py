"""The list of all advice on wording."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax.declarations import Tree
from ruleslang.wording import (
    argument_names,
    empty_cells,
    line_order,
    missing_types,
    needless_lines,
    reversed_comparisons,
    unshown_axes,
)

Trees = Sequence[Tree]
WORDINGS: tuple[Callable[[Trees, Program], Iterator[Diagnostic]], ...] = (
    needless_lines.check,
    line_order.check,
    missing_types.check,
    reversed_comparisons.check,
    empty_cells.check,
    argument_names.check,
    unshown_axes.check,
)


def advise(trees: Trees, program: Program) -> tuple[Diagnostic, ...]:
    """
    What a reader would find easier said otherwise, though it means the same.

    Nothing is said of declarations that are deferred: on those nothing was advised when they were
    read, and no other declaration has changed what is advised on them.
    """
    return tuple(each for check in WORDINGS for each in check(trees, program))
