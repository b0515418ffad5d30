"""Whether values of play belong to types of the program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, cast, get_args

from ruleslang.engine.interpreter.dispatch import MEANINGS
from ruleslang.engine.interpreter.machine import Evaluator, Invocation, Machine
from ruleslang.engine.match import runtime_values as v
from ruleslang.engine.match.runtime_values import Env, ListValue, Value
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.program.typing.environment import scope_of, world_of
from ruleslang.program.typing.expressions import type_of
from ruleslang.program.walk import walk
from tests.support.invariants.declared import declarations

CLASSES: dict[type[Any], type[Any]] = {t.Player: v.Player, t.Team: v.Team, t.ZonePlace: v.Place}


def belongs_to(m: Machine, value: Value, type: t.Type) -> bool:
    """Whether a type holds a value."""
    match type:
        case t.Optional(inner):
            return value is None or belongs_to(m, value, inner)
        case t.Never():
            return value is None
        case t.Number(low, high):
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        case t.Truth():
            return isinstance(value, bool)
        case t.Fraction():
            return isinstance(value, int | Fraction)
        case t.WordOf(list):
            return isinstance(value, v.Word) and value.list == list
        case t.Card(kind):
            return isinstance(value, v.Card) and (
                kind is None or kind in value.title.kinds or kind in m.state.title_of(value).kinds
            )
        case t.Title(kind):
            return isinstance(value, v.CardDefinition) and (kind is None or kind in value.kinds)
        case t.Piece(piece):
            return isinstance(value, v.Piece) and piece in (None, value.declaration.name)
        case t.Space(board):
            return isinstance(value, v.Space) and board in (None, value.board)
        case t.DieIn(dice):
            return isinstance(value, v.DieIn) and value.dice == dice
        case t.UnderWay(event):
            return isinstance(value, Invocation) and value.event == event
        case t.SetOf(element, most):
            return _is_set(value) and _members_belong_to(m, value, element, most)
        case t.ListOf(element, most):
            return isinstance(value, ListValue) and _members_belong_to(m, value, element, most)
    return isinstance(value, CLASSES[type.__class__])


def _is_set(value: Value) -> bool:
    return (
        isinstance(value, tuple)
        and not isinstance(value, ListValue)
        and len(set(value)) == len(value)
    )


def _members_belong_to(m: Machine, value: Value, element: t.Type, most: int | None) -> bool:
    return (most is None or len(value) <= most) and all(
        belongs_to(m, each, element) for each in value
    )


@contextmanager
def watched(program: Program) -> Iterator[list[str]]:
    """Every value that an expression of a program has meanwhile, where it lies in no type of it."""
    types = _types_of_all(program)
    found: list[str] = []
    evaluators = cast(dict[type[Any], Evaluator], MEANINGS.expressions)
    before = dict(evaluators)

    def checked(evaluator: Evaluator) -> Evaluator:
        def evaluate(m: Machine, x: Any, env: Env) -> Value:
            value = evaluator(m, x, env)
            known = types.get(id(x))
            if known is not None and not any(belongs_to(m, value, type) for type in known[1]):
                found.append(f"{known[0]}: {x} is {value}, not of {known[1]}")
            return value

        return evaluate

    evaluators.update({kind: checked(evaluator) for kind, evaluator in before.items()})
    try:
        yield found
    finally:
        evaluators.update(before)


def _types_of_all(program: Program) -> dict[int, tuple[str, list[t.Type]]]:
    """The types of each expression, by its identity; one that stands in several bodies has more."""
    world, classes = world_of(program), get_args(e.Expr)
    found: dict[int, tuple[str, list[t.Type]]] = {}
    for where, declaration in declarations(program):
        scope = scope_of(world, declaration)
        for node in walk(declaration):
            if isinstance(node, classes):
                found.setdefault(id(node), (where, []))[1].append(type_of(node, scope))
    return found
