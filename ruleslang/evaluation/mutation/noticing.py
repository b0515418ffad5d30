"""
Which examples and claims may notice a change: those that come to the changed declaration.

In: a rulebook, a mutant. Out: a test of each place among its examples and claims. It may hold of
too many, never of too few.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from attrs import field, frozen

from ruleslang.evaluation.mutation.games_to_compare import Line, lines_of_example
from ruleslang.evaluation.mutation.mutant import Mutant
from ruleslang.language.syntax import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.declarations import Example
from ruleslang.program.passes.derived_tables import Derived, derive
from ruleslang.program.program import Compiled
from ruleslang.program.traits.trait_classes import Cell
from ruleslang.program.walk import find
from ruleslang.source.budget import budget

RUNS = ("imagined", "anything")  # kinds of cells that are read by what may run procedures
_UNHEARD: Any = (e.ChanceOf, e.Playable, e.NumberOfChoices)  # they play on in their own matches


@frozen(eq=False, slots=False)
class Noticing:
    """The lines and values that examples and claims of a rulebook come to, each computed once."""

    compiled: Compiled
    _lines: dict[int, frozenset[Line]] = field(factory=dict)

    def may_notice(self, mutant: Mutant) -> Callable[[int], bool]:
        """Return whether the example or claim at a place may depend on a changed declaration."""
        match mutant.site.first:
            case d.Procedure():
                return lambda place: self.comes_to(place, mutant.site.lines)
            case d.Value() as value if not self._read_at_once(value.name.text):
                return lambda place: self._reads(place, value.name.text, mutant.site.lines)
        return lambda place: True  # an offer or an effect is also tested where nothing comes of it

    def comes_to(self, place: int, lines: frozenset[Line]) -> bool:
        """Return whether an example comes to lines of a procedure, or a claim may run any."""
        example = self.compiled.testable[place]
        if isinstance(example, Example):
            return bool(self._lines_of(place, example) & lines)
        plays = next(find(example, e.NumberOfChoices), None) is not None
        return plays or any(cell.kind in RUNS for cell in self._derived.reads.cells((example,)))

    def _reads(self, place: int, value: str, lines: frozenset[Line]) -> bool:
        """Return whether an example computes a value, or an expression in it may read it."""
        example = self.compiled.testable[place]
        if isinstance(example, Example) and self._lines_of(place, example) & lines:
            return True
        if next(find(example, e.NumberOfChoices), None) is not None:
            return True
        unheard = (example,) if not isinstance(example, Example) else find(example, _UNHEARD)
        cells = self._derived.reads.cells(unheard)
        return Cell("value", value) in cells or any(cell.kind in RUNS for cell in cells)

    def _lines_of(self, place: int, example: Example) -> frozenset[Line]:
        if place not in self._lines:
            with budget():  # this counts for no single change
                self._lines[place] = lines_of_example(self.compiled, example)
        return self._lines[place]

    def _read_at_once(self, value: str) -> bool:
        """Return whether a value is read before a match has observers, or to make its cards."""
        return value in self.compiled.in_decks or Cell("value", value) in self._opening

    @cached_property
    def _opening(self) -> frozenset[Cell]:
        """The cells read in the opening position, and to test rules there."""
        program, reads = self.compiled.program, self._derived.reads
        parts = (program.states, program.dice, program.zones, program.begins_only_if)
        return reads.cells(parts).union(*reads.rules.values())

    @cached_property
    def _derived(self) -> Derived:
        return derive(self.compiled.program)
