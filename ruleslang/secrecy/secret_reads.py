"""
What a step of a match reads of what is hidden from a player, and what comes into his sight on it.

A step that does neither, and leaves all to the players, goes the same way whatever is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import define, field, fields

from ruleslang.match.faults import Fault
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Card, CardDefinition, Env, Player
from ruleslang.meaning.evaluate import evaluate
from ruleslang.meaning.machine import Frame, Machine
from ruleslang.meaning.state import State
from ruleslang.meaning.view import sees_count
from ruleslang.secrecy.already_known import is_known
from ruleslang.secrecy.rearrange_hidden import Hidden, hidden


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

    look: Callable[[Card], None] = field(kw_only=True)

    def title_of(self, card: Card) -> CardDefinition:
        """What a card counts as."""
        self.look(card)
        return State.title_of(self, card)


@define(eq=False)
class Notice:
    """Whether anything hidden from a player was read since, or came into his sight."""

    who: Player
    cards: frozenset[Card]
    places: frozenset[Any]  # of states and dice, by name and index; zones that he may not count
    everything: Rearrangement
    noticed: bool = False
    remembers: Callable[[Any, Frame], bool] = field(default=lambda statement, frame: False)

    def card(self, card: Card) -> None:
        """A card is asked what it is."""
        self.noticed = self.noticed or card in self.cards

    def place(self, place: Any) -> None:
        """A state, dice or a zone is looked at."""
        self.noticed = self.noticed or place in self.places

    def statement(self, m: Machine, statement: Any, frame: Frame) -> None:
        """A statement comes: what has been shown by now may be covered again later."""
        self.noticed = self.noticed or self.remembers(statement, frame)
        self.look_again(m)

    def look_again(self, m: Machine) -> None:
        """Whether something has come into sight."""
        self.noticed = self.noticed or is_known(m, self.everything, self.who)


def noticing(m: Machine, who: Player, remembers: Callable[[Any, Frame], bool]) -> Notice:
    """
    Watch a machine from now on; it is to be thrown away after the step.

    `remembers` tells of a statement whether it reads a name that holds what was hidden before.
    """
    notice = _notice(m, who, hidden(m, who))
    notice.remembers = remembers
    m.state = _watched(m.state, notice)
    m.forget_values()
    m.before = notice.statement
    return notice


def is_read(m: Machine, who: Player, parts: Iterable[Any], env: Env) -> bool:
    """Whether working out expressions now reads what is hidden from a player."""
    notice = _notice(m, who, hidden(m, who))
    state, m.state, m.known_at = m.state, _watched(m.state, notice), -1
    try:
        for each in parts:
            evaluate(m, each, dict(env))
    except Fault:
        return True
    finally:
        m.state, m.known_at = state, -1
    return notice.noticed


def _watched(state: State, notice: Notice) -> State:
    """The same state, with containers that tell who looks at them."""
    parts = {each.name: getattr(state, each.name) for each in fields(State)}
    for kept in ("states", "dice"):
        parts[kept] = {
            name: _Watched(places, _named(notice, name)) for name, places in parts[kept].items()
        }
    parts["zones"] = _Watched(state.zones, notice.place)
    return _WatchedState(**parts, look=notice.card)


def _named(notice: Notice, name: str) -> Callable[[Any], None]:
    return lambda at: notice.place((name, at))


def _notice(m: Machine, who: Player, unseen: Hidden) -> Notice:
    cards = _cards(m, unseen)
    states = {(name, at) for name, at, _ in unseen.states}
    dice = {(name, at) for name, at, _, _ in unseen.dice}
    uncounted = {
        place
        for places in m.tables.places.values()
        for place in places.values()
        if not sees_count(m, place, who)
    }
    return Notice(who, cards, frozenset({*states, *dice, *uncounted}), _all(cards, unseen))


def _cards(m: Machine, unseen: Hidden) -> frozenset[Card]:
    pooled = (card for pool in unseen.pools for card in pool)
    return frozenset((*pooled, *(card for card, _ in unseen.movable)))


def _all(cards: Iterable[Card], unseen: Hidden) -> Rearrangement:
    """All that is hidden, as one change, to ask whether any of it is known."""
    return Rearrangement(
        pairs=tuple((card, card) for card in cards),
        states=tuple((name, at, values[0]) for name, at, values in unseen.states),
        dice=tuple((name, at, ()) for name, at, _, _ in unseen.dice),
    )
