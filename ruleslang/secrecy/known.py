"""Whether a player knows some of what is put otherwise."""

from __future__ import annotations

from ruleslang.meaning.machine import Machine
from ruleslang.meaning.values import Card, Player
from ruleslang.meaning.view import sees_card
from ruleslang.secrecy.arrangement import Arrangement


def is_known(m: Machine, change: Arrangement, who: Player) -> bool:
    """Whether a player sees some of what is put otherwise, or is told of it."""
    cards = {card for pair in change.pairs for card in pair}
    cards |= {card for _, at, _ in change.states for card in at if isinstance(card, Card)}
    if any(sees_card(m, card, who) for card in cards):
        return True
    if any(who in to and fact.card in cards for fact, to in m.state.facts.items()):
        return True
    places = [(name, at) for name, at, _ in (*change.states, *change.dice)]
    return any(who in m.state.shown.get(place, ()) for place in places)
