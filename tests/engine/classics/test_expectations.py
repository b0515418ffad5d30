"""Expected values as exact fractions: counted with the engine, and again without it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from ruleslang.explanation.odds.exact_odds import distribution
from tests.engine.classics.classics import Forced, begin, choose, game, payoffs
from tests.engine.classics.walk import expected

RANKS = ("jack", "queen", "king")
KUHN = tuple(f"pack({rank})" for rank in RANKS)
LEDUC = tuple(f"pack({rank}, {suit})" for rank in RANKS for suit in ("spades", "hearts"))


# ---------------------------------------------------------------- poker, every choice as likely


def over_all_deals(name: str, cards: Sequence[str], dealt: int) -> Fraction:
    """What the opener may expect, over all ways in which the first cards may lie."""
    deals = list(permutations(cards, dealt))
    results = []
    for top in deals:
        rest = [card for card in cards if card not in top]
        results.append(expected(begin(game(name), Forced(order=[*top, *rest]))))
    return sum(results, Fraction(0)) / len(deals)


def spiel_value(state: Any) -> Fraction:
    """What OpenSpiel's first player may expect when every outcome and action is as likely."""
    if state.is_terminal():
        return Fraction(int(state.returns()[0]))
    results = [spiel_value(state.child(action)) for action in state.legal_actions()]
    return sum(results, Fraction(0)) / len(results)


def test_a_random_opener_at_kuhn_poker_wins_an_eighth_of_a_chip() -> None:
    # Both cards are as likely to win, so only folding counts: a quarter of the time the dealer
    # folds to a bet, an eighth of the time the opener does.
    assert over_all_deals("kuhn_poker", KUHN, 3) == Fraction(1, 4) - Fraction(1, 8)


@pytest.mark.long
def test_random_play_at_leduc_poker_has_the_value_of_openspiel() -> None:
    pyspiel: Any = pytest.importorskip("pyspiel")

    worth = over_all_deals("leduc_poker", LEDUC, 3)

    assert worth == spiel_value(pyspiel.load_game("leduc_poker").new_initial_state())


# ---------------------------------------------------------------- pig, turns held at ten points

HELD_AT = 10


def test_a_throw_is_fair() -> None:
    match = begin(game("pig"), Forced())

    assert distribution(match, "throw", ()) == dict.fromkeys(range(1, 7), Fraction(1, 6))


def points(faces: tuple[int, ...]) -> Fraction:
    """What the first turn brings on the average after these throws: played."""
    if 1 in faces or sum(faces) >= HELD_AT:
        match = begin(game("pig"), Forced(faces=list(map(str, faces))))
        for _ in faces:
            choose(match, "go_on")
        if faces[-1] != 1:
            choose(match, "hold")
        return Fraction(int(match.view(0).states["score(p1)"] or 0))
    return sum((points((*faces, face)) for face in range(1, 7)), Fraction(0)) / 6


def foreseen(total: int) -> Fraction:
    """The same, worked out."""
    if total >= HELD_AT:
        return Fraction(total)
    return sum((foreseen(total + face) for face in range(2, 7)), Fraction(0)) / 6


def test_a_turn_held_at_ten_brings_what_it_should() -> None:
    assert points(()) == foreseen(0)


# ---------------------------------------------------------------- blackjack, the dealer's odds

PIPS = (*range(1, 10), 10, 10, 10, 10)  # of the ranks 1 to 13
TEN = 10


def hands(gambler: tuple[int, int], shown: int) -> Counter[int]:
    """What is left in the pack, by pips, when these are gone."""
    left = Counter(PIPS * 4)
    left.subtract([*gambler, shown])
    return left


def pile(pips: Sequence[int]) -> list[str]:
    """Cards with these pips, all different, and then the rest of the pack."""
    suits = ("clubs", "diamonds", "hearts", "spades")
    by_pips: dict[int, list[str]] = {}
    for rank, number in enumerate(PIPS, 1):
        by_pips.setdefault(number, []).extend(f"french({suit}, {rank})" for suit in suits)
    first = [by_pips[number].pop() for number in pips]
    return first + [card for cards in by_pips.values() for card in cards]


def played(gambler: tuple[int, int], shown: int, drawn: tuple[int, ...] = ()) -> Fraction:
    """The gain of a gambler who stands at once, over all that the dealer may draw: played."""
    if drawn:
        hole, *rest = drawn
        forced = Forced(order=pile([*gambler, hole, shown, *rest]))
        match = begin(game("blackjack"), forced)
        choose(match, "stand")
        if match.view(0).zones["upcards"].count == len(drawn):
            return Fraction(payoffs(match)[0])
    left = hands(gambler, shown)
    left.subtract(drawn)
    return over(left, lambda number: played(gambler, shown, (*drawn, number)))


def over(left: Mapping[int, int], result: Any) -> Fraction:
    """The mean of a result over the next card."""
    cards = sum(left.values())
    chances = ((Fraction(number, cards), pips) for pips, number in left.items() if number)
    return sum((chance * result(pips) for chance, pips in chances), Fraction(0))


def total(cards: Sequence[int]) -> int:
    """What cards count: an ace eleven, if that is not too much."""
    hard = sum(cards)
    return hard + TEN if 1 in cards and hard + TEN <= 21 else hard


def worked_out(gambler: tuple[int, int], shown: int) -> Fraction:
    """The same without the engine."""
    own = total(gambler)

    @cache
    def gain(dealer: tuple[int, ...]) -> Fraction:
        reached = total(dealer)
        if len(dealer) >= 2 and reached >= 17:
            return Fraction(1 if reached > 21 or own > reached else -1 if own < reached else 0)
        left = hands(gambler, shown)
        left.subtract(dealer[1:])
        return over(left, lambda number: gain((*dealer, number)))

    return gain((shown,))


def test_standing_on_eighteen_against_a_ten() -> None:
    assert played((10, 8), 10) == worked_out((10, 8), 10)


@pytest.mark.long
@pytest.mark.parametrize("shown", range(1, 11))
@pytest.mark.parametrize("gambler", [(10, 10), (10, 2), (1, 6)])
def test_standing_against_every_card(gambler: tuple[int, int], shown: int) -> None:
    assert played(gambler, shown) == worked_out(gambler, shown)
