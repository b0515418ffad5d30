"""Preconditions of actions, in a form that can be compared with facts."""

from __future__ import annotations

from typing import TypeAlias

from ruleslang.language.checks.queries.path_conditions import holding, plain
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.program import Program
from ruleslang.program.traits.statements import clause_traits
from ruleslang.program.typing import intervals
from ruleslang.program.walk import find

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
        may_lose_players = any(True for _ in find(program, s.Eliminate))
        self._players = 1 if may_lose_players else program.seats.low

    def conditions(self, action: d.Action) -> list[e.Expr] | None:
        """
        The preconditions in the `plain` form of facts; None if the text does not determine them.
        """
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
            if choice.where is not None or not self._has_candidate(choice.source, chosen):
                needed.append(plain(_has_member(choice)))
            numbers = _numbers(choice.source, chosen)
            if numbers is not None:
                chosen[choice.slot] = numbers
        return needed

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
    """The range of a number: a literal, a choice, a declared state, or a sum of such."""
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
