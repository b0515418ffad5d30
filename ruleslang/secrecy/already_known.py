"""Whether a player knows some of what is put otherwise."""

from __future__ import annotations

from ruleslang.match.faults import Fault
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Card, Player, Value
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.view import sees_card
from ruleslang.secrecy.rearrange_hidden import is_of_an_unseen_card, is_secret


def is_known(m: Machine, change: Rearrangement, who: Player) -> bool:
    """Whether a player sees some of what is put otherwise, or is told of it."""
    cards = {card for pair in change.pairs for card in pair}
    cards |= {card for _, at, _ in change.states for card in at if isinstance(card, Card)}
    if any(sees_card(m, card, who) for card in cards):
        return True
    if any(who in to and fact.card in cards for fact, to in m.state.facts.items()):
        return True
    places = [(name, at) for name, at, _ in (*change.states, *change.dice)]
    return any(_is_seen(m, name, at, who) for name, at in places)


def _is_seen(m: Machine, name: str, at: tuple[Value, ...], who: Player) -> bool:
    """Whether a state or dice have been shown, or come into sight as who sees them has changed."""
    if who in m.state.shown.get((name, at), ()):
        return True
    declared = m.tables.states.get(name) or m.tables.dice[name]
    try:
        return not is_secret(m, declared, at, who) and not is_of_an_unseen_card(m, at, who)
    except Fault:  # just here it cannot be said who sees it
        return True
