"""The constant tables and the routines that a program is lowered to, and what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import TypeAlias

from attrs import field, frozen

from ruleslang.flow.steps import Steps
from ruleslang.flow.words import Absent, Raw, Variable
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.passes.reads import Cells

TableValue: TypeAlias = "Raw | Absent"


@frozen(eq=False)
class Table:
    """
    A constant table: its entries in the order of its numbers, the last dimension fastest.

    What lies outside of it is none. Of a large table an engine may have each entry worked out by
    `entry`, when it is first read.
    """

    name: str
    sizes: tuple[int, ...]
    type: t.Type
    made: tuple[TableValue, ...] | None
    entry: Callable[[tuple[int, ...]], TableValue] | None = None

    @property
    def entries(self) -> tuple[TableValue, ...]:
        if self.made is not None:
            return self.made
        assert self.entry is not None
        return tuple(map(self.entry, product(*map(range, self.sizes))))

    @property
    def values(self) -> tuple[Raw, ...]:
        """All entries of a table that has one at every place."""
        found = tuple(each for each in self.entries if not isinstance(each, Absent))
        assert len(found) == len(self.entries), f"an entry of `{self.name}` is absent"
        return found


@frozen
class Routine:
    """
    A named value, a procedure, or a part of one: what it takes, and what it does.

    `waits` says that a player may be asked in it. A routine that does not wait is a plain function
    of an engine. `is_pure`: it changes nothing; `is_constant`: it reads nothing that changes, so
    that its answer may be kept. `origin` is its place in the text, -1 if it has none. `locals` is
    the table of the body it is made of, `variables` those of its locals that it has; `run` is the
    procedure or action that a frame of it is a run of, `is_original` that it is only what is left
    of the run when nothing stands in its place. `cleanup` is what happens when its frame is
    dropped, because a run below it is ended or the match is won.
    """

    name: str
    parameters: tuple[Variable, ...]
    steps: Steps
    waits: bool = False
    is_pure: bool = False
    is_constant: bool = False
    origin: int = -1
    locals: tuple[LocalDecl, ...] = ()
    variables: Mapping[Slot, Variable] = field(factory=dict)
    run: d.Procedure | d.Action | d.Play | None = None
    is_original: bool = False
    cleanup: Steps = ()


@frozen(eq=False)
class Rule:
    """A rule that acts at once, and may become true with these settings; what it reads."""

    written: WrittenEffect
    effect: s.Whenever
    reads: Cells

    @property
    def place(self) -> int:
        """Its place in the written order."""
        return self.written.place


@frozen(eq=False)
class Span:
    """A lasting statement that ends when its condition is first false; what that reads."""

    statement: s.Lasting
    reads: Cells
