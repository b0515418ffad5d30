"""
How long checking and loading take, as ratios to parsing the same text once.

A ratio says the same on a fast machine and a slow one. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from ruleslang.library.find import find
from ruleslang.library.gather import gather
from ruleslang.library.load import load, load_text

GAMES = ("grangol", "ollapion")
NUMBER = re.compile(r"^(    (?:add|subtract) )(\d+)( .*)$", re.MULTILINE)
CARDS = 1_000
DEALT = 2_000  # no game deals more


def seconds(work: Callable[[], object], runs: int) -> float:
    """The median of some runs."""
    taken = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def checked(rulebook: str, cache: Path) -> None:
    """A whole command, with the start of Python."""
    environment = {**os.environ, "RULESLANG_CACHE": str(cache)}
    command = [sys.executable, "-m", "ruleslang", "check", rulebook]
    subprocess.run(command, env=environment, check=True, capture_output=True)


def cold(rulebook: str) -> None:
    """A check with an empty cache."""
    with tempfile.TemporaryDirectory() as empty:
        checked(rulebook, Path(empty))


class Changed:
    """A copy of a rulebook in which one number of one definition is another at each run."""

    def __init__(self, game: str, folder: Path) -> None:
        place = find(game)
        self.rulebook = folder / "rulebooks" / game
        shutil.copytree(place.root / "rulebooks", folder / "rulebooks")
        shutil.copytree(place.root / "cards", folder / "cards")
        self.cache = folder / "cache"
        self.path = self.rulebook / f"{game}.rules"  # the definitions; examples are beside it
        self.text = self.path.read_text()
        self.turn = 0
        checked(str(self.rulebook), self.cache)

    def __call__(self) -> None:
        self.turn += 1
        self.path.write_text(NUMBER.sub(self._other, self.text, count=1))
        checked(str(self.rulebook), self.cache)

    def _other(self, found: re.Match[str]) -> str:
        return f"{found[1]}{int(found[2]) + self.turn % 2}{found[3]}"


def of_cards(number: int) -> str:
    """A rulebook of many small cards."""
    cards = "".join(
        f'card c{n} "Card {n}" x{int(n < DEALT)}: gem\n    worth: {n % 7}\n' for n in range(number)
    )
    return (
        'rulebook many "Many"\n    language 1\n    players 2: ann, bob\n    starts with game\n\n'
        "kind gem\n    has worth: 0..9\n"
        "zone pile: cards, ordered, seen by all\n"
        f"{cards}"
        "phase game\n    move cards to pile\n    nobody wins\n"
        'measure "cards" = number of pile\n'
    )


def ratios(runs: int) -> Iterator[dict[str, object]]:
    """Every ratio, with the game it is about."""
    kept = Path(os.environ["RULESLANG_CACHE"])
    for game in GAMES:
        once = seconds(lambda game=game: gather(find(game)), runs)

        def told(
            name: str, work: Callable[[], object], game: str = game, once: float = once
        ) -> object:
            return {"name": name, "game": game, "value": round(seconds(work, runs) / once, 2)}

        yield {**told("check, cold", lambda game=game: cold(game)), "runs": runs}
        with tempfile.TemporaryDirectory() as folder:
            changed = Changed(game, Path(folder))
            yield {**told("check, one definition changed", changed), "runs": runs}
        yield {
            **told("check, nothing changed", lambda game=game: checked(game, kept)),
            "runs": runs,
        }
        yield {**told("load", lambda game=game: load(game)), "runs": runs}
    small, large = of_cards(CARDS), of_cards(10 * CARDS)
    value = seconds(lambda: load_text(large), runs) / seconds(lambda: load_text(small), runs)
    yield {
        "name": "ten times the cards",
        "game": "10,000 cards",
        "value": round(value, 2),
        "runs": runs,
    }


def main() -> None:
    """Print the ratios."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--runs", type=int, default=5)
    runs = max(5, asked.parse_args().runs)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody starts it without bytecode
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "bytecode")
        os.environ["RULESLANG_CACHE"] = str(Path(folder) / "cache")
        checked("pig", Path(folder))
        print(json.dumps({"command": "bench", "ratios": list(ratios(runs))}, indent=2))


if __name__ == "__main__":
    main()
