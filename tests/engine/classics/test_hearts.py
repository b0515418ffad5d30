"""Hearts and OpenSpiel's game, card by card, with three cards passed on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ruleslang.engine.interpreter.match import InterpretedMatch
from tests.engine.classics.classics import Forced, begin, choose, game, ids, payoffs

pyspiel: Any = pytest.importorskip("pyspiel")

SUITS = ("clubs", "diamonds", "hearts", "spades")
DECK = [f"french({rank}, {suit})" for rank in range(2, 15) for suit in SUITS]


def play_both(seed: int) -> None:
    """One deal on both sides: OpenSpiel deals round, the classic thirteen to each."""
    rng = random.Random(f"hearts {seed}")
    seats_on, dealt = rng.randrange(4), rng.sample(range(52), 52)
    order = [DECK[dealt[card]] for seat in range(4) for card in range(seat, 52, 4)]
    match = begin(game("hearts"), Forced(order=order, picks=[str(seats_on)]))
    state = pyspiel.load_game("hearts").new_initial_state()
    for outcome in (seats_on, *dealt):
        state.apply_action(outcome)
    if seats_on:
        for seat in range(4):
            _pass_on(match, state, seat, rng)
    while not state.is_terminal():
        legal = state.legal_actions()
        taken = rng.choice(legal)
        if len(legal) > 1:
            assert match.decision is not None, state
            assert match.decision.player == state.current_player()
            assert sorted(map(DECK.index, ids(match))) == legal, state
            choose(match, DECK[taken])
        state.apply_action(taken)

    assert list(payoffs(match)) == state.returns(), state


def _pass_on(match: InterpretedMatch, state: Any, seat: int, rng: random.Random) -> None:
    """Three cards of one player; the classic asks for them upwards, the last may be forced."""
    hand = state.legal_actions()
    away = sorted(rng.sample(hand, 3))
    for place, card in enumerate(away):
        state.apply_action(card)
        open_to = hand[hand.index(away[place - 1]) + 1 if place else 0 : 11 + place]
        if len(open_to) > 1:
            assert match.decision is not None and match.decision.player == seat
            assert ids(match) == [DECK[each] for each in open_to]
            choose(match, DECK[card])


def test_forty_deals_go_the_same_way() -> None:
    for seed in range(40):
        play_both(seed)


@pytest.mark.long
def test_a_thousand_deals_go_the_same_way() -> None:
    for seed in range(40, 1040):
        play_both(seed)
