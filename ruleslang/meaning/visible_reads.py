"""
The state with the eyes of one player: what he does not see is a fault to read.

A preference of a player is worked out so: it cannot know more than he who has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from attrs import frozen

from ruleslang.match.faults import Fault
from ruleslang.match.values import Card, Place, Player, Value, members
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.revealed import seers
from ruleslang.meaning.state import State
from ruleslang.meaning.view import seen_state, sees_card, sees_count


@contextmanager
def with_eyes_of(m: Machine, who: Player) -> Iterator[None]:
    """
    Inside this context only what one player sees can be read of the state.

    Values that were kept are not his; those that he worked out are kept for the same decision.
    """
    kept, now = (m.known, m.known_at, m.kept), (who, m.counted, m.state.version)
    m.known, m.known_at, m.kept = m.seen if m.seen_at == now else ({}, -1, 0)
    m.eyes = PlayerEyes(m, who)
    try:
        yield
    finally:
        m.eyes = None
        m.seen_at, m.seen = now, (m.known, m.known_at, m.kept)
        m.known, m.known_at, m.kept = kept


@frozen(eq=False)
class PlayerEyes:
    """What a player may read; raises the fault `unseen` for all else."""

    m: Machine
    who: Player

    def zone(self, place: Place) -> tuple[Card, ...]:
        """The cards that lie there, when he sees all of them."""
        cards = seen_state(self.m, place.index, self.who).zones[place]
        with self._open():
            seen = all(sees_card(self.m, card, self.who) for card in cards)
            if not seen or not (cards or sees_count(self.m, place, self.who)):
                raise _unseen(place.name)
        return cards

    def count(self, place: Place) -> int:
        """How many cards lie there, when he knows it."""
        with self._open():
            if not sees_count(self.m, place, self.who):
                raise _unseen(place.name)
        return len(seen_state(self.m, place.index, self.who).zones[place])

    def where(self, card: Card) -> Place | None:
        """Where a card lies that he sees."""
        self._check_card(card)
        return self.m.state.where.get(card)

    def state(self, name: str, index: tuple[Value, ...]) -> State:
        """The state in which he reads a stored fact."""
        seen = seen_state(self.m, index, self.who)
        declared = self.m.tables.states[name]
        with self._open():
            if self.who not in seen.shown.get((name, index), ()) and self.who not in seers(
                self.m, declared.seen, declared.index, index
            ):
                raise _unseen(name)
        for each in (*index, *members(seen.states[name].get(index))):
            if isinstance(each, Card):
                self._check_card(each)
        return seen

    def dice(self, name: str, index: tuple[Value, ...]) -> tuple[int, ...]:
        """The places of the faces that lie there."""
        seen = seen_state(self.m, index, self.who)
        declared = self.m.tables.dice[name]
        with self._open():
            if self.who not in seen.shown.get((name, index), ()) and self.who not in seers(
                self.m, declared.seen, declared.index, index
            ):
                raise _unseen(name)
        return seen.dice[name][index]

    def _check_card(self, card: Card) -> None:
        with self._open():
            if not sees_card(self.m, card, self.who):
                raise _unseen("a card")

    @contextmanager
    def _open(self) -> Iterator[None]:
        """Who sees what is worked out with open eyes."""
        state, self.m.eyes = self.m.state, None
        self.m.state = self.m.real or state  # who sees what does not change in thought
        try:
            yield
        finally:
            self.m.eyes, self.m.state = self, state


def _unseen(what: Any) -> Fault:
    return Fault("unseen", f"`{what}` is not seen by him who prefers")
