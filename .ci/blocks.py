"""
Prints the `sh` blocks of a page.

`blocks.py README.md 2` prints the second, `blocks.py README.md 3-` the third and all after it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

BLOCK = re.compile(r"^```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> list[str]:
    """The blocks of one language on a page, in order."""
    return [found["text"] for found in BLOCK.finditer(page) if found["language"] == language]


def main(path: str, which: str) -> None:
    """Print one block, or all from one on."""
    found = blocks(Path(path).read_text(encoding="utf-8"), "sh")
    first = int(which.rstrip("-")) - 1
    wanted = found[first:] if which.endswith("-") else found[first : first + 1]
    if not wanted:
        sys.exit(f"{path} has no block {which}")
    print("\n".join(wanted))


if __name__ == "__main__":
    main(*sys.argv[1:])
