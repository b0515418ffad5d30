"""
What is known to hold where a statement runs, and what an action needs to be possible.

The path condition of a statement has the conditions of enclosing blocks, and the negations of those
under which an earlier `if` left; the preconditions of actions have the same form.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, TypeVar

from attrs import evolve

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.program import Program
from ruleslang.program.references import Comparison
from ruleslang.program.slot_uses import with_local
from ruleslang.program.traits.statements import clause_traits, traits
from ruleslang.program.typing import intervals
from ruleslang.program.walk import find

T = TypeVar("T")
Facts: TypeAlias = "tuple[e.Expr, ...]"
OPPOSITES: dict[Comparison, Comparison] = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}
HARMLESS = ("state", "shown")  # cells whose writing removes no member from a set
NOBODY_READS: Slot = -1  # the slot of a test's member


def facts_at(
    block: tuple[s.Statement, ...], sort: type[T], known: Facts = ()
) -> Iterator[tuple[T, Facts]]:
    """Yield the statements of a sort in a block, with their path conditions in `plain` form."""
    for node in block if any(find(block, sort)) else ():
        if isinstance(node, sort):
            yield node, known
        for inner, facts in _inner(node, known):
            yield from facts_at(inner, sort, facts)
        known = _after(node, known)


def _inner(node: s.Statement, known: Facts) -> Iterator[tuple[tuple[s.Statement, ...], Facts]]:
    """Yield the blocks of a statement, with the facts at their start."""
    match node:
        case s.If(condition, then, otherwise):
            yield then, (*known, *holding(condition))
            yield otherwise, (*known, *failing(condition))
        case s.Repeat(while_=holds, until=ends, block=block):
            yield block, (*holding(holds), *failing(ends))
        case s.TakeTurns(variable, among, until=ends, block=block):
            yield block, (*failing(ends), *_of_members(variable, among))
        case s.ForEach(variable, subject, block):
            yield block, _of_members(variable, subject)
        case _:
            for block in traits(node).blocks:
                yield block, ()


def _after(node: s.Statement, known: Facts) -> Facts:
    """Return the facts after a statement; after an `if` that left, its condition's negation."""
    if isinstance(node, s.If) and not node.otherwise and _leaves(node.then):
        return (*known, *failing(node.condition))
    here = traits(node)
    if here.blocks or here.runs or any(cell.kind not in HARMLESS for cell in here.writes):
        return ()
    return known


def _leaves(block: tuple[s.Statement, ...]) -> bool:
    return bool(block) and isinstance(block[-1], (s.Stop, s.Answer, s.End, s.Wins))


def _of_members(variable: int, subject: e.Expr) -> Facts:
    """Return the facts about each member of a set with `where`."""
    if not isinstance(subject, e.Where):
        return ()
    return tuple(holding(with_local(subject.condition, subject.variable, e.Local(variable))))


def holding(condition: e.Expr | None) -> Iterator[e.Expr]:
    """Yield the facts that follow from a condition."""
    match condition:
        case None:
            return
        case e.And(left, right):
            yield from (*holding(left), *holding(right))
        case e.Not(inner):
            yield from failing(inner)
        case _:
            yield plain(condition)


def failing(condition: e.Expr | None) -> Iterator[e.Expr]:
    """Yield the facts that follow from the negation of a condition."""
    match condition:
        case None:
            return
        case e.Or(left, right):
            yield from (*failing(left), *failing(right))
        case e.Not(inner):
            yield from holding(inner)
        case _:
            yield contrary(condition)


def plain(condition: e.Expr) -> e.Expr:
    """Return a condition in normal form: without `not`; a test for members is always `there is`."""
    match condition:
        case e.Not(inner):
            return contrary(inner)
        case e.Compare(">", e.NumberOf(some), e.Literal(int())):
            return has_member(some)
        case e.Compare(">=", e.NumberOf(some), e.Literal(int(least))) if least > 0:
            return has_member(some)
        case e.Compare("<=", e.NumberOf(some), e.Literal(0)):
            return e.Not(has_member(some))
        case e.Compare("<", e.NumberOf(some), e.Literal(1)):
            return e.Not(has_member(some))
        case e.Equal(e.NumberOf(some), e.Literal(0)) | e.IsEmpty(some):
            return e.Not(has_member(some))
        case e.ThereIs(_, some, None):
            return has_member(some)
        case e.ThereIs(variable, some, test) if test is not None:
            return has_member(e.Where(variable, some, test))
        case _:
            return condition


