"""Five-card draw beside sixty lines of Python: choices, winners and holdings."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import combinations
from typing import TypeAlias

import pytest

from ruleslang.engine.interpreter.match import InterpretedMatch
from tests.engine.classics.classics import Forced, begin, choose, game, ids, payoffs

Card: TypeAlias = "tuple[int, str]"

SUITS = ("clubs", "diamonds", "hearts", "spades")
DECK: list[Card] = [(rank, suit) for rank in range(2, 15) for suit in SUITS]


def strength(hand: list[Card]) -> tuple[int, list[int]]:
    """How good a hand is: the higher tuple is better."""
    counts = Counter(rank for rank, _ in hand)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({suit for _, suit in hand}) == 1
    five_high = sorted(counts) == [2, 3, 4, 5, 14]
    straight = five_high or (len(ranks) == 5 and ranks[0] - ranks[4] == 4)
    if five_high:
        ranks = [5]
    order = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [], [], [3, 2], [4, 1]]
    place = 8 if straight and flush else 4 if straight else 5 if flush else order.index(shape)
    return place, ranks


def name(card: Card) -> str:
    """What the classic calls a card."""
    return f"french({card[0]}, {card[1]})"


def dealt(rng: random.Random, rich: bool) -> list[Card]:
    """A deck in some order; in a rich one neighbours often agree, so that good hands are met."""
    deck = rng.sample(DECK, len(DECK))
    by_suit = rng.random() < 0.5
    if rich:
        deck.sort(
            key=lambda card: rng.random() + (SUITS.index(card[1]) if by_suit else card[0] / 3)
        )
    return deck


def plain(id: str) -> str:
    """A choice as the test names it: the cards of a set in the order of the alphabet."""
    if not id.startswith("{"):
        return id
    return " ".join(sorted(re.findall(r"french\(.*?\)", id)))


def take(match: InterpretedMatch, player: int, legal: set[str], rng: random.Random) -> str:
    """Make one of the choices, after looking whether they are as they should be."""
    assert match.decision is not None and match.decision.player == player
    assert {plain(id) for id in ids(match)} == legal
    taken = rng.choice(ids(match))
    choose(match, taken)
    return taken


def play_both(seed: int) -> int:
    """One deal on both sides; the place of the best hand."""
    rng = random.Random(f"poker {seed}")
    players, deck = 2 + seed % 4, dealt(rng, rich=bool(seed % 2))
    match = begin(game("draw_poker"), Forced(order=[name(card) for card in deck]), players)
    hands = [deck[5 * seat : 5 * seat + 5] for seat in range(players)]
    pile = deck[5 * players :]
    stakes, still_in = [1] * players, list(range(players))
    for seat in range(players):
        alone = len(still_in) == 1
        if not alone and take(match, seat, {"fold", "put_in"}, rng) == "fold":
            still_in.remove(seat)
        else:
            stakes[seat] = 5
    for seat in still_in:
        sets = [some for size in range(4) for some in combinations(hands[seat], size)]
        legal = {" ".join(sorted(map(name, some))) for some in sets}
        away = take(match, seat, legal, rng)
        kept = [card for card in hands[seat] if name(card) not in away]
        drawn = 5 - len(kept)
        hands[seat], pile = kept + pile[:drawn], pile[drawn:]

    best = max(strength(hands[seat]) for seat in still_in)
    winners = [seat for seat in still_in if strength(hands[seat]) == best]
    share = sum(stakes) // len(winners)
    assert match.outcome is not None and match.outcome.winners == tuple(winners), hands
    assert list(payoffs(match)) == [
        (share if seat in winners else 0) - stakes[seat] for seat in range(players)
    ]
    return best[0]


def test_two_hundred_deals_go_the_same_way() -> None:
    found = {play_both(seed) for seed in range(200)}

    assert found >= {0, 1, 2, 3, 4, 5, 6}


@pytest.mark.long
def test_five_thousand_deals_go_the_same_way() -> None:
    for seed in range(200, 5200):
        play_both(seed)
