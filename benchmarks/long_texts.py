"""
What commands take of texts of much of one thing: processor seconds and memory at two sizes.

`python benchmarks/long_texts.py [--all] [COMMAND …]` prints a line of a table for each of a dozen
texts, or for all; a command is `check`, `test`, `simulate` (in Python),
`interpreter` or `c`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
sys.path.insert(0, str(CHECKOUT))
LETTERS = (22_000, 88_000)
GAME = ("simulate", "--games", "20", "--jobs", "1", "--engine")
DOZEN = (
    *("examples", "claims", "kinds", "cards with a play", "values in a row", "hooks", "modifiers"),
    *("whenever", "instead of", "lets", "spaces", "statements", "near misses"),
)
COMMANDS = {
    "check": ("check",),
    "test": ("test",),
    "simulate": (*GAME, "wasm"),
    **{engine: (*GAME, engine) for engine in ("interpreter", "c")},
}


def taken(command: str, text: str, cache: str) -> str:
    """The processor time and the memory of one process, and its status."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.rules"
        path.write_text(text, encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, "-m", "ruleslang", *COMMANDS[command], str(path)],
            cwd=CHECKOUT,
            env={**os.environ, "RULESLANG_CACHE": cache},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, used = os.wait4(process.pid, 0)
    seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1000
    return f"{seconds:.1f} s, {megabytes:.0f} MB, {os.waitstatus_to_exitcode(status)}"


def main(said: list[str]) -> None:
    """The table; each command reads a small text first, so that the grammar is in the cache."""
    from tests.hostile.long_texts import TEXTS, number_for, text

    commands = [each for each in said if each != "--all"] or ["check", "test", "simulate"]
    with tempfile.TemporaryDirectory() as cache:
        for command in commands:
            taken(command, text("claims", 3), cache)
            for name in TEXTS if "--all" in said else DOZEN:
                texts = [text(name, number_for(name, size)) for size in LETTERS]
                found = [taken(command, each, cache) for each in texts]
                print("|", command, "|", name, "|", " | ".join(found), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
