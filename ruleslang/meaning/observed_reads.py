"""A state that tells observers what of it is looked at: states, dice, zones, what a card is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from ruleslang.match.observer import Read, StoredRead
from ruleslang.match.values import Card, CardDefinition
from ruleslang.meaning.state import State
from ruleslang.nodes.fields import field_names

Hears = tuple[Callable[[Read], None], ...]


class _Watched(dict[Any, Any]):
    """A mapping that tells which of its keys is looked at."""

    def __init__(self, kept: dict[Any, Any], look: Callable[[Any], None]) -> None:
        super().__init__(kept)
        self.look = look

    def __getitem__(self, key: Any) -> Any:
        self.look(key)
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        """As a dictionary does."""
        self.look(key)
        return super().get(key, default)


@define(eq=False)
class _WatchedState(State):
    """A state that tells of which card it is asked what it is."""

    look: Callable[[Read], None] = field(kw_only=True)

    def title_of(self, card: Card) -> CardDefinition:
        """What a card counts as."""
        self.look(card)
        return State.title_of(self, card)

    def imagined(self) -> State:
        """A copy that tells the same."""
        return _telling(unwatched(self).copy(), self.look)


def watched(state: State, hears: Hears) -> State:
    """The same state; with somebody who hears, one that tells what is looked at."""
    if not hears:
        return unwatched(state)

    def look(read: Read) -> None:
        for hear in hears:
            hear(read)

    return _telling(state, look)


def _telling(state: State, look: Callable[[Read], None]) -> State:
    parts = _parts(state)
    for kept in ("states", "dice"):
        parts[kept] = {
            name: _Watched(places, _named(look, name)) for name, places in parts[kept].items()
        }
    parts["zones"] = _Watched(state.zones, look)
    return _WatchedState(**parts, look=look)


def unwatched(state: State) -> State:
    """The same state, silent."""
    if not isinstance(state, _WatchedState):
        return state
    parts = _parts(state)
    for kept in ("states", "dice"):
        parts[kept] = {name: dict(places) for name, places in parts[kept].items()}
    parts["zones"] = dict(state.zones)
    return State(**parts)


def _parts(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in field_names(State) or ()}


def _named(look: Callable[[Read], None], name: str) -> Callable[[Any], None]:
    return lambda index: look(StoredRead(name, index))
