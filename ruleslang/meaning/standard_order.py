"""
Standard order (docs/reference/engines.md): players from the active one clockwise; all else in the
order of its type.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ruleslang.match.values import Entity, Player, Value, sort_key
from ruleslang.meaning.machine import Machine


def rank(m: Machine, value: Value) -> Any:
    """The place of a member in the standard order of its type, as the turn now stands."""
    if isinstance(value, Player):
        m.by_turn = True
        return (value.order - m.state.active.order) % len(m.tables.players)
    if isinstance(value, tuple):
        return tuple(rank(m, each) for each in value)
    return sort_key(value)


def standard(m: Machine, values: Iterable[Value]) -> tuple[Value, ...]:
    """The distinct members in standard order."""
    found = list(dict.fromkeys(values))
    if len(found) < 2:
        return tuple(found)
    first = found[0]
    if isinstance(first, (Player, tuple)):
        found.sort(key=lambda each: rank(m, each))
    elif isinstance(first, Entity):
        found.sort(key=_order)
    else:
        found.sort()
    return tuple(found)


def around_table(m: Machine, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Players in seat order, turned so that the active one, or who follows him, is first."""
    m.by_turn = True
    seat = m.state.active.order
    return tuple([p for p in players if p.order >= seat] + [p for p in players if p.order < seat])


def _order(thing: Entity) -> int:
    return thing.order
