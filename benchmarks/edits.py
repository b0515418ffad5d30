"""
How long an author waits: CPU seconds from an edit to its diagnostics in an editor, and what the
imports of each small use take, as `-X importtime` tells it. Prints one JSON object.

An edit is another digit in one declaration, and then the old one again. For an earlier version of
the package, set PYTHONPATH to its checkout.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from ruleslang.language.syntax.parse import chunks
from ruleslang.library.find_rulebook import find
from ruleslang.library.workspace.workspace import Workspace
from ruleslang.source.span import Source

SORTS = ("procedure", "phase", "value", "action", "card", "example", "while", "claim")
DIGIT = re.compile(r"(?<![\w.])[2-8](?![\w.])")
COMMAND = "from ruleslang.apps.cli.main import status; status({})"
USES = {
    "load": "import ruleslang; ruleslang.load('nim')",
    "check": COMMAND.format(["check", "nim"]),
    "play": COMMAND.format(["play", "nim", "--players", "random,random", "--seed", "1"]),
    "fmt": COMMAND.format(["fmt", "--check", str(find("nim").path)]),
}
IMPORTED = re.compile(r"import time: +(\d+) \| +\d+ \| *(\S+)")


def edited(path: Path, sort: str) -> Iterator[str]:
    """The text of a file with another digit in one declaration of a sort."""
    parts = [chunk.text for chunk in chunks(Source(path.name, path.read_text("utf-8")))]
    for number, part in enumerate(parts):
        head = part.find("\n") if part.startswith(f"{sort} ") else -1
        found = DIGIT.search(part, head) if head >= 0 else None
        if found:
            digit = str(int(found[0]) + 1)
            changed = part[: found.start()] + digit + part[found.end() :]
            yield "".join((*parts[:number], changed, *parts[number + 1 :]))


def edits(game: str, most: int) -> Iterator[dict[str, object]]:
    """The median of edits of each sort of declaration, and of those of the longest file."""
    files = sorted(find(game).path.glob("*.rules"), key=lambda path: -path.stat().st_size)
    workspace = Workspace(game)
    workspace.snapshot()
    yield timed(workspace, "example in the longest file", files[:1], "example", most)
    for sort in SORTS:
        yield timed(workspace, sort, files[1:], sort, most)


def timed(
    workspace: Workspace, name: str, files: list[Path], sort: str, most: int
) -> dict[str, object]:
    """The median CPU seconds of edits that leave no error."""
    taken: list[float] = []
    for file, text in ((path, text) for path in files for text in edited(path, sort)):
        for version in (text, file.read_text("utf-8")):
            workspace.set_text(file, version)
            begun = time.process_time()
            compiled = workspace.snapshot().compiled
            if compiled is not None:
                taken.append(time.process_time() - begun)
        if len(taken) >= most:
            break
    seconds = round(median(taken), 4) if taken else None
    return {"name": f"edit of a {name}", "seconds": seconds, "edits": len(taken)}


def imports(name: str, code: str, cache: str) -> dict[str, object]:
    """What the imports of a use take, and those that take most with all that they import alone."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code],
        env={**os.environ, "RULESLANG_CACHE": cache},
        capture_output=True,
        text=True,
        check=False,
    )
    taken: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    for microseconds, module in IMPORTED.findall(done.stderr):
        package = module.partition(".")[0]
        taken[package] += int(microseconds)
        modules[package] += 1
    most = {
        package: [round(spent / 1e6, 4), modules[package]]
        for package, spent in taken.most_common(6)
    }
    seconds = round(sum(taken.values()) / 1e6, 4)
    return {"name": f"imports of {name}", "seconds": seconds, "packages": most}


def main() -> None:
    """Print the edits, and the imports with an empty cache and with that of the run before."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("game", nargs="?", default="super_team")
    asked.add_argument("--edits", type=int, default=16, help="at most, of each sort")
    given = asked.parse_args()
    found = list(edits(given.game, given.edits))
    with tempfile.TemporaryDirectory() as cache:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody starts it without bytecode
        for name, code in USES.items():
            imports(name, code, cache)
        for name, code in USES.items():
            found.append(imports(f"{name}, unchanged", code, cache))
        for name, code in USES.items():
            with tempfile.TemporaryDirectory() as empty:
                found.append(imports(name, code, empty))
    print(json.dumps({"command": "bench", "ratios": found}, indent=2))


if __name__ == "__main__":
    main()
