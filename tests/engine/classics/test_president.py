"""President beside forty lines of Python: what beats what, who leads, and the places."""

from __future__ import annotations

import random

import pytest

from ruleslang.engine.interpreter.engine import Interpreter
from tests.engine.classics.classics import Forced, choose, game, ids, payoffs

SUITS = ("clubs", "diamonds", "hearts", "spades")
DECK = [(rank, suit) for rank in range(3, 16) for suit in SUITS]


def play_both(seed: int) -> int:
    """One deal on both sides; how many choices there were."""
    rng = random.Random(f"president {seed}")
    players, clears, deck = 3 + seed % 4, bool(seed % 2), rng.sample(DECK, len(DECK))
    order = [f"french({rank}, {suit})" for rank, suit in deck]
    match = Interpreter(game("president").program).start(
        chance=Forced(order=order),
        players=players,
        options={"twos_clear": "yes" if clears else "no"},
    )
    hands = [[rank for rank, _ in deck[seat::players]] for seat in range(players)]
    leader = next(seat for seat in range(players) if (3, "clubs") in deck[seat::players])
    out: list[int] = []
    made = 0
    while sum(map(bool, hands)) > 1:
        in_trick, seat, beaten = {s for s in range(players) if hands[s]}, leader, (0, 0)
        while sum(map(bool, hands)) > 1 and (not beaten[0] or in_trick - {leader}):
            if seat in in_trick:
                count = {rank: hands[seat].count(rank) for rank in hands[seat]}
                legal = [
                    f"lay {rank}, {n}"
                    for rank in count
                    for n in range(1, count[rank] + 1)
                    if not beaten[0] or (n == beaten[1] and rank > beaten[0])
                ] + ["pass_on"] * bool(beaten[0])
                chosen = rng.choice(sorted(legal))
                if len(legal) > 1:
                    assert match.decision is not None and match.decision.player == seat
                    assert sorted(ids(match)) == sorted(legal)
                    choose(match, chosen)
                    made += 1
                if chosen == "pass_on":
                    in_trick.remove(seat)
                else:
                    rank, n = map(int, chosen.removeprefix("lay ").split(", "))
                    beaten, leader = (rank, n), seat
                    for _ in range(n):
                        hands[seat].remove(rank)
                    if not hands[seat]:
                        out.append(seat)
                        in_trick.remove(seat)
                    if clears and rank == 15:
                        break
            seat = (seat + 1) % players
    out += [seat for seat in range(players) if hands[seat]]
    assert list(payoffs(match)) == [players - 1 - out.index(seat) for seat in range(players)]
    return made


def test_eight_deals_go_the_same_way() -> None:
    assert sum(play_both(seed) for seed in range(8)) > 200


@pytest.mark.long
def test_a_thousand_deals_go_the_same_way() -> None:
    assert sum(play_both(seed) for seed in range(8, 1008)) > 30_000
