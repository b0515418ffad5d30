"""How long it takes until a changed rulebook can be played: lines in seconds, and how they grow."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median

from measuring import Measuring, Ratio, missing, rounded, say

from ruleslang.engine.cells.compiled_game import CompiledGame
from ruleslang.engine.compiled_in_c import compiled
from ruleslang.engine.lowered_game import DEFINITION, lowered
from ruleslang.engine.match.entities import settle
from ruleslang.library.find_rulebook import find, shipped_rulebooks
from ruleslang.library.load import load_text

LARGEST = ("super_team", "ollapion", "grangol")
CHANGED = "grangol"
SYNTHETIC = (50, 200, 1000)
NUMBER = re.compile(r"^(    (?:add|subtract) )(\d+)( .*)$", re.MULTILINE)
COMPILES = """
import os, sys
from ruleslang.library.load import load
from ruleslang.engine.match.entities import settle
from ruleslang.engine.compiled_in_c import compiled
program = load(sys.argv[1]).compiled.program
begun = os.times()
compiled(program, settle(program, None, None, None))
ended = os.times()
print(sum(ended[:4]) - sum(begun[:4]), sum(ended[:4]))
"""
STARTS = """
import os, sys
from ruleslang.library.load import load
from ruleslang.engine.match.entities import settle
from ruleslang.{engine}.engine import {name}
program = load(sys.argv[1]).compiled.program
begun = os.times()
{name}(program).start(seed=1)
ended = os.times()
print(sum(ended[:4]) - sum(begun[:4]), sum(ended[:4]))
"""


def lines(measuring: Measuring) -> Iterator[Ratio]:
    """Compiling, a changed card, many cards, and `test` of each rulebook; in processor time."""
    for game in LARGEST:
        yield _seconds("seconds to compile to C", game, measuring.runs, lambda game=game: _c(game))
    with tempfile.TemporaryDirectory() as folder:
        changed = _Changed(Path(folder))
        for engine in ("wasm", "c"):
            work = partial(changed.started, engine)
            yield _seconds(
                f"seconds from a changed card to a match, {engine}", CHANGED, measuring.runs, work
            )
    yield from _growth(measuring.runs)
    for game in shipped_rulebooks():
        yield _seconds("seconds to test", game, 1, lambda game=game: _test(game))


def _seconds(name: str, game: str, runs: int, work: Callable[[], float]) -> Ratio:
    found = {
        "name": name,
        "game": game,
        "value": rounded(median(work() for _ in range(runs))),
        "unit": "seconds",
        "runs": runs,
    }
    say(found)
    return found


def _started(engine: str, rulebook: str, cache: Path) -> tuple[float, float]:
    """Of a new process with this cache: until the match was begun, and from its beginning on."""
    text = COMPILES if engine == "compiled" else STARTS.format(engine=engine, name=engine.title())
    done = subprocess.run(
        [sys.executable, "-c", text, rulebook],
        env={**os.environ, "RULESLANG_CACHE": str(cache)},
        check=True,
        capture_output=True,
        text=True,
    )
    to_start, whole = map(float, done.stdout.split())
    return to_start, whole


def _c(game: str) -> float:
    """To lower, to print and to compile, with nothing cached but the rulebook."""
    with tempfile.TemporaryDirectory() as folder:
        _started("wasm", game, Path(folder))
        return _started("compiled", game, Path(folder))[0]


class _Changed:
    """A copy of a rulebook in which a number is another at each run; its cache knows the last."""

    def __init__(self, folder: Path) -> None:
        place = find(CHANGED)
        self.rulebook, self.cache = folder / "rulebooks" / CHANGED, folder / "cache"
        shutil.copytree(place.root / "rulebooks", folder / "rulebooks")
        shutil.copytree(place.root / "cards", folder / "cards")
        self.path = self.rulebook / f"{CHANGED}.rules"
        self.text, self.turn = self.path.read_text(encoding="utf-8"), 1
        _started("wasm", str(self.rulebook), self.cache)

    def started(self, engine: str) -> float:
        """All that a new process takes, its imports too, after a number was changed."""
        self.turn += 1
        number = str(self.turn % 7 + 1)
        self.path.write_text(NUMBER.sub(rf"\g<1>{number}\g<3>", self.text, count=1), "utf-8")
        return _started(engine, str(self.rulebook), self.cache)[1]


def _growth(runs: int) -> Iterator[Ratio]:
    """How building grows with the number of cards, beside the fewest; 1 is linear."""
    taken: dict[int, dict[str, float]] = {}
    for number in SYNTHETIC:
        try:
            found = [_built(number, turn) for turn in range(max(1, min(runs, 3)))]
        except RecursionError as problem:
            yield missing("growth", f"{number} cards", problem)
            continue
        taken[number] = {part: median(each[part] for each in found) for part in found[0]}
    fewest, *more = SYNTHETIC
    for number in filter(taken.__contains__, more):
        for part, seconds in taken[number].items():
            yield {
                "name": f"growth of {part}",
                "game": f"{number} cards",
                "value": rounded(seconds / taken[fewest][part] * fewest / number),
                "runs": min(runs, 3),
                "seconds": rounded(seconds),
            }


def _built(number: int, turn: int) -> dict[str, float]:
    found, times = {}, [sum(os.times()[:4])]
    game = load_text(_of_cards(number, turn)).compiled
    times.append(sum(os.times()[:4]))
    settings = settle(game.program, None, None, None)
    CompiledGame(lowered(game.program, settings), DEFINITION)
    times.append(sum(os.times()[:4]))
    compiled(game.program, settings)
    times.append(sum(os.times()[:4]))
    for part, before, after in zip(("loading", "lowering", "C"), times, times[1:], strict=False):
        found[part] = after - before
    return found


def _of_cards(number: int, turn: int) -> str:
    """A rulebook of many cards that do something; every turn another one."""
    cards = "".join(
        f'card c{n} "Card {n}": gem\n    play\n        add {n % 7 + 1} to score(you)\n'
        f"        if score(you) > {n % 50 + turn}: subtract 1 from score(you)\n"
        for n in range(number)
    )
    return (
        'rulebook many "Many"\n    language 1\n    players 2: ann, bob\n    starts with game\n\n'
        f"{cards}"
        "kind gem\nzone pile: gem, ordered, seen by nobody\nzone hand(player): gem, seen by owner\n"
        "zone spent: gem, seen by all\nstate score(player): 0..9000 = 0\n"
        "phase game\n    move cards to pile\n    shuffle pile\n"
        "    take turns p among players\n        turn(p)\n"
        "        if pile is empty: (players with highest score(it)) win\n"
        "phase turn(p: player)\n    if pile is not empty: move top(pile) to hand(p)\n"
        "    p may do lay\n"
        "action lay by p choosing c from hand(p)\n    move c to spent\n    perform c by p\n"
    )


def _test(game: str) -> float:
    before = os.times()
    command = [sys.executable, "-m", "ruleslang", "test", game]
    subprocess.run(command, check=False, capture_output=True)
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])
