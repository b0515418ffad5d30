"""Writes a cell of a state, and forgets what was shown of its old value."""

from __future__ import annotations

from ruleslang.flow.constant_folding import apply, negated
from ruleslang.flow.context import Body
from ruleslang.flow.state_layout import shown_family, state_family
from ruleslang.flow.steps import If, Set, Step, Write
from ruleslang.flow.words import NONE, Cell, Word
from ruleslang.program import declarations as d


def write_cell(b: Body, declared: d.State, at: tuple[Word, ...], value: Word) -> list[Step]:
    """The steps; a value that stays the same is no change."""
    family = state_family(declared.name)
    if shown_family(family) not in b.whole.layout.families:
        return [Write(family, at, value)]
    numbers = tuple(b.fresh("at", each.type) for each in at)
    new = b.fresh("new", value.type)
    is_same = apply("same", Cell(family, numbers, declared.type), new)
    writes = (Write(shown_family(family), numbers, NONE), Write(family, numbers, new))
    places: list[Step] = [Set(each, place) for each, place in zip(numbers, at, strict=True)]
    return [*places, Set(new, value), If(negated(is_same), writes)]
