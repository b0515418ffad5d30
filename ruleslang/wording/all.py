"""The list of all advice on wording."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.syntax.declarations import Tree
from ruleslang.wording import (
    after_binds_last_part,
    exists_in_optional,
    half_empty_columns,
    line_order,
    needless_lines,
    needless_or_missing_argument_names,
    reversed_comparisons,
    untranslated_texts,
    untyped_values,
    unused_deck_axes,
)

Trees = Sequence[Tree]
WORDINGS: tuple[Callable[[Trees, Program], Iterator[Diagnostic]], ...] = (
    needless_lines.check,
    line_order.check,
    untyped_values.check,
    reversed_comparisons.check,
    exists_in_optional.check,
    after_binds_last_part.check,
    half_empty_columns.check,
    needless_or_missing_argument_names.check,
    unused_deck_axes.check,
    untranslated_texts.check,
)


def advise(trees: Trees, program: Program) -> tuple[Diagnostic, ...]:
    """
    What a reader would find easier said otherwise, though it means the same.

    Nothing is said of declarations that are deferred: on those nothing was advised when they were
    read, and no other declaration has changed what is advised on them.
    """
    return tuple(each for check in WORDINGS for each in check(trees, program))
