"""What to say of a condition that does not hold: what was expected, and what was met."""

from __future__ import annotations

from typing import Any

from ruleslang.match.match import Match, Reader
from ruleslang.match.value_text import shown
from ruleslang.match.values import Env, members
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.locals import Slot
from ruleslang.proving.failure import Fails

_CONSTANTS = (e.Literal, e.WordValue, e.SeatValue, e.TeamValue, e.TitleValue, e.SpaceValue)
_PLACES = ("first", "second", "third", "fourth", "fifth")


def expected(match: Reader, condition: e.Expr, excerpt: str) -> str:
    """
    A sentence about a condition that does not hold; `excerpt` is how it is written.

    `expected section is 2; it is 3`
    """
    return f"expected {' '.join(excerpt.split())}; {_met(match, condition)}"


def test_winners(match: Match, line: d.WonLine) -> None:
    """Raises `Fails` unless the match is over and these players have won."""
    wanted = set(members(match.evaluate(line.players)))
    if match.outcome is None:
        decision = match.decision
        waits = "" if decision is None else f'; {decision.asked.name} is asked "{decision.prompt}"'
        raise Fails(f"the match is not over{waits}", line.origin)
    won = tuple(match.population.players[seat] for seat in match.outcome.winners)
    if set(won) != wanted:
        names = " and ".join(each.name for each in won) or "nobody"
        met = f"{names} {'have' if len(won) > 1 else 'has'} won"
        raise Fails(f"the match is over, and {met}", line.origin)


def _met(match: Reader, condition: e.Expr, local: Env | None = None) -> str:
    match condition:
        case e.And():
            return _part(match, _parts(condition), local)
        case e.Every(variable, subject, test):
            return _first_unlike(match, variable, subject, test, local)
        case e.Not(operand) if not isinstance(operand, e.Or | e.And):
            return _met_sides(match, operand, local) or "it is so"
    return _met_sides(match, condition, local) or _truth(match, condition, local)


def _first_unlike(
    match: Reader, variable: Slot, subject: e.Expr, test: e.Expr, local: Env | None
) -> str:
    """The first member of which a condition does not hold, and what was met there."""
    for member in members(match.evaluate(subject, local)):
        inside = {**(local or {}), variable: member}
        if match.evaluate(test, inside) is not True:
            return f"of {shown(member)} it is not so: {_met(match, test, inside)}"
    return "it is not so"


def _met_sides(match: Reader, condition: e.Expr, local: Env | None) -> str:
    match condition:
        case e.Equal(left, right) | e.Compare(_, left, right):
            return _sides(match, left, right, local)
        case e.IsTitle(subject, _) | e.IsKind(subject, _) | e.IsPiece(subject, _):
            return f"it is {_value(match, subject, local)}"
        case e.In(member, among):
            met, there = _value(match, member, local), _value(match, among, local)
            return f"it is {met}, and the set is {there}"
        case e.IsEmpty(operand):
            return f"it is {_value(match, operand, local)}"
    return ""


def _sides(match: Reader, left: e.Expr, right: e.Expr, local: Env | None) -> str:
    """The side that is computed; both, when both are."""
    if _is_constant(left) and not _is_constant(right):
        left, right = right, left
    met = f"it is {_value(match, left, local)}"
    return met if _is_constant(right) else f"{met}, against {_value(match, right, local)}"


def _truth(match: Reader, condition: e.Expr, local: Env | None) -> str:
    if isinstance(
        condition, e.ReadState | e.CallValue | e.ReadField | e.ReadOption | e.CallBuiltIn
    ):
        return f"it is {_value(match, condition, local)}"
    return "it is not so"


def _parts(condition: e.Expr) -> list[e.Expr]:
    if isinstance(condition, e.And):
        return [*_parts(condition.left), *_parts(condition.right)]
    return [condition]


def _part(match: Reader, parts: list[e.Expr], local: Env | None) -> str:
    """The first part of several that does not hold."""
    for place, part in enumerate(parts):
        if match.evaluate(part, local) is not True:
            which = _PLACES[place] if place < len(_PLACES) else f"{place + 1}th"
            return f"of the {which} part: {_met(match, part, local)}"
    return "it is not so"


def _is_constant(x: Any) -> bool:
    if isinstance(x, e.MakeSet | e.MakeList):
        return all(map(_is_constant, x.items))
    if isinstance(x, e.Divide | e.Arithmetic):
        return _is_constant(x.left) and _is_constant(x.right)
    return isinstance(x, _CONSTANTS)


def _value(match: Reader, x: e.Expr, local: Env | None) -> str:
    return shown(match.evaluate(x, local))
