"""
What a decision costs in matches in lock step, against one of random play in C on one thread: steps
by places, with masks of actions into an array of NumPy, with observations, and all in one call.

Processor time is compared, so that other programs on the machine do not count; what threads save
is the time on the clock, told beside it. NumPy's own time to draw an action is left out.
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
SIZES = (64, 1024, 16_384, 65_536)
KINDS = ("steps", "masks", "masks and rows", "masks and rows in one call")
LEAST_STEPS = 40  # of a batch: pages of memory are touched for the first time in the first ones


class Watch:
    """Adds up the processor time and the time on the clock of what is called through it."""

    def __init__(self) -> None:
        self.processor = self.clock = 0.0

    def __call__(self, work: Callable[..., object], *given: object, **named: object) -> None:
        processor, clock = time.process_time(), time.perf_counter()
        work(*given, **named)
        self.processor += time.process_time() - processor
        self.clock += time.perf_counter() - clock


def random_play(game: ruleslang.Game) -> float:
    """Seconds of a processor for each decision of whole games, whose players choose by chance."""
    game.simulate(games=10, engine="c")
    watch, decisions, games = Watch(), 0, 500
    while watch.processor < 0.5:
        watch(game.simulate, games=games, engine="c")
        decisions += game.simulate(games=games, engine="c").decisions
        games *= 2
    return watch.processor / decisions


class Play:
    """Matches in lock step that choose by chance; one that is over begins anew."""

    def __init__(self, batch: ruleslang.LockStep) -> None:
        self.batch, self.number = batch, len(batch.choices)
        self.chance, self.seeds = numpy.random.default_rng(1), self.number
        self.masks = numpy.zeros((self.number, batch.actions.size), numpy.uint8)
        self.rows = numpy.zeros((self.number, batch.observed.width), numpy.int32)

    def seats(self) -> numpy.ndarray:
        """Who observes."""
        return numpy.maximum(numpy.asarray(self.batch.players), 0)

    def turn(self, kind: str, watch: Watch) -> None:
        """A decision of each match."""
        batch = self.batch
        over = numpy.flatnonzero(numpy.asarray(batch.choices) <= 0)
        if len(over):
            watch(batch.begin_anew, over, range(self.seeds, self.seeds + len(over)))
            self.seeds += len(over)
        if kind == "steps":
            drawn = self.chance.random(self.number) * numpy.asarray(batch.choices)
            watch(batch.step, drawn.astype(numpy.int64))
            return
        if kind != KINDS[-1] or len(over):
            watch(batch.action_mask, self.masks)
        actions = (self.chance.random(self.masks.shape, numpy.float32) * self.masks).argmax(axis=1)
        if kind == KINDS[-1]:
            watch(batch.step_actions, actions, masks=self.masks, observations=self.rows)
            return
        if kind == KINDS[-2]:
            watch(batch.observations, self.seats(), self.rows)
        watch(batch.step_actions, actions)


def measured(name: str, sizes: tuple[int, ...], threads: int | None) -> Mapping[str, object]:
    """Microseconds of each kind: of a processor, on the clock, and how many times random play."""
    game = ruleslang.load(name)
    alone = random_play(game)
    found: dict[str, object] = {"game": name, "random play": rounded(alone * 1e6)}
    for size in sizes:
        say(f"{name}: {size} matches")
        with game.in_lock_step(range(size), threads=threads) as batch:
            play = Play(batch)
            for kind in KINDS:
                play.turn("masks", Watch())
                batch.action_mask(play.masks)
                watch, steps = Watch(), max(LEAST_STEPS, 20_000 // size)
                for _ in range(steps):
                    play.turn(kind, watch)
                each = watch.processor / steps / size, watch.clock / steps / size
                found[f"{size} {kind}"] = {
                    "processor": rounded(each[0] * 1e6),
                    "clock": rounded(each[1] * 1e6),
                    "times random play": rounded(each[0] / alone),
                }
    return found


def main() -> None:
    """Measure these games, in batches of these sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--threads", type=int)
    given = parser.parse_args()
    rows = [measured(name, tuple(given.sizes), given.threads) for name in given.games]
    print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
