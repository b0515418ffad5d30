"""The constant tables and the routines that a program is lowered to, and what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
from ruleslang.program.traits.reads import ANYTHING
from ruleslang.program.traits.trait_classes import Cell

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


class Readers:
    """Which rules read what, found without looking at all of them."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self._rules = rules
        self._always = set[int]()
        self._of_any_name: dict[str, set[int]] = {}
        self._named: dict[tuple[str, str], set[int]] = {}
        self._found: dict[frozenset[int], tuple[Rule, ...]] = {}
        for number, rule in enumerate(rules):
            for cell in rule.reads:
                if reads_all(cell):
                    self._always.add(number)
                self._of_any_name.setdefault(cell.kind, set()).add(number)
                self._named.setdefault((cell.kind, cell.name), set()).add(number)

    def of(self, parts: Iterable[Cell]) -> tuple[Rule, ...]:
        """The rules that read one of these, in the written order."""
        found = set[int]()
        for part in set(parts):
            found |= self._always
            if part.name:
                for name in (part.name, ""):
                    found |= self._named.get((part.kind, name), set())
            else:
                found |= self._of_any_name.get(part.kind, set())
        key = frozenset(found)
        if key not in self._found:
            self._found[key] = tuple(self._rules[number] for number in sorted(key))
        return self._found[key]


def reads_all(cell: Cell) -> bool:
    """Whether what is read may be changed by whatever is written."""
    return cell == ANYTHING or cell.kind in ("imagined", "history")


@frozen(eq=False)
class Span:
    """A lasting statement that ends when its condition is first false; what that reads."""

    statement: s.Lasting
    reads: Cells
