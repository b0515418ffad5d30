"""
How long checking and loading take, as ratios to parsing the same text once; and how long decisions
of one game take, as a ratio to as many of another.

A ratio says the same on a fast machine and a slow one; it is of processor time, which other
programs disturb least. Seconds are beside it, for the machine at hand. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.library.find_rulebook import find
from ruleslang.library.load import load, load_text
from ruleslang.library.read_rulebook_files import gather
from ruleslang.players.registry import make_bot

GAMES = ("grangol", "ollapion")
NUMBER = re.compile(r"^(    (?:add|subtract) )(\d+)( .*)$", re.MULTILINE)
CARDS = (1_000, 3_000, 10_000)
PLAYS = (100, 1_000)  # cards that each have a play
PLAY = "    play\n        add 1 to score(you)\n"
DEALT = 2_000  # no game deals more
PLAYED = (("super_team", "grangol"),)  # each beside a game of like size


def seconds(work: Callable[[], object], runs: int) -> float:
    """The processor time of the fastest of some runs, with that of the processes it starts."""
    taken = []
    for _ in range(runs):
        begun = os.times()
        work()
        ended = os.times()
        taken.append(ended.user - begun.user + ended.children_user - begun.children_user)
    return min(taken)


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


def of_cards(number: int, play: str = "") -> str:
    """A rulebook of many small cards, each with a play where one is given."""
    cards = "".join(
        f'card c{n} "Card {n}" x{int(n < DEALT)}: gem\n    worth: {n % 7}\n{play}'
        for n in range(number)
    )
    return (
        'rulebook many "Many"\n    language 1\n    players 2: ann, bob\n    starts with game\n\n'
        "kind gem\n    has worth: 0..9\n"
        "zone pile: cards, ordered, seen by all\n"
        "state score(player): 0..9 = 0\n"
        f"{cards}"
        "phase game\n    move cards to pile\n    nobody wins\n"
        'measure "cards" = number of pile\n'
    )


def ratios(runs: int) -> Iterator[dict[str, object]]:
    """Every ratio, with the game it is about."""
    for game in GAMES:
        once = seconds(lambda game=game: gather(find(game)), runs)
        for name, work in measured(game):
            taken = seconds(work, runs)
            yield row(name, game, taken / once, taken, runs)
    fewest, *more = CARDS
    first = seconds(lambda: load_text(of_cards(fewest)), runs)
    for number in more:
        taken = seconds(lambda number=number: load_text(of_cards(number)), runs)
        value = taken / first * fewest / number
        yield row(f"load, a card of {number:,} beside one of {fewest:,}", "", value, taken, runs)
    few, many = PLAYS
    first = seconds(lambda: load_text(of_cards(few, PLAY)), runs)
    taken = seconds(lambda: load_text(of_cards(many, PLAY)), runs)
    name = f"load, a card with a play of {many:,} beside one of {few:,}"
    yield row(name, "", taken / first * few / many, taken, runs)
    for game, other in PLAYED:
        taken = a_decision(game, runs)
        value = taken / a_decision(other, runs)
        yield row(f"a decision of a chance game, beside {other}", game, value, taken, runs)


def measured(game: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is compared with parsing the text of a rulebook once."""
    kept = Path(os.environ["RULESLANG_CACHE"])
    yield "check, cold", lambda: cold(game)
    with tempfile.TemporaryDirectory() as folder:
        yield "check, one definition changed", Changed(game, Path(folder))
    yield "check, nothing changed", lambda: checked(game, kept)
    yield "load, nothing changed", lambda: load(game)


def a_decision(game: str, games: int) -> float:
    """The processor time of one decision in games of chance, from their start to their end."""
    compiled = load(game).compiled
    assert compiled is not None
    engine = Interpreter(compiled.program)
    decisions = 0
    begun = os.times()
    for seed in range(games):
        match = engine.start(seed=seed)
        bots = [make_bot("random", compiled, seed, seat) for seat in range(2)]
        while match.decision is not None:
            match.choose(bots[match.decision.player].choose(match))
            decisions += 1
    return (os.times().user - begun.user) / decisions


def row(name: str, game: str, value: float, taken: float, runs: int) -> dict[str, object]:
    """One ratio as it is printed."""
    return {
        "name": name,
        "game": game,
        "value": round(value, 2),
        "seconds": round(taken, 3),
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
