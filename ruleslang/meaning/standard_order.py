"""
Standard order (docs/reference/engines.md): players from the active one clockwise; all else in the
order of its type. The program names the order that is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, assert_never

from ruleslang.match.values import Entity, Player, Value
from ruleslang.meaning.machine import Machine
from ruleslang.program.operation_variants_by_type import StandardOrder


def rank(m: Machine, value: Value, order: StandardOrder) -> Any:
    """The place of a member in the standard order of its type, as the turn now stands."""
    return _ranking(m, order)(value)


def standard(m: Machine, values: Iterable[Value], order: StandardOrder) -> tuple[Value, ...]:
    """The distinct members in standard order."""
    found = list(dict.fromkeys(values))
    if len(found) > 1:
        found.sort(key=None if order == "numbers" else _ranking(m, order))
    return tuple(found)


def around_table(m: Machine, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Players in seat order, turned so that the active one, or who follows him, is first."""
    m.by_turn = True
    seat = m.state.active.order
    return tuple([p for p in players if p.order >= seat] + [p for p in players if p.order < seat])


def _ranking(m: Machine, order: StandardOrder) -> Callable[[Value], Any]:
    match order:
        case "numbers" | "sets of numbers":
            return _itself
        case "as written":
            return _place
        case "sets as written":
            return _places
        case "clockwise":
            return _from_active(m)
        case "sets clockwise":
            turn = _from_active(m)
            return lambda several: tuple(map(turn, several))
        case _:
            assert_never(order)


def _itself(value: Value) -> Any:
    return value


def _place(value: Entity) -> int:
    return value.order


def _places(values: tuple[Entity, ...]) -> tuple[int, ...]:
    return tuple([each.order for each in values])


def _from_active(m: Machine) -> Callable[[Value], int]:
    m.by_turn = True
    first, seats = m.state.active.order, len(m.tables.players)
    return lambda player: (player.order - first) % seats
