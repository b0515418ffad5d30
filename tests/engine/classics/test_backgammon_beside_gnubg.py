"""
Turns of random games of backgammon beside GNU Backgammon (the Debian package `gnubg`): the same
positions can be reached, with doubles, men on the bar and men borne off.

OpenSpiel's doubles are two turns of two dice, so only this one compares all dice of a double.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from ruleslang.engine.match.interface import Match
from tests.engine.classics.backgammon import (
    Position,
    asked,
    liked,
    moved,
    point,
    position_of,
    started,
    turns_of,
)
from tests.engine.classics.classics import choose

GNUBG = shutil.which("gnubg", path="/usr/games:/usr/bin:/usr/local/bin")
pytestmark = pytest.mark.skipif(GNUBG is None, reason="gnubg is not installed")

BEFORE = """
set automatic game off
set automatic roll off
set player 0 human
set player 1 human
set evaluation chequerplay evaluation plies 0
new session
set turn 0
"""
LISTED = re.compile(r"^ *\d+\. Cubeful \S+ +(.*?) +(?:MWC|Eq\.)")
STEP = re.compile(r"(bar|\d+)((?:/(?:off|\d+)\*?)+)(?:\((\d)\))?")


def asking(where: Position, player: int, dice: tuple[int, int]) -> str:
    """The commands that list all turns of a position, which is counted from the mover's home."""
    men = [0] * 26
    for way in range(25):
        men[25 - way] += where[point(player, way)]
        men[way] -= where[point(1 - player, way)]
    board = " ".join(map(str, (men[25], *men[1:25], -men[0])))
    return f"set board simple {board}\nset dice {dice[0]} {dice[1]}\nhint 5000\n"


def after(where: Position, player: int, turn: str) -> Position:
    """Where the men are after a turn in GNU Backgammon's notation, such as `bar/21* 13/8(2)`."""
    for start, ends, times in STEP.findall(turn):
        at = 25 if start == "bar" else int(start)
        for end in ends.strip("/").split("/"):
            to = 0 if end == "off" else int(end.rstrip("*"))
            for _ in range(int(times or 1)):
                where = moved(where, player, at - to, 25 - at)
            at = to
    return where


def listed(commands: str, place: Path) -> list[list[str]]:
    """What GNU Backgammon lists for each position."""
    assert GNUBG
    done = subprocess.run(
        [GNUBG, "--tty", "--quiet", "--no-rc"],
        input=BEFORE + commands + "quit\ny\n",
        capture_output=True,
        text=True,
        timeout=100,
        env={"HOME": str(place), "LC_ALL": "C.UTF-8"},
    )
    answers = done.stdout.split("The dice have been set to")[1:]
    return [
        [found[1] for line in answer.splitlines() if (found := LISTED.match(line))]
        for answer in answers
    ]


def turns(seed: int, most: int) -> list[tuple[Position, int, tuple[int, int], set[Position]]]:
    """The turns of a random game: the position, the player, the dice, and what can be reached."""
    rng, match, found = random.Random(f"gnubg {seed}"), started(seed), []
    for _ in range(most):
        player, where, rolled = asked(match), position_of(match), dice(match)
        reached = turns_of(match)
        found.append((where, player, rolled, set(reached)))
        match = reached[liked(rng, player, sorted(reached))]
        if match.decision is None:
            break
        choose(match, "roll_on")
    return found


def dice(match: Match) -> tuple[int, int]:
    """The two dice that were rolled."""
    left = {int(str(pips[0])): int(str(n)) for pips, n in match.position.states["left"].items()}
    first, *others = (pips for pips in left if left[pips])
    return first, others[0] if others else first


def test_turns_reach_what_gnubg_lists(tmp_path: Path) -> None:
    played = [turn for seed in range(2) for turn in turns(seed, most=400)]
    found = listed("".join(asking(*turn[:3]) for turn in played), tmp_path)
    came_up: Counter[str] = Counter()
    for (where, player, rolled, reached), hints in zip(played, found, strict=True):
        theirs = {after(where, player, turn) for turn in hints} or {where}
        assert theirs == reached, (where, player, rolled, hints)
        came_up["doubles"] += rolled[0] == rolled[1]
        came_up["from the bar"] += where[48 + player] > 0
        came_up["bearing off"] += any(each[50 + player] > where[50 + player] for each in reached)
        came_up["none"] += not hints
    assert min(came_up[each] for each in ("doubles", "from the bar", "bearing off", "none")) > 2
