"""
Simplifies the expressions of routines before they are printed: inlines short named values, replaces
searches in singletons, fuses nested loops.

Every expression keeps its result and its faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from attrs import define, evolve, field

from ruleslang.engine.flow import ir_exprs as v
from ruleslang.engine.flow import ir_stmts as p
from ruleslang.engine.flow.operations import OPERATIONS
from ruleslang.engine.flow.tables_and_routines import Routine
from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

SHORT = 40  # expressions in a value that is inlined where something runs through many
SHORTEST = 12  # the same elsewhere
_NEVER_SHORT = ("seen ", "players ", "test ", "look ")  # routines of other answers than values


@define(eq=False)
class Simplifier:
    """
    Simplifies the expressions of one flow.

    With `binds_one`, a search in a set of at most one becomes a binding; an engine that searches by
    bit sets keeps the search.
    """

    totality: Totality
    binds_one: bool = False
    shorts: dict[str, v.Expr | None] = field(factory=dict)
    numbers: Any = field(factory=count)

    def simplified(self, node: Any, in_frame: Iterable[str] = ()) -> Any:
        """Simplify statements, or a block's end; `in_frame` are variables that live in frames."""
        if not any(isinstance(inner, v.Through | v.Find | v.Invoke) for inner in p.inside(node)):
            return node

        def of(inner: Any) -> Any:
            match inner:
                case v.Through():
                    return self._fused(self._inlined_in(inner))
                case v.Find():
                    return self._without_loop(self._inlined_in(inner), in_frame)
                case p.Each():
                    return evolve(inner, body=self._inlined(inner.body, SHORT))
                case v.Invoke():
                    return self._answer(inner, SHORTEST)
            return inner

        return p.rewritten(node, of)

    # ------------------------------------------------------------ inlining

    def _inlined_in(self, expr: v.Through | v.Find) -> Any:
        """Inline short values where they are evaluated in a loop."""
        changed = {
            name: new
            for name in ("condition", "value")
            if (part := getattr(expr, name, None)) is not None
            if (new := self._inlined(part, SHORT)) is not part
        }
        return evolve(expr, **changed) if changed else expr

    def _inlined(self, node: Any, most: int) -> Any:
        def of(inner: Any) -> Any:
            return self._answer(inner, most) if isinstance(inner, v.Invoke) else inner

        return (
            p.rewritten(node, of) if any(isinstance(e, v.Invoke) for e in p.inside(node)) else node
        )

    def _answer(self, invoked: v.Invoke, most: int) -> v.Expr:
        """Return the inlined result of a short value, with fresh variables; or the call."""
        short, arguments = self._short(invoked.function), invoked.arguments
        if short is None or not all(isinstance(e, v.Variable | v.Constant) for e in arguments):
            return invoked
        if sum(1 for _ in p.inside(short)) > most:
            return invoked
        parameters = self.totality.routines[invoked.function].parameters
        by: dict[str, v.Expr] = {
            parameter.name: expr for parameter, expr in zip(parameters, arguments, strict=True)
        }
        for inner in p.inside(short):
            if isinstance(inner, v.Through | v.Find | v.Bind):
                old = inner.variable
                by[old.name] = v.Variable(f"{old.name}_in{next(self.numbers)}", old.type)
        answer: v.Expr = p.substituted(short, by)
        return answer

    def _short(self, function: str) -> v.Expr | None:
        """Return the result of a routine, if it is short and the only statement; memoised."""
        if function not in self.shorts:
            self.shorts[function] = None  # while it is not known
            self.shorts[function] = self._short_answer(self.totality.routines[function])
        return self.shorts[function]

    def _short_answer(self, routine: Routine) -> v.Expr | None:
        answer = only_answer(routine)
        is_plain = routine.is_pure and not routine.waits and not routine.is_constant
        if answer is None or not is_plain or routine.is_deep:
            return None
        if routine.name.startswith(_NEVER_SHORT):
            return None
        expr: v.Expr = self.simplified(answer)
        size = sum(1 for _ in p.inside(expr))
        names = [variable.name for variable in p.assigned(expr).values()]
        is_own = len(set(names)) == len(names)
        return expr if size <= SHORT and is_own else None

    # ------------------------------------------------------------ loops

    def _without_loop(self, expr: v.Find, in_frame: Iterable[str]) -> v.Expr:
        """Return a search in a set of at most one, without a loop."""
        match expr.over:
            case v.Apply("tuple of known", (member,)) if (
                self.binds_one and expr.variable.name not in in_frame
            ):
                test: v.Expr = v.Bind(expr.variable, member)
                if isinstance(member.type, (t.Optional, t.Never)):
                    is_none = v.Apply("is none", (expr.variable,), t.Truth())
                    test = v.Both(test, v.Apply("not", (is_none,), t.Truth()))
                return test if expr.condition is None else v.Both(test, expr.condition)
        return expr

    def _fused(self, expr: v.Through) -> v.Through:
        """Fuse a loop with the filter that it iterates over."""
        inner = expr.over
        if expr.walk in ("leading", "reaching") or not isinstance(inner, v.Through):
            return expr
        if inner.walk != "members" or inner.value is not None or not self._may_fuse(expr, inner):
            return expr
        condition = expr.condition
        if inner.condition is not None:
            condition = p.substituted(inner.condition, {inner.variable.name: expr.variable})
            if expr.condition is not None:
                condition = v.Both(condition, expr.condition)
        return evolve(expr, over=inner.over, condition=condition)

    def _may_fuse(self, expr: v.Through, inner: v.Through) -> bool:
        """Return whether fusion keeps the first fault the same."""
        if expr.walk == "every" and inner.condition is not None:
            return False
        if any(map(p.binds, (inner.condition, expr.condition))):
            return False
        if self.totality.is_total((inner.condition,)):
            return True
        stops = expr.walk in ("few", "some", "every")
        return not stops and self.totality.is_total((expr.condition, expr.value))


