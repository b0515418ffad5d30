"""
Whether a choice teaches who makes it: would he see it, were what he cannot see otherwise?

Not a law: what a choice teaches is the game's business. Who lets players take choices back asks
here first.
"""

from __future__ import annotations

from typing import Any

from ruleslang.laws.arrangement import Arrangement, arranged
from ruleslang.laws.hidden import hidden
from ruleslang.meaning.chance import Stream, Streams, derive
from ruleslang.meaning.match import Match
from ruleslang.meaning.view import View, view

TRIES = 6


def teaches(match: Match, index: int) -> bool:
    """
    Whether a choice of the pending decision shows its player something he could not know before.

    It is made in copies: with what is hidden put otherwise, and with other chance.
    """
    assert match.decision is not None
    seat = match.decision.player
    unseen = hidden(match.machine, match.machine.tables.players[seat])
    stream = Stream(derive(match.machine.state.version, seat))
    usual = _after(match, index, Arrangement(), None)
    return any(_after(match, index, unseen.some(stream), other) != usual for other in range(TRIES))


def _after(match: Match, index: int, arrangement: Arrangement, seed: int | None) -> Any:
    """What the player sees, and is asked, after his choice; of a seed, with its chance."""
    assert match.decision is not None
    seat = match.decision.player
    twin = match.copy()
    if seed is not None:
        twin.machine.chance = Streams(seed)
    with arranged(twin.machine, arrangement):
        twin.choose(index)
        seen = view(twin, seat)
        return _plain(seen), None if seen.decision is None else _asked(seen)


def _plain(seen: View) -> Any:
    return seen.active, seen.players, seen.zones, seen.states, seen.dice, seen.pieces, seen.told


def _asked(seen: View) -> Any:
    assert seen.decision is not None
    return seen.decision.name, [choice.id for choice in seen.decision.choices]
