"""The printer of expressions, as the printers of single kinds of expressions use it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from attrs import frozen

from ruleslang.engine.code.c_function import INDENT, Function, Game, is_scalar, is_truth
from ruleslang.engine.code.constant_exprs import keeps_tuples
from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow.state_layout import ZONES, zone_family
from ruleslang.program import types as t

IS_LONG = re.compile(r"\b(?:for|while) \(|\b(?!KNOWN)[A-Z]+_\w+\(s\b").search  # a loop or a call


@frozen
class Parts:
    """A C array with the tuples that are concatenated."""

    name: str
    number: int
    type: t.Type

    @property
    def entries(self) -> str:
        return f"entries_in_parts({self.name}, {self.number})"


@frozen(eq=False)
class ExprPrinter(ABC):
    """Prints the expressions of one function, as `FullExprPrinter` does."""

    game: Game
    to: Function
    only_bits: frozenset[str] = frozenset()  # sets that there are only as bits
    uses: Mapping[str, int] = {}  # how often each variable is named in the whole function

    @abstractmethod
    def expr(self, expr: v.Expr) -> str:
        """Return an expression in C, after printing the lines that compute what it needs."""

    @abstractmethod
    def loop(
        self, over: v.Expr | Parts, variable: str, bits_of: str | None, moves: bool
    ) -> Iterator[str]:
        """Print a loop over an expression, or a set that is bits; yields the most entries."""

    @contextmanager
    def running(
        self,
        over: v.Expr | Parts,
        variable: str,
        declares: str = "V ",
        bits_of: str | None = None,
        moves: bool = False,
    ) -> Iterator[str]:
        """
        Return a loop as in `loop`. Unless cards may move in it, where steps are counted, long
        passes are, so that a signal or a budget stops an expression.
        """
        start = len(self.to.lines)
        for most in self.loop(over, f"{declares}{variable}", bits_of, moves):
            begin = len(self.to.lines)
            yield most
            if not moves and (not most or any(map(IS_LONG, self.to.lines[begin:]))):
                at = start if most.isdigit() else begin  # few passes: all are counted as one
                self.to.lines.insert(at, f"{INDENT * self.to.depth}pass(s);")

    def kept(self, text: str, letter: str = "t", type: str = "V") -> str:
        """Return a new variable with this value."""
        name = self.to.fresh(letter)
        self.to.line(f"{type} {name} = {text};")
        return name

    def makes(self, text: str) -> str:
        """Return a new variable with a value that creates tuples."""
        self.to.makes = True
        return self.kept(text)

    def scalar(self, expr: v.Expr) -> str:
        """Return an expression whose value is no tuple; tuples created for it are freed."""
        if not is_scalar(expr.type) or keeps_tuples(expr):
            return self.expr(expr)
        before, self.to.makes, start = self.to.makes, False, len(self.to.lines)
        text = self.expr(expr)
        if self.to.makes:
            mark = self.to.fresh("mark")
            self.to.lines.insert(start, f"{INDENT * self.to.depth}int64_t {mark} = s->top;")
            text = self.kept(text)
            self.to.line(f"give_back(s, {mark});")
        self.to.makes = before
        return text

    def condition(self, expr: v.Expr) -> str:
        text = self.scalar(expr)
        return text if is_truth(expr.type) else f"({text} == 1)"

    def exprs(self, exprs: tuple[v.Expr, ...]) -> list[str]:
        return [self.expr(expr) for expr in exprs]

    def one_of(self, expr: v.When, type: str, printed: Callable[[v.Expr], str]) -> str:
        """Return a variable of a type in C with the value that holds, as `printed` prints it."""
        if isinstance(expr.condition, v.Bind):  # which is always true
            self.expr(expr.condition)
            return printed(expr.value)
        condition, name = self.condition(expr.condition), self.to.fresh("when")
        self.to.line(f"{type} {name};")
        with self.to.block(f"if ({condition})"):
            self.to.line(f"{name} = {printed(expr.value)};")
        with self.to.block("else"):
            self.to.line(f"{name} = {printed(expr.otherwise)};")
        return name

    def value_of(self, expr: v.Through) -> str:
        if expr.value is None:
            return expr.variable.name
        return self.scalar(expr.value)

    def atom(self, expr: v.Expr) -> str:
        """Return an expression that may be printed twice."""
        text = self.expr(expr)
        return text if re.fullmatch(r"-?\w+", text) else self.kept(text)

    def looked_at(self, expr: v.Expr) -> str:
        """Return an expression that is read before cards move: a zone's tuple is not copied."""
        if isinstance(expr, v.Cell) and is_zone(expr.family):
            return f"s->S[{self.pile(expr)}]"
        if isinstance(expr, v.Noted):
            return self.kept(f"noted(s, {self.looked_at(expr.value)})")
        return self.expr(expr)

    def counted(self, expr: v.Expr) -> str:
        """Return an expression of which only the number of entries is read."""
        return self.cell(expr) if isinstance(expr, v.Cell) else self.looked_at(expr)

    def pile(self, expr: v.Cell, reads: str = "drawn", *number: str) -> str:
        """Return the address of a zone, in which those that something `reads` are drawn."""
        return self._drawn(expr, self.address(expr.family, expr.at), reads, *number)

    def pile_and_number(self, expr: v.Cell, reads: str, number: v.Expr) -> tuple[str, str]:
        """Return the address of a zone, as `pile`, and a number that is evaluated after it."""
        address, text = self.address(expr.family, expr.at), self.atom(number)
        return self._drawn(expr, address, reads, text), text

    def _drawn(self, expr: v.Cell, address: str, reads: str, *number: str) -> str:
        if expr.family not in self.game.piles:
            return address
        return f"{reads}({', '.join(['s', address, *number])})"

    def cell(self, expr: v.Cell) -> str:
        return f"s->S[{self.address(expr.family, expr.at)}]"

    def address(self, family: str, at: tuple[v.Expr, ...]) -> str:
        return self.game.flow.layout[family].address(at, self.expr)


def is_zone(family: str) -> bool:
    """Return whether the cells of a family hold the cards of zones."""
    return family == ZONES or family.startswith(zone_family(""))
