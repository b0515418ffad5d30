"""
Flat Monte Carlo: try each choice on copies of the match, and take what ends best on the average.

A copy knows everything and goes on with the same chance as the match it was made of, so this is
fair where nothing is hidden and nothing rolled: `python tree_search.py connect_four 20`.
"""

from __future__ import annotations

import random
import sys

import ruleslang


def playout(match: ruleslang.Match, rng: random.Random) -> tuple[int, ...]:
    """Random choices to the end: what everybody has then."""
    while match.decision is not None:
        match.choose(rng.choice(match.decision.choices))
    return match.outcome.payoffs if match.outcome is not None else ()


def best(match: ruleslang.Match, playouts: int, rng: random.Random) -> ruleslang.Choice:
    """The choice after which random play ends best for who makes it."""
    decision = match.decision
    assert decision is not None

    def worth(choice: ruleslang.Choice) -> int:
        total = 0
        for _ in range(playouts):
            trial = match.copy()
            trial.choose(choice)
            total += playout(trial, rng)[decision.player]
        return total

    return max(decision.choices, key=worth)


def main(rulebook: str = "tic_tac_toe", playouts: str = "20") -> None:
    """The search, first seat, against random choices."""
    rng = random.Random(1)
    match = ruleslang.load(rulebook).start(seed=1)
    while (decision := match.decision) is not None:
        searches = decision.player == 0
        choice = best(match, int(playouts), rng) if searches else rng.choice(decision.choices)
        print(f"{'search' if searches else 'random'}: {choice.text}")
        match.choose(choice)
    print(match.outcome)


if __name__ == "__main__":
    main(*sys.argv[1:])
