"""
What an embedder pays on each engine: to start a match, to copy it, to read it in a position that
nobody has asked about yet, to ask what a choice teaches, to save and resume it, to pickle it, to
try out a choice as a search with a table of keys does; each against one choice of the same engine
in the same match.
Prints one JSON object; progress goes to standard error.
"""

from __future__ import annotations

import argparse
import json
import pickle
import time
from collections.abc import Callable, Iterator, Mapping
from statistics import median

from measuring import rounded, say

import ruleslang
from ruleslang.engine.choose_engine import INTERPRETER, WASM, C

ENGINES = (INTERPRETER, WASM, C)
QUESTIONS: Mapping[str, Callable[[ruleslang.Match], object]] = {
    "view": lambda match: match.view(0),
    "observation": lambda match: match.observation(0),
    "features": lambda match: match.features(0),
    "information": lambda match: match.information(0),
    "story": lambda match: match.story(0),
    "actions": lambda match: match.actions(),
    "key": lambda match: match.key(),
    "hash": lambda match: match.hash(),
    "names": lambda match: match.decision and match.decision.choices[0].id,
}
DECISIONS = 60  # how far into a match is measured


def microseconds(work: Callable[[], object], runs: int) -> float:
    """The median time of the work; the first time warms up."""
    work()
    taken = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return median(taken) * 1e6


def after(game: ruleslang.Game, engine: str) -> ruleslang.Match:
    """A match some way in, by choices that are spread over what is offered."""
    for seed in range(100):
        match = game.start(seed=seed, engine=engine)
        for made in range(DECISIONS):
            if match.decision is None:
                break
            match.choose((made * 7) % len(match.decision.choices))
        if match.decision is not None:
            return match
    raise ValueError(f"matches of {game.name} are shorter than {DECISIONS} decisions")


def measured(name: str, engine: str, runs: int) -> Iterator[Mapping[str, str | float | int]]:
    """What each thing costs, and how many choices of the same engine that is."""
    game = ruleslang.load(name)
    match = after(game, engine)
    saved = match.to_json()

    def choose() -> ruleslang.Match:
        then = match.copy()
        then.choose(0)
        return then

    copied = microseconds(match.copy, runs)
    costs = {
        "start": microseconds(lambda: game.start(seed=1, engine=engine), runs),
        "copy": copied,
        "teaches": microseconds(lambda: match.teaches(0), runs),
        "to_json": microseconds(match.to_json, runs),
        "resume": microseconds(lambda: game.resume(saved, engine=engine), runs),
        "unpickle": microseconds(lambda: pickle.loads(pickle.dumps(match)).decision, runs),
    }
    moved = microseconds(choose, runs)
    known: set[str] = set()

    def try_out() -> None:
        match.push(0)
        known.add(match.key())
        match.pop()

    costs["push, key and pop"] = microseconds(try_out, runs)
    for what, question in QUESTIONS.items():
        costs[what] = max(microseconds(lambda asked=question: asked(choose()), runs) - moved, 0.1)
    choice = max(moved - copied, 0.1)
    for what, cost in costs.items():
        line = {
            "name": what,
            "game": name,
            "engine": engine,
            "microseconds": rounded(cost),
            "choices": rounded(cost / choice),
            "copies": rounded(cost / copied),
            "runs": runs,
        }
        say(line)
        yield line


def main() -> None:
    """Measure the rulebooks that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebooks", nargs="*")
    parser.add_argument("--runs", type=int, default=9)
    given = parser.parse_args()
    found = [
        line
        for name in given.rulebooks or ("grangol", "super_team", "crazy_eights")
        for engine in ENGINES
        for line in measured(name, engine, given.runs)
    ]
    print(json.dumps({"command": "embedding", "ratios": found}, indent=2))


if __name__ == "__main__":
    main()
