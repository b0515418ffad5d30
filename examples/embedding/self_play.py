"""
Learns by playing against itself in PettingZoo: `python self_play.py tic_tac_toe 3000`.

It remembers for each observation how its actions ended on the average, tries the best of them or,
now and then, any. It knows no game: another rulebook with few observations is learned as well.
Needs `pip install -e '.[pettingzoo]'`.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from typing import Any

from ruleslang.apps.adapters.pettingzoo import RulebookEnv, env

EXPLORED = 0.2  # of the choices, while it learns

Values = dict[bytes, dict[int, tuple[float, int]]]  # of an observation's actions: mean, times


def legal_actions(seen: dict[str, Any]) -> list[int]:
    """The numbers of the actions that the mask allows."""
    return [int(action) for action in seen["action_mask"].nonzero()[0]]


def best(values: Values, seen: dict[str, Any], rng: random.Random) -> int:
    """The action that ended best so far; one that was never tried counts as a draw."""
    known = values[seen["observation"].tobytes()]
    legal = legal_actions(seen)
    rng.shuffle(legal)
    return max(legal, key=lambda action: known.get(action, (0.0, 0))[0])


def play(table: RulebookEnv, seed: int, values: Values, learners: set[str]) -> dict[str, float]:
    """One match in which these learn, and all others choose by chance; the rewards."""
    rng, history, rewards = random.Random(seed), defaultdict(list), {}
    table.reset(seed=seed)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        if terminated or truncated:
            rewards[agent] = float(reward)
            table.step(None)
            continue
        explores = agent not in learners or (len(learners) > 1 and rng.random() < EXPLORED)
        action = rng.choice(legal_actions(seen)) if explores else best(values, seen, rng)
        history[agent].append((seen["observation"].tobytes(), action))
        table.step(action)
    for agent in learners:
        for key, action in history[agent]:
            mean, times = values[key].get(action, (0.0, 0))
            values[key][action] = (mean + (rewards[agent] - mean) / (times + 1), times + 1)
    return rewards


def main(rulebook: str = "tic_tac_toe", matches: str = "3000") -> None:
    """Learn, then play 200 matches against chance, half of them in the first seat."""
    table = env(rulebook)
    values: Values = defaultdict(dict)
    for seed in range(int(matches)):
        play(table, seed, values, set(table.possible_agents))
    won = lost = 0
    for seed in range(200):
        learner = table.possible_agents[seed % len(table.possible_agents)]
        reward = play(table, seed, values, {learner})[learner]
        won, lost = won + (reward > 0), lost + (reward < 0)
    print(f"after {matches} matches: of 200 against chance {won} won, {lost} lost")


if __name__ == "__main__":
    main(*sys.argv[1:])
