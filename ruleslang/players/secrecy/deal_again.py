"""
Deals hidden cards, states and dice again, using only the player's knowledge.

The deal does not depend on the true position: two positions that the player cannot tell apart are
dealt alike from the same stream.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.decision import Chanced
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Card, Place, Value
from ruleslang.players.secrecy.rearrange_hidden import Hidden, hidden
from ruleslang.players.secrecy.secret_bodies import has_secrets, remembering
from ruleslang.players.secrecy.secret_reads import SecretReads
from ruleslang.program import statements as s
from ruleslang.program import types as t
from ruleslang.program.program import Program
from ruleslang.program.typing.lattice import plain
from ruleslang.program.walk import find

Likely: TypeAlias = Callable[[Place, Card], float]


def hides_nothing(program: Program) -> bool:
    """Return whether the rules hide nothing, neither cards and states nor simultaneous answers."""
    questions = find(program, s.Together), find(program, s.TogetherForEach)
    return not has_secrets(program) and not any(True for together in questions for _ in together)


def dealt_again(
    match: Match,
    seat: int,
    stream: Stream,
    unseen: Hidden | None = None,
    likely: Likely | None = None,
) -> Rearrangement:
    """
    Return a random rearrangement of everything hidden from a player; `unseen` is that, if already
    computed.

    `likely` gives how much more often than by chance a card is at a place.
    """
    unseen = unseen or hidden(match, match.population.players[seat])
    stored, there = match.position.states, match.position.dice
    pairs = [pair for pool in unseen.pools for pair in _exchanges(match, pool, stream, likely)]
    moves = []
    for card, others in unseen.movable:
        here = match.position.where[card]
        places = sorted({here, *others}, key=lambda origin: -1 if origin is None else origin.order)
        place = places[stream.below(len(places))]
        if place is not here:
            moves.append((card, place))
    states = []
    for name, at, others in unseen.states:
        type = match.population.states[name].type
        values = _in_order(match, type, (*others, stored[name][at]))
        states.append((name, at, values[stream.below(len(values))]))
    dice = [
        (name, at, tuple(stream.below(faces) for _ in there[name][at]))
        for name, at, _, faces in unseen.dice
    ]
    return Rearrangement(tuple(pairs), tuple(moves), tuple(states), tuple(dice))


def _in_order(match: Match, type: t.Type, values: Collection[Value]) -> Sequence[Value]:
    """Return values in their type's standard order, `None` first, without enumerating the type."""
    if isinstance(plain(type), t.Number):
        numbers = sorted({value for value in values if isinstance(value, int)})
        return [None, *numbers] if None in values else numbers
    return [member for member in match.population.domain(type) if member in values]


def _exchanges(
    match: Match, pool: tuple[Card, ...], stream: Stream, likely: Likely | None
) -> list[tuple[Card, Card]]:
    """Return the swaps that realise a drawn permutation of the pool."""
    position = match.position
    places = sorted({position.where[card] for card in pool}, key=lambda place: place.order)
    if likely is not None:  # few cards first, since what is left at the end is only shuffled
        places.sort(key=lambda place: len(position.zones[place]))
    there = [(card, place) for place in places for card in position.zones[place] if card in pool]
    now, pairs = [card for card, _ in there], []  # each one's card after the pairs so far
    drawn = (
        stream.permutation(len(pool))
        if likely is None
        else _drawn(pool, [place for _, place in there], stream, likely)
    )
    for at, drawn_place in enumerate(drawn):
        now_at = now.index(pool[drawn_place])
        if now_at != at:
            pairs.append((there[at][0], there[now_at][0]))
            now[at], now[now_at] = now[now_at], now[at]
    return pairs


def _drawn(
    pool: tuple[Card, ...], places: Sequence[Place], stream: Stream, likely: Likely
) -> list[int]:
    """Return indices of cards drawn for these places in order, weighted by `likely`."""
    left, drawn = list(range(len(pool))), list[int]()
    for place in places:
        if place is places[-1]:
            break
        weights = [likely(place, pool[index]) for index in left]
        drawn.append(left.pop(_weighted(weights, stream)))
    return [*drawn, *(left[index] for index in stream.permutation(len(left)))]


def _weighted(weights: Sequence[float], stream: Stream) -> int:
    """Return a random index, drawn by weight."""
    remaining = stream.next32() / 2**32 * sum(weights)
    for at, weight in enumerate(weights):
        remaining -= weight
        if remaining < 0:
            return at
    return len(weights) - 1


def teaches(match: Match, index: int) -> bool:
    """
    Return whether a choice of the pending decision can show its player something hidden.

    It can if chance acts before the next decision, if something hidden is shown, even briefly, or
    if the rules read something hidden (or a local computed from it), since what happens next may
    then depend on it. The match is left unchanged.
    """
    assert match.decision is not None
    nothing_hidden = hides_nothing(match.population.program)
    copies_at_once = hasattr(type(match), "choice_keys")  # an engine that need not play again
    if nothing_hidden or copies_at_once:
        acted = _chance_acts(match, index)
        if nothing_hidden or acted:
            return acted
    copy, memory = remembering(match, match.decision.player)
    if memory.holds():
        return True
    happened = len(copy.events)
    noticed = SecretReads(copy, match.decision.asked, memory.uses)
    copy.observe(noticed.observer())
    copy.choose(index)
    noticed.look_for_shown(copy)
    return noticed.found or any(isinstance(event, Chanced) for event in copy.events[happened:])


def _chance_acts(match: Match, index: int) -> bool:
    copy = match.copy()
    before = copy.chance.words()
    copy.choose(index)
    return copy.chance.words() != before
