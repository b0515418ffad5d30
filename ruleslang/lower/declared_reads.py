"""
Lowers reads of what is declared, alone or with brackets: states, zones, dice, values, …

A reader takes the symbol and the node, which is a `Name` when there are no brackets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ruleslang.lower.arguments import arguments, indices, parameters_of
from ruleslang.lower.constant_integers import folded
from ruleslang.lower.context import Context
from ruleslang.lower.conversions import face_type, front
from ruleslang.lower.hoisted_calls import call_in_expression
from ruleslang.lower.population_sizes import most_members
from ruleslang.lower.scope import Scope, Typed
from ruleslang.lower.types import lower_type
from ruleslang.program import expressions as e
from ruleslang.program import types as t
from ruleslang.resolve.symbol_table import Symbol
from ruleslang.syntax import declarations as d
from ruleslang.syntax.expressions import Apply
from ruleslang.syntax.node import Name
from ruleslang.types.lattice import FrontType, element, plain, stored

Reader: TypeAlias = Callable[[Scope, Symbol, "Name | Apply", "FrontType | None"], Typed]


def _state(scope: Scope, symbol: Symbol, node: Name | Apply, expected: FrontType | None) -> Typed:
    assert isinstance(symbol.node, d.State)
    index = arguments(scope, node, parameters_of(scope.context, symbol.node))
    type = front(lower_type(scope.context, symbol.node.type))
    return Typed(e.ReadState(symbol.name, index, scope.context.origin(node.span)), type)


def _zone(scope: Scope, symbol: Symbol, node: Name | Apply, expected: FrontType | None) -> Typed:
    assert isinstance(symbol.node, d.Zone)
    index = indices(scope, node, parameters_of(scope.context, symbol.node), any_allowed=True)
    return Typed(
        e.ReadZone(symbol.name, index), zone_type(scope.context, symbol.node, e.AnyIndex() in index)
    )


def zone_type(context: Context, node: d.Zone, several: bool) -> t.SetOf:
    """A zone read as the set of its cards, in their order; `several` zones have no capacity."""
    kind = node.kind.text if node.kind.text in context.kinds else None
    most = None if several or node.at_most is None else folded(node.at_most)
    return t.SetOf(t.Card(kind), most)


def _dice(scope: Scope, symbol: Symbol, node: Name | Apply, expected: FrontType | None) -> Typed:
    assert isinstance(symbol.node, d.Dice)
    index = indices(scope, node, parameters_of(scope.context, symbol.node), any_allowed=True)
    places = [
        most_members(scope.context, t.SetOf(stored(type))) or 1 if given == e.AnyIndex() else 1
        for given, (_, type) in zip(index, parameters_of(scope.context, symbol.node), strict=True)
    ]
    most = symbol.node.number
    for number in places:
        most *= number
    if expected is not None and isinstance(element(plain(expected)), t.DieIn):
        return Typed(e.DiceAt(symbol.name, index), t.ListOf(t.DieIn(symbol.name), most))
    faces = stored(face_type(scope.context, symbol.name))
    return Typed(e.ReadDice(symbol.name, index), t.ListOf(faces, most))


def _value(scope: Scope, symbol: Symbol, node: Name | Apply, expected: FrontType | None) -> Typed:
    given = arguments(scope, node, parameters_of(scope.context, symbol.node))
    type = front(scope.context.value_type(symbol.name))
    return Typed(e.CallValue(symbol.name, given, scope.context.origin(node.span)), type)


def _procedure(
    scope: Scope, symbol: Symbol, node: Name | Apply, expected: FrontType | None
) -> Typed:
    return call_in_expression(scope, symbol, node, parameters_of(scope.context, symbol.node))


READERS: dict[str, Reader] = {
    "state": _state,
    "zone": _zone,
    "dice": _dice,
    "value": _value,
    "procedure": _procedure,
    "phase": _procedure,
    "check": _procedure,
}