def contrary(condition: e.Expr) -> e.Expr:
    """Return the negation of a condition, in `plain` form."""
    match condition:
        case e.Not(inner):
            return plain(inner)
        case e.Compare(operator) if plain(condition) is condition:
            return plain(evolve(condition, operator=OPPOSITES[operator]))
        case _:
            plain_form = plain(condition)
            return plain_form.operand if isinstance(plain_form, e.Not) else e.Not(plain_form)


def has_member(some: e.Expr) -> e.Expr:
    """Return the fact that a set has members, in `plain` form."""
    return e.ThereIs(NOBODY_READS, some, None)


Known: TypeAlias = dict[str | Slot, t.Number]  # states and values by name, choices by slot

ALWAYS_SOME = ("players", "all players", "titles", "teams", "words", "spaces")


class Possible:
    """The preconditions of a program's actions."""

    def __init__(self, program: Program) -> None:
        named: tuple[d.State | d.Value, ...] = (*program.states, *program.values)
        self._ranges = {
            declared.name: declared.type
            for declared in named
            if isinstance(declared.type, t.Number)
        }
        self._words = {word.name: len(word.words) for word in program.words}
        may_lose_players = any(find(program, s.Eliminate))
        self._players = 1 if may_lose_players else program.seats.low

    def conditions(self, action: d.Action) -> list[e.Expr] | None:
        """Return the preconditions in the `plain` form of facts; `None`: undetermined."""
        if action.windows:
            return None
        needed: list[e.Expr] = []
        for clause in action.body.clauses:
            condition = clause_traits(clause).condition
            if condition is None:
                return None
            needed += holding(condition)
        chosen: Known = dict(self._ranges.items())
        for choice in action.choices:
            if choice.so_that is not None or choice.high is not None:
                return None
            needed += self.candidates(choice, chosen)
            numbers = _numbers(choice.source, chosen)
            if numbers is not None:
                chosen[choice.slot] = numbers
        return needed

    def candidates(self, choice: s.Choice, chosen: Known) -> Iterator[e.Expr]:
        """Yield the fact that a choice has candidates, unless it surely has some."""
        if choice.where is not None or not self._has_candidate(choice.source, chosen):
            yield plain(_has_member(choice))

    def _has_candidate(self, source: e.Expr, chosen: Known) -> bool:
        match source:
            case e.Everything(population, _):
                return population in ALWAYS_SOME
            case e.Except(e.Everything("players" | "all players"), e.MakeSet(items)):
                return self._players > len(items)
            case e.Except(e.Everything("words", of), e.MakeSet(items)):
                return self._words.get(of, 0) > len(items)
            case e.MakeSet(items):
                return bool(items)
            case e.Range(low, high):
                least, most = _number(low, chosen), _number(high, chosen)
                return least is not None and most is not None and least.high <= most.low
            case _:
                return False


def _has_member(choice: s.Choice) -> e.Expr:
    if choice.where is None or choice.member is None:
        return e.ThereIs(choice.slot, choice.source, None)
    return e.ThereIs(choice.member, choice.source, choice.where)


def _numbers(source: e.Expr, chosen: Known) -> t.Number | None:
    if not isinstance(source, e.Range):
        return None
    low, high = _number(source.low, chosen), _number(source.high, chosen)
    return None if low is None or high is None else t.Number(low.low, high.high)


def _number(node: e.Expr, chosen: Known) -> t.Number | None:
    """Return the range of a number: a literal, a choice, a declared state, or a sum of such."""
    match node:
        case e.Literal(bool()):
            return None
        case e.Literal(int(value)):
            return t.Number(value, value)
        case e.Local(slot):
            return chosen.get(slot)
        case e.ReadState(name) | e.CallValue(name):
            return chosen.get(name)
        case e.Arithmetic(operator, left, right):
            first, second = _number(left, chosen), _number(right, chosen)
            if first is None or second is None or operator == "*":
                return None
            together = intervals.add if operator == "+" else intervals.subtract
            return together(first, second)
        case _:
            return None
