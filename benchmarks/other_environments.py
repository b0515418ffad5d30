"""
The adapters against what their libraries have themselves: a loop over agents in PettingZoo's own
connect four and leduc poker, and counterfactual regret minimisation in OpenSpiel's own games.
Processor time; prints one JSON object. A library that is not installed is left out.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from measuring import rounded, say


def loop(table: Any, seconds: float) -> float:
    """Seconds of a processor for each step of random agents."""
    steps, began, seed = 0, time.process_time(), 0
    while time.process_time() - began < seconds:
        table.reset(seed=seed)
        seed += 1
        for agent in table.agent_iter():
            seen, _, terminated, truncated, _ = table.last()
            done = terminated or truncated
            mask = None if done else seen["action_mask"]
            table.step(None if done else table.action_space(agent).sample(mask))
            steps += 1
    return (time.process_time() - began) / steps


def regret(game: Any, seconds: float) -> float:
    """Seconds of a processor for each iteration; the first builds the tree."""
    solver = import_module("open_spiel.python.algorithms.cfr").CFRSolver(game)
    solver.evaluate_and_update_policy()
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        solver.evaluate_and_update_policy()
        steps += 1
    return (time.process_time() - began) / steps


def theirs(module: str) -> Any:
    """PettingZoo's own game."""
    return import_module(f"pettingzoo.classic.{module}").env()


def pair(
    name: str, work: Callable[[Any, float], float], own: Any, other: Any, seconds: float
) -> Any:
    """Ours, theirs, and ours divided by theirs."""
    say(name)
    ours, others = work(own, seconds), work(other, seconds)
    return {
        "ours": rounded(ours * 1e6),
        "theirs": rounded(others * 1e6),
        "ratio": rounded(ours / others),
    }


def main() -> None:
    """Measure all that is installed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    seconds = parser.parse_args().seconds
    found: dict[str, Mapping[str, Any]] = {}
    for name, module in (("connect_four", "connect_four_v3"), ("leduc_poker", "leduc_holdem_v4")):
        try:
            own = import_module("ruleslang.apps.adapters.pettingzoo").env(name)
            found[f"{name} in PettingZoo"] = pair(name, loop, own, theirs(module), seconds)
        except ImportError as missing:
            say(f"{name}: {missing}")
    for name in ("kuhn_poker", "leduc_poker"):
        try:
            own = import_module("ruleslang.apps.adapters.openspiel").load_game(name, zero_sum=True)
            other = import_module("pyspiel").load_game(name)
            found[f"CFR of {name}"] = pair(name, regret, own, other, seconds)
        except ImportError as missing:
            say(f"{name}: {missing}")
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
