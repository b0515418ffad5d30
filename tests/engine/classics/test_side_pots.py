"""Hold'em beside eighty lines of Python: bets, pots and payoffs, with players short of chips."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

import pytest
from attrs import define, field

from ruleslang.engine.interpreter.engine import Interpreter
from tests.engine.classics.classics import Forced, choose, game, ids, payoffs
from tests.engine.classics.test_draw_poker import DECK, Card, name, strength

STACK = 20


class Decks(Forced):
    """Another order of the pile for each deal."""

    def shuffle(self, zone: str, cards: object) -> list[int]:
        """The next one."""
        assert isinstance(cards, (list, tuple))
        order, self.order = self.order[: len(DECK)], self.order[len(DECK) :]
        return [cards.index(each) for each in order]


@define
class Deal:
    """One deal on paper; `ask` makes a choice of a player on both sides."""

    stacks: list[int]
    dealer: int
    deck: list[Card]
    ask: Callable[[int, list[str]], str]
    paid: list[int] = field(init=False)
    still_in: list[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.paid = [min(1, stack) for stack in self.stacks]
        self.still_in = [seat for seat, stack in enumerate(self.stacks) if stack]
        self.stacks = [max(0, stack - 1) for stack in self.stacks]

    def after_dealer(self) -> list[int]:
        """The seats in the order in which they are asked."""
        return [(self.dealer + 1 + step) % len(self.stacks) for step in range(len(self.stacks))]

    def round(self) -> None:
        """Ask until all bets are equal."""
        bets, asked = [0] * len(self.stacks), set[int]()
        seats = self.after_dealer()

        def waits(seat: int) -> bool:
            rich = [each for each in self.still_in if self.stacks[each]]
            must = bets[seat] < max(bets) or (seat not in asked and len(rich) > 1)
            return seat in rich and must

        while len(self.still_in) > 1 and any(map(waits, seats)):
            if waits(seat := seats[0]):
                asked.add(seat)
                self.act(seat, bets)
            seats = seats[1:] + seats[:1]

    def act(self, seat: int, bets: list[int]) -> None:
        """One decision."""
        high, most = max(bets), bets[seat] + self.stacks[seat]
        raises = [n for n in range(min(high + 2, most), most + 1) if n > high]
        legal = ["fold"] * (bets[seat] < high) + ["call", *(f"raise_to {n}" for n in raises)]
        chosen = self.ask(seat, legal)
        if chosen == "fold":
            self.still_in.remove(seat)
            return
        more = (
            int(chosen.split()[1]) - bets[seat] if " " in chosen else min(high, most) - bets[seat]
        )
        for book, change in ((self.stacks, -more), (bets, more), (self.paid, more)):
            book[seat] += change

    def pay(self) -> None:
        """Share each pot among the best of those who paid into it in full."""
        rich = [seat for seat in range(len(self.paid)) if self.paid[seat]]
        hands = {
            seat: self.deck[2 * place : 2 * place + 2] for place, seat in enumerate(self.seated)
        }
        board = self.deck[2 * len(self.seated) :][:5]
        best = {
            seat: max(strength(list(five)) for five in combinations(hands[seat] + board, 5))
            for seat in self.still_in
        }
        low = 0
        for level in sorted({self.paid[seat] for seat in rich}):
            pot = sum(min(paid, level) - min(paid, low) for paid in self.paid)
            ways = [seat for seat in self.after_dealer() if seat in self.still_in]
            ways = [seat for seat in ways if self.paid[seat] >= level]
            takers = [seat for seat in ways if best[seat] == max(best[each] for each in ways)]
            for place, seat in enumerate(takers):
                self.stacks[seat] += pot // len(takers) + (place < pot % len(takers))
            low = level

    @property
    def seated(self) -> list[int]:
        """Those who paid the ante."""
        return [seat for seat, paid in enumerate(self.paid) if paid]


def play_both(seed: int) -> int:
    """Some deals on both sides; how many ended with several pots."""
    rng = random.Random(f"pots {seed}")
    players, deals = 2 + seed % 5, 1 + seed % 4
    decks = [rng.sample(DECK, len(DECK)) for _ in range(deals)]
    chance = Decks(order=[name(card) for deck in decks for card in deck])
    match = Interpreter(game("side_pots").program).start(
        chance=chance, players=players, options={"deals": str(deals)}
    )

    def ask(seat: int, legal: list[str]) -> str:
        chosen = rng.choice([*legal, "call"])
        if len(legal) > 1:
            assert match.decision is not None and match.decision.player == seat
            assert sorted(ids(match)) == sorted(legal)
            choose(match, chosen)
        return chosen

    stacks, dealer, several = [STACK] * players, -1, 0
    for deck in decks:
        if sum(map(bool, stacks)) < 2:
            break
        dealer = next(s % players for s in range(dealer + 1, 99) if stacks[s % players])
        deal = Deal(stacks, dealer, deck, ask)
        for _ in range(4):
            deal.round()
        several += len({paid for paid in deal.paid if paid}) > 1 and len(deal.still_in) > 2
        deal.pay()
        stacks = deal.stacks
    assert list(payoffs(match)) == [stack - STACK for stack in stacks]
    return several


def test_thirty_matches_go_the_same_way() -> None:
    assert sum(play_both(seed) for seed in range(30)) > 5


@pytest.mark.long
def test_a_thousand_matches_go_the_same_way() -> None:
    assert sum(play_both(seed) for seed in range(30, 1030)) > 200