def only_answer(routine: Routine) -> v.Expr | None:
    """Return the result of a function that does nothing else."""
    match [stmt for stmt in routine.stmts if not isinstance(stmt, p.At)]:
        case [p.Return(answer)]:
            return answer
    return None


ARITHMETIC = ("+", "-", "*")
DIVISIONS = ("/ down", "/ up", "remainder")
SMALL = 2**50
_WORDS = (
    v.Constant,
    v.Variable,
    v.Cell,
    v.Lookup,
    v.Both,
    v.Either,
    v.When,
    v.Through,
    v.Find,
    v.Bind,
)
_STEPS = (p.Return, p.Set, p.If, p.Each, p.Next, p.Leave, p.At)


@define(eq=False)
class Totality:
    """
    The totality of expressions of one flow; results for functions are memoised.

    The evaluation of a total expression cannot fault, and notes nothing: it may be evaluated for
    fewer members, for more, or in another order.
    """

    routines: Mapping[str, Routine]
    known: dict[str, bool] = field(factory=dict)

    def is_total(self, node: Any) -> bool:
        """Return whether evaluating an expression, or several, cannot fault."""
        return all(self._is_total(inner) for inner in p.inside(node))

    def _is_total(self, node: Any) -> bool:
        match node:
            case v.Apply(operation, operands) if operation in DIVISIONS:
                return is_known_divisor(operands[1]) and is_small_number(operands[0].type)
            case v.Apply(operation, operands):
                total = OPERATIONS[operation].total
                if total == "known" and any(map(_may_be_none, operands)):
                    return False
                is_arithmetic = operation in ARITHMETIC
                are_small = all(is_small_number(operand.type) for operand in (*operands, node))
                return total != "" and (are_small or not is_arithmetic)
            case v.Invoke(function):
                return self._is_total_function(function)
        return isinstance(node, (*_WORDS, *_STEPS))

    def _is_total_function(self, function: str) -> bool:
        if function not in self.known:
            self.known[function] = False  # while it is not known
            routine = self.routines.get(function)
            self.known[function] = (
                routine is not None
                and routine.is_pure
                and not routine.is_deep
                and self.is_total(routine.stmts)
            )
        return self.known[function]


def _may_be_none(expr: v.Expr) -> bool:
    return isinstance(expr.type, t.Optional | t.Never)


def is_known_divisor(expr: v.Expr) -> bool:
    """Return whether an expression is a non-zero constant."""
    return isinstance(expr, v.Constant) and isinstance(expr.value, int) and expr.value != 0


def is_small_number(type: t.Type) -> bool:
    """Return whether adding or multiplying two such numbers cannot overflow 64 bits."""
    if isinstance(type, t.Player | t.ZonePlace):
        return True
    of = plain(type)
    return isinstance(of, t.Number) and abs(of.low) < SMALL and abs(of.high) < SMALL
