"""
How fast the engines play at random: decisions a second, and WebAssembly's ratio to the
interpreter, of games with the same seeds, played in turn. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median

from ruleslang.engine.code.compiled_game import Games
from ruleslang.engine.code.printed_game import NotCompiled
from ruleslang.engine.compiled_in_c import WasmEngine, compiled
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.chance import Stream, derive
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.entities import settle
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.load import load
from ruleslang.program.program import Program

NAME = "wasm against the interpreter"


def interpreted(engine: Engine, seed: int, players: int) -> int:
    """One random game of the interpreter; how many decisions it had."""
    match, choices, made = engine.start(seed=seed, players=players), Stream(derive(seed, 99)), 0
    while match.decision is not None:
        match.choose(choices.below(len(match.decision.choices)))
        made += 1
    return made


def quick(engine: WasmEngine, seed: int, players: int) -> int:
    """The same game of WebAssembly."""
    match, choices, made = engine.start(seed=seed, players=players), Stream(derive(seed, 99)), 0
    while (waits := match.waits_for) is not None:
        match.choose(choices.below(waits[1]))
        made += 1
    return made


def decisions_a_second(play: Callable[[int], int], seeds: range) -> float:
    """How many decisions of these games are made in a second of the processor."""
    begun = time.process_time()
    made = sum(map(play, seeds))
    return made / max(time.process_time() - begun, 1e-9)


def measured(game: str, program: Program, games: int, runs: int) -> Mapping[str, float | str]:
    """Both engines, run in turn."""
    one, other = Interpreter(program), WasmEngine(program)
    players = program.seats.low
    try:
        quick(other, 0, players)
    except NotLowered as refused:
        return {"name": NAME, "game": game, "refused": str(refused)}
    rates: list[tuple[float, float]] = []
    for run in range(runs):
        seeds = range(run * games, (run + 1) * games)
        rates.append(
            (
                decisions_a_second(lambda seed: interpreted(one, seed, players), seeds),
                decisions_a_second(lambda seed: quick(other, seed, players), seeds),
            )
        )
    return {
        "name": NAME,
        "game": game,
        "value": round(median(fast / slow for slow, fast in rates), 1),
        "runs": runs,
        "interpreter": round(median(slow for slow, _ in rates)),
        "wasm": round(median(fast for _, fast in rates)),
    }


def in_c(game: str, program: Program, games: int, runs: int) -> Mapping[str, float | str]:
    """Whole games inside of C against WebAssembly, run in turn."""
    other, players = WasmEngine(program), program.seats.low
    name = "c against wasm"
    try:
        in_c = Games(compiled(program, settle(program, None, players, None)))
    except (NotLowered, NotCompiled) as refused:
        return {"name": name, "game": game, "refused": str(refused)}
    rates: list[tuple[float, float]] = []
    for run in range(runs):
        seeds = range(run * games, (run + 1) * games)
        many = range(run * games * 100, (run + 1) * games * 100)
        begun = time.process_time()
        made = sum(result.decisions for result in in_c.play(many))
        fast = made / max(time.process_time() - begun, 1e-9)
        slow = decisions_a_second(lambda seed: quick(other, seed, players), seeds)
        rates.append((slow, fast))
    return {
        "name": name,
        "game": game,
        "value": round(median(fast / slow for slow, fast in rates), 1),
        "runs": runs,
        "wasm": round(median(slow for slow, _ in rates)),
        "c": round(median(fast for _, fast in rates)),
    }


def main() -> None:
    """Measure the rulebooks that are named, or all that are shipped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebooks", nargs="*")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    found = []
    for name in given.rulebooks or shipped_rulebooks():
        beside = load(name).compiled
        assert beside is not None, name
        game = Path(name).name
        found.append(measured(game, beside.program, given.games, given.runs))
        found.append(in_c(game, beside.program, given.games, given.runs))
    print(json.dumps({"command": "engines", "ratios": found}, indent=2))


if __name__ == "__main__":
    main()
