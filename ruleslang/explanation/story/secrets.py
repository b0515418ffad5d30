"""Determines what a program hides from somebody: kinds of values, and the names of states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import field, frozen

from ruleslang.players.secrecy.secret_bodies import bodies_called
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.declarations import IndexPlace
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import element
from ruleslang.program.walk import find


@frozen
class Secrets:
    """The hidden parts of a program: kinds of values, and the names of states."""

    kinds: frozenset[str]
    states: frozenset[str]
    program: Program
    bodies: dict[int, tuple[bool, Any]] = field(factory=dict, init=False, eq=False)  # by `id`

    def keep(self, kind: t.Type | None) -> bool:
        """Return whether a value of this type may be secret."""
        return bool(self.kinds) and (kind is None or _kind(kind) in self.kinds)

    def are_written(self, body: Any) -> bool:
        """Return whether anything here writes a state not visible to all, directly or by calls."""
        if not self.states:
            return False
        known = self.bodies.get(id(body))
        if known is None:
            places = find((body, *bodies_called(body, self.program)), s.StatePlace)
            known = any(place.name in self.states for place in places), body
            self.bodies[id(body)] = known
        return known[0]


def secrets_of(program: Program) -> Secrets:
    """Collect what a program hides from somebody."""
    states = [state for state in program.states if state.seen.by != "all"]
    zones = [zone for zone in program.zones if zone.count_seen.by != "all"]
    kinds = {_kind(state.type) for state in states}
    for index in (*(state.index for state in states), *(zone.index for zone in zones)):
        kinds.update(_of_index(index))
    return Secrets(frozenset(kinds), frozenset(state.name for state in states), program)


def _of_index(index: tuple[IndexPlace, ...]) -> Iterator[str]:
    """Yield the kinds of values in an index, except its first player, who is the owner."""
    kinds = [_kind(place.type) for place in index]
    if "Player" in kinds:
        kinds.remove("Player")
    yield from kinds


def _kind(type: t.Type) -> str:
    """Return the kind of a type, ignoring options and collections."""
    inner = element(type)
    if inner is not None:
        return _kind(inner)
    return type.list if isinstance(type, t.WordOf) else type.__class__.__name__
