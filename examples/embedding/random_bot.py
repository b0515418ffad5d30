"""Plays matches of a rulebook with random choices: `python random_bot.py pig 5`."""

from __future__ import annotations

import random
import sys

import ruleslang


def play(game: ruleslang.Game, seed: int) -> ruleslang.Match:
    """One match, from the first decision to the end."""
    rng = random.Random(seed)
    match = game.start(seed=seed)
    while match.decision is not None:
        match.choose(rng.choice(match.decision.choices))
    return match


def main(rulebook: str = "pig", matches: str = "3") -> None:
    """Play some matches and say how each ended."""
    game = ruleslang.load(rulebook)
    for seed in range(int(matches)):
        match = play(game, seed)
        if match.outcome is None:
            print(f"match {seed}: the rules failed: {match.fault}")
        else:
            print(f"match {seed}: winners {match.outcome.winners}, payoffs {match.outcome.payoffs}")


if __name__ == "__main__":
    main(*sys.argv[1:])
