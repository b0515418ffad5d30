"""
Rulebooks that would take all memory or all time, each with the expected result.

A case of `bombs.txt` begins with `=== ` and its title; `expect:` is the slug of the error or of the
fault and a part of its message, the budget of a command that is used up, or `over` when the match
comes to its end. `slow` before it: it is among the long searches.
Lines `players`, `cap`, `reactions` change the header, `header` adds a line to it; `LIST(n)` stands
for so many names. `python -m tests.hostile.bombs [long]` tries all cases and tells, one line of
JSON for each, what became of them.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from ruleslang.api import Game, Match
from ruleslang.engine.match.faults import Fault
from ruleslang.explanation.examples.run_all import run_all
from ruleslang.library.load import load_text
from ruleslang.players.random_bot import RandomBot
from ruleslang.source.budget import UsedUp, budget
from ruleslang.source.diagnostic import Severity

CASES = Path(__file__).with_name("bombs.txt")
SECONDS = 60
HEADER = {"players": "2", "cap": "1000", "reactions": "8", "header": ""}


@frozen
class Bomb:
    """One rulebook, and what is expected of it."""

    title: str
    text: str
    expected: str
    slow: bool


def bombs() -> Iterator[Bomb]:
    """All cases of the file."""
    for part in CASES.read_text(encoding="utf-8").split("=== ")[1:]:
        title, _, rest = part.partition("\n")
        header = dict(HEADER)
        expected, lines = "", []
        for line in rest.splitlines():
            word, _, output = line.partition(" ")
            if word in HEADER:
                header[word] = output
            elif line.startswith(("expect: ", "slow expect: ")):
                expected = line
            else:
                lines.append(re.sub(r"LIST\((\d+)\)", _names, line))
        text = (
            f'rulebook bomb "Bomb"\n    players {header["players"]}\n    starts with game\n'
            f"    at most {header['cap']} decisions, then nobody wins\n"
            f"    reactions at most {header['reactions']} deep\n    {header['header']}\n\n"
            + "\n".join(lines)
            + "\n"
        )
        yield Bomb(title, text, expected.partition("expect: ")[2], expected.startswith("slow"))


def _names(found: re.Match[str]) -> str:
    return ", ".join(f"w{place}" for place in range(int(found[1])))


def outcome(text: str) -> str:
    """What becomes of a rulebook: its first error, or the fault of a match, or `over`."""
    loaded = load_text(text, lints=True)
    if loaded.compiled is None:
        problem = next(p for p in loaded.diagnostics if p.severity is Severity.ERROR)
        return f"{problem.slug}: {problem.message}"
    found = run_all(loaded.compiled)
    for run in (*found.examples, *found.claims):
        if run.message:
            return f"failed: {run.message}"
    game = Game(loaded.compiled)
    try:
        with budget(SECONDS):
            match = game.start(seed=1)
            fault = _played(match)
    except (Fault, UsedUp) as problem:
        return str(problem)
    if isinstance(fault, Fault):
        return f"{fault}, line {loaded.spans[fault.origin].start if fault.origin >= 0 else '?'}"
    return "over" if fault is None else repr(fault)


def _played(match: Match) -> Exception | None:
    bot = RandomBot(1, 0)
    while match.decision is not None:
        match.choose(bot.choose(match.engine))
    return match.fault


if __name__ == "__main__":
    for bomb in bombs():
        if bomb.slow <= ("long" in sys.argv[1:]):
            began = time.monotonic()
            output = outcome(bomb.text)
            print(json.dumps([bomb.title, output, round(time.monotonic() - began, 1)]), flush=True)
