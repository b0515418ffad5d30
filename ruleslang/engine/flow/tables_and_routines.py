"""The constant tables and the routines of a lowered program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import TypeAlias

from attrs import field, frozen

from ruleslang.engine.flow.ir_exprs import Absent, Raw, Variable
from ruleslang.engine.flow.ir_stmts import Stmts
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.effect_order import WrittenEffect
from ruleslang.program.locals import LocalDecl, Slot
from ruleslang.program.passes.followed_reads import Cells
from ruleslang.program.traits.reads import ANYTHING
from ruleslang.program.traits.trait_classes import Cell

TableValue: TypeAlias = "Raw | Absent"


@frozen(eq=False)
class Table:
    """
    A constant table: its entries in the order of its numbers, the last dimension varying fastest.

    A number outside is none. An engine may compute each entry of a large table by `entry`, at its
    first use.
    """

    name: str
    sizes: tuple[int, ...]
    type: t.Type
    listed: tuple[TableValue, ...] | None
    entry: Callable[[tuple[int, ...]], TableValue] | None = None

    @property
    def entries(self) -> tuple[TableValue, ...]:
        if self.listed is not None:
            return self.listed
        assert self.entry is not None
        return tuple(map(self.entry, product(*map(range, self.sizes))))

    @property
    def values(self) -> tuple[Raw, ...]:
        """All entries of a table without absent ones."""
        present = tuple(entry for entry in self.entries if not isinstance(entry, Absent))
        assert len(present) == len(self.entries), f"an entry of `{self.name}` is absent"
        return present


@frozen
class Routine:
    """
    A named value, a procedure, or a part of one: its parameters and statements.

    `waits`: a player may be asked in it; otherwise it is a plain function of an engine. `is_pure`:
    it has no side effects; `is_constant`: it reads nothing that changes, so that its answer may be
    memoised; `is_deep`: its calls in an evaluation are memoised and counted. `origin` is its place
    in the text, or -1. `locals` is the table of its body, `variables` those of its locals; `run` is
    the procedure or action that its frame is a run of, `is_original` says that it is only what is
    left of the run without replacing hooks. `cleanup` runs when its frame is dropped, because a run
    below it is ended or the match is won.
    """

    name: str
    parameters: tuple[Variable, ...]
    stmts: Stmts
    waits: bool = False
    is_pure: bool = False
    is_constant: bool = False
    is_deep: bool = False
    origin: int = -1
    locals: tuple[LocalDecl, ...] = ()
    variables: Mapping[Slot, Variable] = field(factory=dict)
    run: d.Procedure | d.Action | d.Play | None = None
    is_original: bool = False
    cleanup: Stmts = ()


@frozen(eq=False)
class Rule:
    """A `whenever` rule that may become true with these settings; with its reads."""

    written: WrittenEffect
    effect: s.Whenever
    reads: Cells

    @property
    def place(self) -> int:
        """Its rank in the order of the text."""
        return self.written.place


class Readers:
    """An index of rules by what they read."""

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
        """Return the rules that read one of these, in the order of the text."""
        places = set[int]()
        for part in set(parts):
            places |= self._always
            if part.name:
                for name in (part.name, ""):
                    places |= self._named.get((part.kind, name), set())
            else:
                places |= self._of_any_name.get(part.kind, set())
        key = frozenset(places)
        if key not in self._found:
            self._found[key] = tuple(self._rules[number] for number in sorted(key))
        return self._found[key]


def reads_all(cell: Cell) -> bool:
    """Return whether any write may change what is read."""
    return cell == ANYTHING or cell.kind in ("imagined", "history")


@frozen(eq=False)
class Span:
    """A lasting statement that ends when its condition is first false; with its reads."""

    statement: s.Lasting
    reads: Cells
