"""
How long it takes after a change of one number until a hundred whole games are played in C: with a
long text as it is compiled first, and optimised at once, as a ratio; and as
WebAssembly beside it.

Nothing of the game is in the cache. It is processor time, compilers included. Prints one JSON
object.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from bench import NUMBER, Changed, row, seconds

GAMES = ("grangol", "worldies")
PLAYS = """
import sys
import ruleslang
from ruleslang.engine.code.compiled_game import Games
from ruleslang.engine.compiled_in_c import compiled
from ruleslang.engine.match.entities import settle
game, level, games = ruleslang.load(sys.argv[1]), sys.argv[2], int(sys.argv[3])
if level == "wasm":
    game.simulate(games=games, engine=level)
else:
    settings = settle(game.program, None, None, None)
    made = compiled(game.program, settings, (), None if level == "soon" else 1)
    assert len([*Games(made).play(range(games))]) == games
"""


class ChangedAndPlayed(Changed):
    """It is read, compiled and played in a process of its own after each change."""

    def run(self, way: str, games: int) -> None:
        self.turn += 1
        self.path.write_text(NUMBER.sub(self._other, self.text, count=1))
        for folder in ("c", "wasm"):  # they had every second text before
            shutil.rmtree(self.cache / folder, ignore_errors=True)
        command = [sys.executable, "-c", PLAYS, str(self.rulebook), way, str(games)]
        environment = {**os.environ, "RULESLANG_CACHE": str(self.cache)}
        subprocess.run(command, env=environment, check=True, capture_output=True)


def main() -> None:
    """Print the ratios."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--runs", type=int, default=3)
    asked.add_argument("--games", type=int, default=100)
    given, ratios = asked.parse_args(), []
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            played = ChangedAndPlayed(game, Path(folder))
            ways = ("optimised", "soon", "wasm")
            taken = [seconds(partial(played.run, way, given.games), given.runs) for way in ways]
            for way, spent in zip(ways, taken, strict=True):
                name = f"a changed number, then {given.games} games, {way}"
                ratios.append(row(name, game, spent / taken[0], spent, given.runs))
    print(json.dumps({"command": "bench", "ratios": ratios}, indent=2))


if __name__ == "__main__":
    main()
