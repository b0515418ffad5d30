"""Scopa beside sixty lines of Python: what may be taken, scopas, awards and payoffs."""

from __future__ import annotations

import random
import re
from itertools import combinations
from typing import TypeAlias

import pytest

from tests.engine.classics.classics import Forced, begin, choose, game, ids, payoffs

Card: TypeAlias = "tuple[str, int]"

SUITS = ("coins", "cups", "swords", "clubs")
DECK: list[Card] = [(suit, rank) for suit in SUITS for rank in range(1, 11)]
PRIME = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}


def name(card: Card) -> str:
    """What the rulebook calls a card."""
    return f"italian({card[0]}, {card[1]})"


def plain(id: str) -> str:
    """A set of cards as offered, in the order of the alphabet."""
    return " ".join(sorted(re.findall(r"italian\(.*?\)", id)))


def named(cards: tuple[Card, ...]) -> str:
    """The same for cards."""
    return " ".join(sorted(map(name, cards)))


def moves(hand: list[Card], table: list[Card]) -> dict[str, tuple[Card, list[tuple[Card, ...]]]]:
    """Each offered choice: the card, and the sets of cards that it may take."""
    found: dict[str, tuple[Card, list[tuple[Card, ...]]]] = {}
    for card in hand:
        same = [other for other in table if other[1] == card[1]]
        sums = [
            some
            for size in range(2, len(table) + 1)
            for some in combinations(table, size)
            if sum(rank for _, rank in some) == card[1]
        ]
        for other in same:
            found[f"take_one {name(card)}, {name(other)}"] = card, [(other,)]
        if not same:
            found[f"{'take_sum' if sums else 'lay'} {name(card)}"] = card, sums
    return found


def awards(taken: list[list[Card]]) -> list[int]:
    """The points for cards, coins, the seven of coins and the prime."""
    scores = [
        [len(cards) for cards in taken],
        [sum(suit == "coins" for suit, _ in cards) for cards in taken],
        [int(("coins", 7) in cards) for cards in taken],
        [
            sum(max((PRIME[r] for s, r in cards if s == suit), default=0) for suit in SUITS)
            for cards in taken
        ],
    ]
    best = [[seat for seat, each in enumerate(score) if each == max(score)] for score in scores]
    return [sum(seats == [seat] for seats in best) for seat in range(len(taken))]


def play_both(seed: int) -> tuple[int, int]:
    """One deal on both sides; the scopas, and the sums that were taken."""
    rng = random.Random(f"scopa {seed}")
    players, deck = 2 + seed % 2, rng.sample(DECK, len(DECK))
    match = begin(game("scopa"), Forced(order=[name(card) for card in deck]), players)
    table, pile = deck[:4], deck[4:]
    taken: list[list[Card]] = [[] for _ in range(players)]
    scopas, sums_taken, last = [0] * players, 0, None
    while pile:
        hands = [pile[3 * seat : 3 * seat + 3] for seat in range(players)]
        pile = pile[3 * players :]
        for seat in [*range(players)] * 3:
            legal = moves(hands[seat], table)
            chosen = rng.choice(sorted(legal))
            if len(legal) > 1:
                assert match.decision is not None and match.decision.player == seat
                assert sorted(ids(match)) == sorted(legal)
                choose(match, chosen)
            card, ways = legal[chosen]
            hands[seat].remove(card)
            if not ways:
                table.append(card)
                continue
            way = rng.choice(ways)
            if len(ways) > 1:
                offered = [plain(choice) for choice in ids(match)]
                assert sorted(offered) == sorted(named(each) for each in ways)
                match.choose(offered.index(named(way)))
            table = [each for each in table if each not in way]
            taken[seat] += [card, *way]
            last, sums_taken = seat, sums_taken + (len(way) > 1)
            if not table and (pile or any(hands)):
                scopas[seat] += 1
    if last is not None:
        taken[last] += table
    points = [scopa + award for scopa, award in zip(scopas, awards(taken), strict=True)]
    assert list(payoffs(match)) == points
    return sum(scopas), sums_taken


def test_forty_deals_go_the_same_way() -> None:
    found = [play_both(seed) for seed in range(40)]

    assert sum(scopas for scopas, _ in found) > 5
    assert sum(sums for _, sums in found) > 40


@pytest.mark.long
def test_a_thousand_deals_go_the_same_way() -> None:
    assert sum(play_both(seed)[0] for seed in range(40, 1040)) > 100
