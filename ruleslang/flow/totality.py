"""
Finds the total words: their evaluation cannot fault, and notes nothing.

Total words may be evaluated for fewer members, for more, or in another order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from ruleslang.flow.operations import OPERATIONS
from ruleslang.flow.steps import At, Each, If, Leave, Next, Return, Set, inside
from ruleslang.flow.tables_and_routines import Routine
from ruleslang.flow.words import (
    Apply,
    Bind,
    Both,
    Cell,
    Constant,
    Either,
    Find,
    Invoke,
    Lookup,
    Through,
    Variable,
    When,
    Word,
)
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

ARITHMETIC = ("+", "-", "*")
DIVISIONS = ("/ down", "/ up", "remainder")
SMALL = 2**50
_WORDS = (Constant, Variable, Cell, Lookup, Both, Either, When, Through, Find, Bind)
_STEPS = (Return, Set, If, Each, Next, Leave, At)


@define(eq=False)
class Totality:
    """The totality of words of one flow; results for functions are memoised."""

    routines: Mapping[str, Routine]
    known: dict[str, bool] = field(factory=dict)

    def is_total(self, node: Any) -> bool:
        """Whether evaluating a word, or several, cannot fault."""
        return all(self._is_total(each) for each in inside(node))

    def _is_total(self, node: Any) -> bool:
        match node:
            case Apply(operation, operands) if operation in DIVISIONS:
                return is_known_divisor(operands[1]) and is_small_number(operands[0].type)
            case Apply(operation, operands):
                total = OPERATIONS[operation].total
                if total == "known" and any(map(_may_be_none, operands)):
                    return False
                is_arithmetic = operation in ARITHMETIC
                are_small = all(is_small_number(each.type) for each in (*operands, node))
                return total != "" and (are_small or not is_arithmetic)
            case Invoke(function):
                return self._is_total_function(function)
        return isinstance(node, (*_WORDS, *_STEPS))

    def _is_total_function(self, function: str) -> bool:
        if function not in self.known:
            self.known[function] = False  # while it is not known
            routine = self.routines.get(function)
            self.known[function] = (
                routine is not None and routine.is_pure and self.is_total(routine.steps)
            )
        return self.known[function]


def _may_be_none(word: Word) -> bool:
    return isinstance(word.type, t.Optional | t.Never)


def is_known_divisor(word: Word) -> bool:
    """Whether a word is a non-zero constant."""
    return isinstance(word, Constant) and isinstance(word.value, int) and word.value != 0


def is_small_number(type: t.Type) -> bool:
    """Whether adding or multiplying two such numbers cannot overflow 64 bits."""
    if isinstance(type, t.Player | t.ZonePlace):
        return True
    of = plain(type)
    return isinstance(of, t.Number) and abs(of.low) < SMALL and abs(of.high) < SMALL
