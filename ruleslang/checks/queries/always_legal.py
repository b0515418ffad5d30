"""Actions that are always legal: offered anywhere, and each choice has a candidate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.locals import Slot
from ruleslang.program.program import Program
from ruleslang.program.typing import intervals

Known: TypeAlias = dict[str | Slot, t.Number]  # of states and values by name, of choices by slot

ALWAYS_SOME = ("players", "all players", "titles", "teams", "words", "spaces")


def ranges(program: Program) -> dict[str, t.Number]:
    """The range of every state and value that is a number."""
    named: tuple[d.State | d.Value, ...] = (*program.states, *program.values)
    return {each.name: each.type for each in named if isinstance(each.type, t.Number)}


def always_possible(action: d.Action, known: Mapping[str, t.Number]) -> bool:
    """Whether the text and the `known` ranges show that an action is always legal."""
    if action.windows or action.body.clauses:
        return False
    chosen: Known = dict(known.items())
    for choice in action.choices:
        if not _has_candidate(choice, chosen):
            return False
        numbers = _numbers(choice.source, chosen)
        if numbers is not None:
            chosen[choice.slot] = numbers
    return True


def _has_candidate(choice: s.Choice, chosen: Known) -> bool:
    if choice.where is not None or choice.so_that is not None or choice.high is not None:
        return False
    match choice.source:
        case e.Everything(what, _):
            return what in ALWAYS_SOME
        case e.MakeSet(items):
            return bool(items)
        case e.Range(low, high):
            least, most = _number(low, chosen), _number(high, chosen)
            return least is not None and most is not None and least.high <= most.low
        case _:
            return False


def _numbers(source: e.Expr, chosen: Known) -> t.Number | None:
    """The numbers that can be chosen from a range."""
    if not isinstance(source, e.Range):
        return None
    low, high = _number(source.low, chosen), _number(source.high, chosen)
    return None if low is None or high is None else t.Number(low.low, high.high)


def _number(node: e.Expr, chosen: Known) -> t.Number | None:
    """The range of a number: a literal, a choice, a declared place, or a sum of these."""
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
            one, other = _number(left, chosen), _number(right, chosen)
            if one is None or other is None or operator == "*":
                return None
            together = intervals.add if operator == "+" else intervals.subtract
            return together(one, other)
        case _:
            return None
