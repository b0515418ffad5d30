"""Numbers the parts of a program: declarations, statements, effects, clauses and branches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, TypeGuard, get_args

from attrs import frozen

from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.program import Program, memoised
from ruleslang.program.walk import walk

Declared: TypeAlias = (
    d.Definition | d.Value | d.Procedure | d.Action | d.Window | d.Play | d.Standing
)
Part: TypeAlias = Declared | s.Effect | s.Clause | s.Statement | s.Branch | d.ValueCase

NOWHERE = -1  # no part

_CLASSES = frozenset(get_args(Part))


@frozen(eq=False)
class Parts:
    """All parts in the written order; the number of a part is its place here."""

    all: tuple[Part, ...]
    _numbers: Mapping[int, int]  # by the identity of the part

    def number(self, part: Part) -> int:
        """Return the number of a part, which must be an object of this very program."""
        return self._numbers[id(part)]


def is_part(node: object) -> TypeGuard[Part]:
    """Return whether a node is of a class that has a number."""
    return type(node) in _CLASSES


@memoised
def parts_of(program: Program) -> Parts:
    """Return the parts of a program, numbered."""
    parts = tuple(node for node in walk(program) if is_part(node))
    numbers: dict[int, int] = {}
    for number, part in enumerate(parts):
        numbers.setdefault(id(part), number)
    return Parts(parts, numbers)
