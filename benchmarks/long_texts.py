"""
What commands take of texts of much of one thing: processor seconds and memory at two sizes.

`python benchmarks/long_texts.py [COMMAND …]` prints a line of a table for each text; a command is
`check`, `test`, `interpreter`, `python` or `c` (one game on that engine).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
sys.path.insert(0, str(CHECKOUT))
LETTERS = (25_000, 50_000)
GAME = ("simulate", "--games", "1", "--jobs", "1", "--engine")
COMMANDS = {
    "check": ("check",),
    "test": ("test",),
    **{engine: (*GAME, engine) for engine in ("interpreter", "python", "c")},
}


def taken(command: str, text: str) -> str:
    """The processor time and the memory of one process, and its status."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.rules"
        path.write_text(text, encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, "-m", "ruleslang", *COMMANDS[command], str(path)],
            cwd=CHECKOUT,
            env={**os.environ, "RULESLANG_CACHE": f"{folder}/cache"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, used = os.wait4(process.pid, 0)
    seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1000
    return f"{seconds:.1f} s, {megabytes:.0f} MB, {os.waitstatus_to_exitcode(status)}"


def main(commands: list[str]) -> None:
    """The table."""
    from tests.hostile.long_texts import TEXTS, number_for, text

    for command in commands or list(COMMANDS):
        for name in TEXTS:
            found = [taken(command, text(name, number_for(name, size))) for size in LETTERS]
            print("|", command, "|", name, "|", " | ".join(found), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
