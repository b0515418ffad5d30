"""Sealed bids beside thirty lines of Python, and the secrecy of bids until all have bid."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from attrs import define, field

from ruleslang.engine.interpreter.engine import Interpreter
from tests.engine.classics.classics import Forced, choose, game, ids, payoffs

SEATS = ("ada", "bob", "cleo", "dan")
SALES = 5


@define
class Auction:
    """The same game, written down a second time."""

    players: int
    second_price: bool
    coins: list[int] = field(init=False)
    gains: list[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.coins = [20] * self.players
        self.gains = [0] * self.players

    def sell(self, worth: list[int], bids: list[int], lot: Callable[[list[int]], int]) -> None:
        """One sale: `lot` settles which of the highest bidders buys."""
        highest = [seat for seat in range(self.players) if bids[seat] == max(bids)]
        buyer = highest[0] if len(highest) == 1 else lot(highest)
        others = [bid for seat, bid in enumerate(bids) if seat != buyer]
        self.coins[buyer] -= max(others) if self.second_price else bids[buyer]
        self.gains[buyer] += worth[buyer]

    def wealth(self) -> list[int]:
        """Coins, and what was gained."""
        return [coins + gains for coins, gains in zip(self.coins, self.gains, strict=True)]


class Lots(Forced):
    """Faces as given; what is picked is picked by lot, and remembered."""

    def __init__(self, faces: list[str], rng: random.Random) -> None:
        super().__init__(faces=faces)
        self.rng = rng
        self.picked: list[int] = []

    def pick(self, of: str, members: object) -> int:
        """One of them."""
        assert isinstance(members, (list, tuple))
        place = self.rng.randrange(len(members))
        self.picked.append(SEATS.index(members[place]))
        return place


def play_both(seed: int) -> None:
    """One random game on both sides."""
    rng = random.Random(seed)
    players, second_price = 2 + seed % 3, bool(seed % 2)
    worths = [[rng.randint(1, 10) for _ in range(players)] for _ in range(SALES)]
    lots = Lots([str(worth) for sale in worths for worth in sale], rng)
    price = "second_bid" if second_price else "own_bid"
    program = game("sealed_bids").program
    match = Interpreter(program).start(chance=lots, players=players, options={"price": price})
    auction = Auction(players, second_price)
    for worth in worths:
        bids = []
        for seat in range(players):
            offered = [str(bid) for bid in range(auction.coins[seat] + 1)]
            bids.append(rng.choice((0, rng.randrange(len(offered)))))  # zeros make ties
            if len(offered) > 1:
                assert match.decision is not None and match.decision.player == seat
                assert ids(match) == offered
                choose(match, str(bids[-1]))
        auction.sell(worth, bids, lambda highest: _lot(highest, lots))

    assert list(payoffs(match)) == auction.wealth()
    assert match.outcome is not None
    best = max(auction.wealth())
    assert match.outcome.winners == tuple(
        seat for seat, wealth in enumerate(auction.wealth()) if wealth == best
    )


def _lot(highest: list[int], lots: Lots) -> int:
    buyer = lots.picked.pop(0)
    assert buyer in highest
    return buyer


def test_a_hundred_games_go_the_same_way() -> None:
    for seed in range(100):
        play_both(seed)


@pytest.mark.long
def test_five_thousand_games_go_the_same_way() -> None:
    for seed in range(100, 5100):
        play_both(seed)


def test_worths_and_bids_stay_secret_until_all_have_bid() -> None:
    match = Interpreter(game("sealed_bids").program).start(
        chance=Forced(faces=["7", "3", "2", "9"])
    )

    assert match.view(0).states["worth(ada)"] == 7
    assert match.view(0).states["worth(bob)"] is None
    assert match.view(1).decision is None

    choose(match, "6")

    assert match.view(0).states["bid(ada)"] == 6
    assert match.view(1).states["bid(ada)"] == 0
    assert match.view(0).decision is None

    choose(match, "4")

    assert match.view(1).states["bid(ada)"] == 6
    assert match.view(1).states["coins(ada)"] == 16


def test_in_one_sale_at_the_second_price_nothing_beats_bidding_what_the_lot_is_worth() -> None:
    worth, others = 6, range(0, 13, 2)

    for other in others:
        gains = [gain(worth, bid, other) for bid in range(13)]
        assert gain(worth, worth, other) == max(gains)


def gain(worth: int, bid: int, other: int) -> int:
    """What a bid brings the first player, who loses ties."""
    forced = Forced(faces=[str(worth), "1", "1", "1"], picks=["bob"])
    match = Interpreter(game("sealed_bids").program).start(chance=forced)
    choose(match, str(bid))
    choose(match, str(other))
    states = match.view(0).states
    return int(states["coins(ada)"] or 0) + int(states["gains(ada)"] or 0) - 20
