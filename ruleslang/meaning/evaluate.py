"""
Expressions: one function for each class of node, found by the class.

An expression is pure but for this: the member that a phrase speaks of is an ordinary local, so
running through a set assigns it in the frame's names. Sides are read from left to right.
"""

from __future__ import annotations

from typing import Any

from ruleslang.match.faults import Fault
from ruleslang.match.values import Env, Player, Value
from ruleslang.meaning.machine import Machine


def evaluate(m: Machine, e: Any, env: Env) -> Value:
    """The value of an expression, with the names of a frame."""
    return m.evaluators[type(e)](m, e, env)


def evaluate_all(m: Machine, expressions: tuple[Any, ...], env: Env) -> tuple[Value, ...]:
    """Their values, from left to right."""
    evaluators = m.evaluators
    return tuple([evaluators[type(e)](m, e, env) for e in expressions])


def holds(m: Machine, condition: Any, env: Env) -> bool:
    """Whether a condition, if there is one, holds."""
    return condition is None or m.evaluators[type(condition)](m, condition, env) is True


def number(m: Machine, e: Any, env: Env, origin: int = -1) -> int:
    """A number; none is a fault."""
    value: int | None = m.evaluators[type(e)](m, e, env)
    if value is None:
        raise Fault("none-in-arithmetic", "none stands where a number is needed", origin)
    return value


def player(m: Machine, e: Any, env: Env, origin: int = -1) -> Player:
    """A player; none is a fault."""
    value: Player | None = m.evaluators[type(e)](m, e, env)
    if value is None:
        raise Fault("asked-nobody", "there is no player here", origin)
    return value
