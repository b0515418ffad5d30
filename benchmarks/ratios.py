"""
Every ratio of the engines, to each other, to the same games by hand, and to other libraries: two
things that are timed in turn in this run. Prints one JSON object; progress goes to standard error.
Where a library is not installed, its line says so.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping

import building
import others
from by_hand.in_c import WIDTH, ByHand
from by_hand.in_python import GAMES
from measuring import Measuring, Ratio, Work, missing
from own_engines import (
    AT_ONCE,
    games_in_c,
    games_in_wasm,
    interpreter,
    loop_by_choice,
    loop_by_number,
    loop_of,
    rulebook,
    seeds,
)

import ruleslang
from ruleslang.api.game import Game
from ruleslang.engine.code.printed_game import NotCompiled
from ruleslang.engine.flow.context import NotLowered
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.simulation.simulate import simulate

THREADS = {"grangol": 500, "hanabi": 5_000, "connect_four": 5_000, "tic_tac_toe": 50_000}


def by_hand(measuring: Measuring) -> Iterator[Ratio]:
    """The engines against the same games by hand, in C and in Python."""
    for game, in_python in GAMES.items():
        yield measuring.ratio("c/by-hand", game, games_in_c(game), _c(ByHand(game)))
        yield measuring.ratio("wasm/by-hand", game, games_in_wasm(game), _python(in_python))


def _c(game: ByHand) -> Work:
    following = seeds()

    def work() -> int:
        first = AT_ONCE * next(following)
        return sum(game.words(range(first, first + AT_ONCE))[::WIDTH])

    return work


def _python(game: Callable[[int], tuple[int, int, object]]) -> Work:
    following = seeds()
    return lambda: game(next(following))[0]


def engines(measuring: Measuring) -> Iterator[Ratio]:
    """The engines against each other, on all shipped rulebooks."""
    for game in shipped_rulebooks():
        try:
            in_python = games_in_wasm(game)
            in_python()
            yield measuring.ratio("wasm/interpreter", game, in_python, interpreter(game))
            yield measuring.ratio("c/wasm", game, games_in_c(game, 20), games_in_wasm(game))
        except (NotLowered, NotCompiled) as refused:
            yield missing("wasm/interpreter", game, refused)


def threads(measuring: Measuring) -> Iterator[Ratio]:
    """A whole simulation in C on two threads and on one, by the clock."""
    for name, games in THREADS.items():
        game = Game(rulebook(name))
        two, one = _simulation(game, games, 2), _simulation(game, games, 1)
        yield measuring.ratio("two threads/one", name, two, one, time.monotonic)


def _simulation(game: Game, games: int, jobs: int) -> Work:
    batch = game.batch(games=games, seed=1, engine="c")
    return lambda: simulate(batch, jobs).decisions


LOOPS = ("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "grangol")


def loops(measuring: Measuring) -> Iterator[Ratio]:
    """The loop of an embedder in C against random play inside of C, and against Python's."""
    for game in LOOPS:
        yield measuring.ratio("loop/c", game, loop_of(game, "c"), games_in_c(game))
        yield measuring.ratio("loop/loop in wasm", game, loop_of(game, "c"), loop_of(game, "wasm"))
        for name, loop in (("by choice", loop_by_choice), ("by number", loop_by_number)):
            other = loop_of(game, "c", loop=loop)
            yield measuring.ratio(f"loop {name}/loop", game, other, loop_of(game, "c"))


def positions(measuring: Measuring) -> Iterator[Ratio]:
    """Copying a match, and making a choice and taking it back, against copying its memory."""
    for game in LOOPS:
        match = ruleslang.load(game).start(seed=1, engine="c")
        memory = match.engine.play.memory
        other = memory.copy()
        bare = repeated(lambda memory=memory, other=other: other.take(memory.address))
        yield measuring.ratio("copy/memory", game, repeated(match.copy), bare)
        yield measuring.ratio("push and pop/memory", game, repeated(pushed(match)), bare)


def pushed(match: ruleslang.Match) -> Callable[[], object]:
    def work() -> object:
        match.push(0)
        return match.pop()

    return work


def repeated(work: Callable[[], object], times: int = 200) -> Work:
    """Something done many times, which counts each."""

    def works() -> int:
        for _ in range(times):
            work()
        return times

    return works


PARTS: Mapping[str, Callable[[Measuring], Iterator[Ratio]]] = {
    "by_hand": by_hand,
    "openspiel": others.against_open_spiel,
    "rlcard": others.against_rlcard,
    "ludax": others.against_ludax,
    "pgx": others.against_pgx,
    "loops": loops,
    "positions": positions,
    "engines": engines,
    "threads": threads,
    "building": building.lines,
}


def main() -> None:
    """Measure the parts that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help=" ".join(PARTS))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each run")
    given = parser.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"{', '.join(sorted(unknown))}: the parts are {', '.join(PARTS)}")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody starts it without bytecode
    measuring = Measuring(given.runs, given.seconds)
    found = [each for part in given.parts or PARTS for each in PARTS[part](measuring)]
    print(json.dumps({"command": "bench", "ratios": found}, indent=2))


if __name__ == "__main__":
    main()
