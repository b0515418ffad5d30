"""
The parts of a program that can be at work, each with a number.

Whoever watches a match is told the number. It is the place of the part in the written order, so
that it depends neither on where the part stands in a text, nor on an engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, TypeGuard, get_args

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.program import Program
from ruleslang.program.walk import walk

Declared: TypeAlias = (
    d.Definition | d.Value | d.Procedure | d.Action | d.Window | d.Play | d.Standing
)
Part: TypeAlias = Declared | s.Effect | s.Clause | s.Statement | s.Branch

NOWHERE = -1  # no part

_CLASSES = frozenset(get_args(Part))
MOST_KEPT = 64  # programs

_made: dict[int, tuple[Program, Parts]] = {}


@frozen(eq=False)
class Parts:
    """All parts in the written order; the number of a part is its place here."""

    all: tuple[Part, ...]
    _numbers: Mapping[int, int]  # by the identity of the part

    def number(self, part: Part) -> int:
        """The number of a part, which must be an object of this very program."""
        return self._numbers[id(part)]


def parts_of(program: Program) -> Parts:
    """The parts of a program, numbered once."""
    found = _made.get(id(program))
    if found is None or found[0] is not program:
        if len(_made) >= MOST_KEPT:
            _made.clear()
        found = _made[id(program)] = program, _numbered(program)
    return found[1]


def _is_part(node: object) -> TypeGuard[Part]:
    return type(node) in _CLASSES


def _numbered(program: Program) -> Parts:
    parts = tuple(each for each in walk(program) if _is_part(each))
    numbers: dict[int, int] = {}
    for number, part in enumerate(parts):
        numbers.setdefault(id(part), number)
    return Parts(parts, numbers)
