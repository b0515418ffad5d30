"""
Learns a game by self-play in lock step: `python trainer.py connect_four 60` for 60 seconds.

A small network of NumPy gives each action a weight; what was chosen in matches that were won is
made more likely (REINFORCE, with the mean payoff as a baseline). It knows no game: what a seat sees
and may do are rows and masks. At the end it says how it stands against chance.
Needs NumPy; a C compiler makes it twice as fast.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

import ruleslang

MATCHES, HIDDEN, RATE, KINDS = 256, 64, 0.003, 6


class Eyes:
    """A row of observations as truth values: one for each of the few values that a column takes."""

    def __init__(self, rows: Any) -> None:
        self.values = [np.unique(column) for column in rows.T]
        self.values = [each[:KINDS] if len(each) > 1 else each[:0] for each in self.values]
        self.width = sum(map(len, self.values)) + 1

    def __call__(self, rows: Any) -> Any:
        seen = [rows[:, [at]] == each for at, each in enumerate(self.values) if len(each)]
        return np.concatenate([*seen, np.ones((len(rows), 1))], axis=1, dtype=np.float32)


class Policy:
    """Two layers; Adam moves them."""

    def __init__(self, width: int, actions: int) -> None:
        chance = np.random.default_rng(1)
        shapes = (width, HIDDEN), (HIDDEN, actions)
        self.layers = [
            chance.normal(0, shape[0] ** -0.5, shape).astype(np.float32) for shape in shapes
        ]
        self.layers[1] *= 0.1
        self.moments = [[np.zeros_like(each) for each in self.layers] for _ in range(2)]
        self.steps = 0

    def __call__(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        hidden = np.maximum(seen @ self.layers[0], 0)
        weights = np.where(masks, hidden @ self.layers[1], -1e9)
        weights = np.exp(weights - weights.max(axis=1, keepdims=True))
        return hidden, weights / weights.sum(axis=1, keepdims=True)

    def learn(self, seen: Any, masks: Any, actions: Any, worth: Any) -> None:
        """Make actions more likely by what they were worth."""
        hidden, likely = self(seen, masks)
        error = -likely * worth[:, None]
        error[np.arange(len(actions)), actions] += worth
        error /= len(actions)
        back = (error @ self.layers[1].T) * (hidden > 0)
        self.steps += 1
        for at, slope in enumerate((seen.T @ back, hidden.T @ error)):
            first, second = self.moments[0][at], self.moments[1][at]
            first += 0.1 * (slope - first)
            second += 0.01 * (slope**2 - second)
            unbiased = first / (1 - 0.9**self.steps)
            spread = np.sqrt(second / (1 - 0.99**self.steps)) + 1e-6
            self.layers[at] += RATE * unbiased / spread


def drawn(likely: Any, chance: Any) -> Any:
    """An action for each row, by chance."""
    return (likely.cumsum(axis=1) > chance.random((len(likely), 1))).argmax(axis=1)


def play(
    batch: ruleslang.LockStep, learners: Any, policy: Policy, eyes: Eyes, chance: Any
) -> tuple[Any, Any]:
    """All matches to their ends: what was seen and done by learners, and all payoffs."""
    masks = np.asarray(batch.masks)  # always current
    rows = np.empty((len(batch.choices), batch.observed.width), np.int32)
    batch.observations(np.maximum(np.asarray(batch.players), 0), rows)
    done = []
    while (going := np.asarray(batch.choices) > 0).any():
        seats = np.asarray(batch.players).copy()
        allowed, seen = masks.astype(bool), eyes(rows)
        even = allowed / np.maximum(allowed.sum(axis=1, keepdims=True), 1)
        learns = going & learners[np.arange(len(seats)), np.maximum(seats, 0)]
        actions = drawn(np.where(learns[:, None], policy(seen, allowed)[1], even), chance)
        where = np.flatnonzero(learns)
        done.append((seen[where], allowed[where], actions[where], where, seats[where]))
        given = np.where(going, actions, -1)
        batch.step_actions(given, observations=rows)
    return [np.concatenate(each) for each in zip(*done, strict=True)], np.asarray(
        batch.all_payoffs()
    )


def main(rulebook: str = "connect_four", seconds: str = "60") -> None:
    """Learn for so long, then play 1,000 matches against chance, in each seat as often."""
    game, chance = ruleslang.load(rulebook), np.random.default_rng(2)
    batch = game.in_lock_step(range(MATCHES))
    seats, matches = len(batch.all_payoffs()[0:1].tolist()[0]), np.arange(MATCHES)
    sample, masks = [], np.asarray(batch.masks)
    for _ in range(30):
        going = np.asarray(batch.choices) > 0
        batch.step_actions(np.where(going, (chance.random(masks.shape) * masks).argmax(axis=1), -1))
        sample.append(np.asarray(batch.observations(np.maximum(np.asarray(batch.players), 0))))
    eyes = Eyes(np.concatenate(sample))
    policy = Policy(eyes.width, batch.actions.size)
    began, played, everyone = time.monotonic(), 0, np.ones((MATCHES, seats), bool)
    while time.monotonic() - began < float(seconds):
        batch.begin_anew(matches, matches + MATCHES * (played + 1))
        (seen, masks, actions, which, who), payoffs = play(batch, everyone, policy, eyes, chance)
        worth = payoffs[which, who].astype(np.float32)
        worth = (worth - worth.mean()) / (worth.std() + 1e-6)
        policy.learn(seen, masks, actions, worth)
        played += 1
    total: list[float] = []
    for turn in range(4):
        batch.begin_anew(matches, matches + 10**9 + turn * MATCHES)
        learners = matches[:, None] % seats == np.arange(seats)
        _, payoffs = play(batch, learners, policy, eyes, chance)
        total += payoffs[learners].tolist()
    won = sum(each > 0 for each in total) / len(total)
    mean = sum(total) / len(total)
    print(f"after {played * MATCHES} matches: it wins {won:.1%} against chance, {mean:.2f} a match")


if __name__ == "__main__":
    main(*sys.argv[1:])
