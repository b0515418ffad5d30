"""
What a decision costs in matches in lock step, against one of random play in C: steps by places,
with masks of actions into an array of NumPy, with observations, with matches begun anew.
Prints one JSON object; progress goes to standard error.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping

import numpy
from measuring import rounded, say

import ruleslang

GAMES = ("connect_four", "leduc_poker", "crazy_eights", "backgammon")
SIZES = (64, 1024, 16_384)


def random_play(game: ruleslang.Game, games: int) -> float:
    """Seconds for each decision of whole games in C, whose players choose by chance."""
    game.simulate(games=10, engine="c")
    began = time.perf_counter()
    report = game.simulate(games=games, engine="c")
    return (time.perf_counter() - began) / report.decisions


def in_lock_step(batch: ruleslang.LockStep, steps: int, how: str) -> float:
    """Seconds for each decision of so many steps; a match that is over begins anew."""
    chance, number = numpy.random.default_rng(1), len(batch.choices)
    masks = numpy.zeros((number, batch.actions.size), numpy.uint8)
    seeds, made = number, 0
    began = time.perf_counter()
    for _ in range(steps):
        choices = numpy.asarray(batch.choices)
        over = numpy.flatnonzero(choices <= 0)
        if len(over):
            batch.begin_anew(over.tolist(), range(seeds, seeds + len(over)))
            seeds += len(over)
            choices = numpy.asarray(batch.choices)
        if how == "observations":
            batch.observations([max(seat, 0) for seat in batch.players])
        if how == "steps":
            batch.step((chance.random(number) * numpy.maximum(choices, 1)).astype(numpy.int64))
        else:
            batch.action_mask(masks)
            drawn = chance.random(masks.shape, numpy.float32)
            batch.step_actions((drawn * masks).argmax(axis=1))
        made += int((choices > 0).sum())
    return (time.perf_counter() - began) / made


def drawing(batch: ruleslang.LockStep, steps: int) -> float:
    """Seconds that NumPy takes for each decision to draw an action from a mask."""
    chance, shape = numpy.random.default_rng(1), (len(batch.choices), batch.actions.size)
    masks = numpy.ones(shape, numpy.uint8)
    began = time.perf_counter()
    for _ in range(steps):
        (chance.random(shape, numpy.float32) * masks).argmax(axis=1)
    return (time.perf_counter() - began) / (steps * shape[0])


def measured(name: str, sizes: tuple[int, ...]) -> Mapping[str, object]:
    """Microseconds of each, and how many times those of random play they are."""
    game = ruleslang.load(name)
    alone = random_play(game, 2000)
    found: dict[str, object] = {"game": name, "random play": rounded(alone * 1e6)}
    for size in sizes:
        say(f"{name}: {size} matches")
        batch = game.in_lock_step(range(size))
        steps = max(3, 20_000 // size)
        kinds: dict[str, Callable[[], float]] = {
            "steps": lambda b=batch, n=steps: in_lock_step(b, n, "steps"),
            "masks": lambda b=batch, n=steps: in_lock_step(b, n, "masks"),
            "drawing alone": lambda b=batch, n=steps: drawing(b, n),
        }
        if size <= 1024:
            kinds["observations"] = lambda b=batch, n=steps: in_lock_step(b, n, "observations")
        for kind, run in kinds.items():
            taken = run()
            found[f"{size} {kind}"] = [rounded(taken * 1e6), rounded(taken / alone)]
        batch.close()
    return found


def main() -> None:
    """Measure these games, in batches of these sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    given = parser.parse_args()
    rows = [measured(name, tuple(given.sizes)) for name in given.games]
    print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
