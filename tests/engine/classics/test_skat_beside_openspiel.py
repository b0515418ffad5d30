"""Random deals of Skat beside OpenSpiel's: the same legal cards, tricks and lost games."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import ruleslang

pyspiel: Any = pytest.importorskip("pyspiel")

SUITS = ("diamonds", "hearts", "spades", "clubs")
RANKS = ("seven", "eight", "nine", "queen", "king", "ten", "ace", "jack")
CONTRACTS = (*SUITS, "grand", "null")
PASS, FIRST_BID = 32, 33
# Which cards of a deal forehand, middlehand and rearhand get; two of them are the skat.
DEALT = ((0, 1, 2, *range(11, 15), 23, 24, 25), (3, 4, 5, *range(15, 19), 26, 27, 28))
DEALT += ((6, 7, 8, *range(19, 23), 29, 30, 31), (9, 10))


def cards(text: str) -> list[int]:
    """Return the numbers of the cards in a text, as OpenSpiel counts them."""
    named = re.findall(r"french\((\w+), (\w+)\)", text)
    return [8 * SUITS.index(suit) + RANKS.index(rank) for suit, rank in named]


def hands(match: ruleslang.Match) -> list[list[int]]:
    """Return the cards of each hand, as its player sees them, and the two that nobody has."""
    seats = enumerate(("anna", "ben", "cleo"))
    held = [cards(str(match.view(seat).zones[f"hand({name})"].cards)) for seat, name in seats]
    return [*held, [card for card in range(32) if not any(card in hand for hand in held)]]


def with_contract(dealt: list[list[int]], solo: int, contract: str, away: list[int]) -> Any:
    """Return OpenSpiel's position in which a player took the skat and has put two cards away."""
    order = {
        at: card
        for places, of in zip(DEALT, dealt, strict=True)
        for at, card in zip(places, of, strict=True)
    }
    state = pyspiel.load_game("skat").new_initial_state()
    for at in range(32):
        state.apply_action(order[at])
    while min(state.legal_actions()) >= PASS:
        bids = state.current_player() == solo
        state.apply_action(FIRST_BID + CONTRACTS.index(contract) if bids else PASS)
    for card in away:
        state.apply_action(card)
    return state


@pytest.mark.parametrize("seed", range(12))
def test_a_deal_of_skat_is_played_and_lost_as_in_openspiel(seed: int) -> None:
    match, chance = ruleslang.load("skat").start(seed=seed, engine="wasm"), random.Random(seed)
    dealt = hands(match)
    away, asked, state = dealt[3], 0, None
    while state is None or not state.is_terminal():
        assert match.decision is not None
        choice = chance.choice(match.decision.choices[: 1 if asked == 0 else None])  # a first bid
        if match.decision.name == "c" and state is None:
            stated = match.view(0).states
            solo = ("anna", "ben", "cleo").index(str(stated["declarer"]))
            state = with_contract(dealt, solo, str(stated["contract"]), away)
        if match.decision.name == "c":
            assert state.current_player() == match.decision.player
            assert {cards(option.id)[0] for option in match.decision.choices} == {
                *state.legal_actions()
            }
            state.apply_action(cards(choice.id)[0])
            while not state.is_terminal() and len(state.legal_actions()) == 1:
                state.apply_action(state.legal_actions()[0])
        if match.decision.name == "away":
            away = cards(choice.id)
        match.choose(choice)
        asked += 1
    score = match.view(0).states[f"score({('anna', 'ben', 'cleo')[solo]})"]

    assert asked > 8
    assert score != 0 and (score < 0 or state.returns()[solo] > 0)
