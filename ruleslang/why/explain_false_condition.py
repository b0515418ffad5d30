"""Why a condition does not hold: its first part that fails, gone into through named values."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.match.entities import place_name
from ruleslang.match.match import Reader
from ruleslang.match.position_queries import evaluate_all
from ruleslang.match.values import Env, Value, shown
from ruleslang.program import expressions as e
from ruleslang.program.locals import LocalDecl
from ruleslang.why.explain_value import case_of, locals_of, text_of

NAMED = (e.CallValue, e.ReadState, e.ReadField, e.NumberOf)

DEEPEST = 4  # named values inside of each other that are gone into


def failing_part(match: Reader, condition: e.Expr | None, env: Env) -> e.Expr | None:
    """The first of the conditions joined by `and` that does not hold."""
    while isinstance(condition, e.And):
        condition = condition.right if match.evaluate(condition.left, env) else condition.left
    return condition


def why_no(match: Reader, name: str, arguments: Sequence[Value]) -> str:
    """The parts that make a named value false; empty: it is true, or has no such parts."""
    return _what_makes_no(match, name, arguments, DEEPEST)


def what_fails(
    match: Reader,
    condition: e.Expr | None,
    env: Env,
    names: tuple[LocalDecl, ...],
    depth: int = DEEPEST,
) -> str:
    """
    The first part of a condition that does not hold, by what it reads; empty: it has no name.

    Of a named value that is no, the part of it that makes it so follows.
    """
    condition = failing_part(match, condition, env)
    match condition:
        case e.CallValue():
            value = match.evaluate(condition, env)
            arguments = evaluate_all(match, condition.arguments, env)
            inner = (
                _what_makes_no(match, condition.name, arguments, depth) if value is False else ""
            )
            text = f"`{text_of(match, condition, env, names)}` is {shown(value)}"
            return f"{text}, since {inner}" if inner else text
        case e.Not(operand=e.CallValue() | e.ReadState() as read):
            return f"`{text_of(match, read, env, names)}` is {shown(match.evaluate(read, env))}"
        case e.Not(operand=e.IsEmpty(operand=e.CallValue() | e.ReadZone() as read)):
            return f"`{text_of(match, read, env, names)}` is empty"
        case e.Compare(left=e.CallBuiltIn() as left, operator=operator, right=right):
            measured = place_name(left.function, evaluate_all(match, left.arguments, env))
            met, wanted = (shown(match.evaluate(side, env)) for side in (left, right))
            return f"`{measured}` is {met}, not {operator} {wanted}"
        case e.Compare(left=left) | e.Equal(left=left):
            if not isinstance(left, NAMED):
                return ""
            value = shown(match.evaluate(left, env))
            return f"`{text_of(match, left, env, names)}` is {value}"
        case e.IsKind(kind=kind):
            return f"it is no {kind.replace('_', ' ')}"
    return ""


def _what_makes_no(match: Reader, name: str, arguments: Sequence[Value], depth: int) -> str:
    """The parts that make a named value false; empty: it has none, or is nested too deep."""
    declared = match.population.values[name]
    inner = locals_of(match, name, arguments)
    place, _ = case_of(match, name, arguments)
    value = declared.cases[place - 1].value
    while isinstance(value, e.Local):
        let = next(
            (candidate.value for candidate in declared.lets if candidate.slot == value.slot), None
        )
        if let is None:
            return ""
        value = let
    if depth == 0 or match.evaluate(value, inner) is not False:
        return ""
    return what_fails(match, value, inner, declared.locals, depth - 1)
