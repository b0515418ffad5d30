"""
What a decision costs in matches in lock step, against one of random play in C on one thread: steps
by places, by actions with their masks, and with the rows of who decides; matches that are over
begin anew in the same call. The last line is what memory alone takes: the registers and cells of
each match are read and written, and its row is written.

Processor time is compared, so that other programs on the machine do not count; what threads save
is the time on the clock, told beside it. NumPy's own time to draw an action is left out.
Prints one JSON object; progress goes to standard error.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Mapping

import numpy
from measuring import rounded, say

import ruleslang
from ruleslang.engine import quick_engines

GAMES = ("connect_four", "leduc_poker", "crazy_eights", "backgammon")
SIZES = (64, 1024, 16_384, 65_536)
KINDS = ("steps", "masks", "masks and rows", "memory alone")
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
        self.chance = numpy.random.default_rng(1)
        self.choices = numpy.asarray(batch.choices)
        self.masks = numpy.asarray(batch.masks)
        self.rows = numpy.zeros((self.number, batch.observed.width), numpy.int32)
        self.seeds = numpy.arange(self.number, dtype=numpy.uint64)
        places = batch._game.compiled.places
        self.matches = numpy.zeros((self.number, places["K"]), numpy.int64)

    def turn(self, kind: str, watch: Watch) -> None:
        """A decision of each match."""
        batch = self.batch
        drawn = (self.chance.random(self.number) * self.choices).astype(numpy.int64)
        if kind == "steps":
            over = numpy.flatnonzero(self.choices <= 0)
            watch(batch.begin_anew, over, self.seeds[over])
            watch(batch.step, numpy.where(self.choices > 0, drawn, -1))
        elif kind == "memory alone":
            watch(self.touch)
        else:
            rows = self.rows if kind == "masks and rows" else None
            actions = self.actions_at(drawn)
            watch(batch.step_actions, actions, seeds=self.seeds, observations=rows)
        self.seeds += numpy.uint64(self.number)

    def actions_at(self, places: numpy.ndarray) -> numpy.ndarray:
        """The actions at these places of what each mask allows."""
        allowed = numpy.flatnonzero(self.masks)
        begins = numpy.arange(self.number) * self.masks.shape[1]
        at = numpy.minimum(numpy.searchsorted(allowed, begins) + places, len(allowed) - 1)
        return numpy.where(self.choices > 0, allowed[at] - begins, -1)

    def touch(self) -> None:
        self.matches += 1
        self.rows.fill(0)


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
                play.turn(kind, Watch())
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


def compared(name: str, size: int) -> Mapping[str, object]:
    """
    Microseconds of a processor for each decision of a batch in C and in WebAssembly, in turn, and
    of the same matches one by one in WebAssembly, with masks and rows.
    """
    game = ruleslang.load(name)
    plays = {}
    for level in quick_engines.FASTEST:
        before, quick_engines.FASTEST = quick_engines.FASTEST, (level,)
        plays["c" if level > 0 else "wasm"] = Play(game.in_lock_step(range(size), threads=1))
        quick_engines.FASTEST = before
    found: dict[str, object] = {"game": name, "matches": size}
    for kind in KINDS[:3]:
        watches = {engine: Watch() for engine in plays}
        for _ in range(max(LEAST_STEPS, 40_000 // size)):
            for engine, play in plays.items():
                play.turn(kind, watches[engine])
        steps = max(LEAST_STEPS, 40_000 // size) * size
        each = {engine: watch.processor / steps for engine, watch in watches.items()}
        found[kind] = {engine: rounded(1e6 * taken) for engine, taken in each.items()}
        found[f"{kind}: c / wasm"] = rounded(each["c"] / each["wasm"])
    alone = one_by_one(game, 3_000)
    found["one by one"] = rounded(1e6 * alone)
    found["one by one / masks and rows in wasm"] = rounded(alone / each["wasm"])
    return found


def one_by_one(game: ruleslang.Game, decisions: int) -> float:
    """Seconds of a processor for each decision of single matches in WebAssembly."""
    watch, done, seed, chance = Watch(), 0, 0, random.Random(1)

    def play(match: ruleslang.Match) -> None:
        while not match.is_over:
            match.observation(max(match.decision.player, 0))
            match.act(chance.choice(match.actions()))

    play(game.start(seed=0, engine="wasm"))
    while done < decisions:
        match = game.start(seed=seed, engine="wasm")
        watch(play, match)
        done, seed = done + len(match.choices), seed + 1
    return watch.processor / done


def main() -> None:
    """Measure these games, in batches of these sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--threads", type=int)
    parser.add_argument("--engines", action="store_true", help="compare WebAssembly with C")
    given = parser.parse_args()
    if given.engines:
        found = [compared(name, size) for name in given.games for size in given.sizes]
        print(json.dumps(found, indent=2))
        return
    rows = [measured(name, tuple(given.sizes), given.threads) for name in given.games]
    print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
