"""How messages show the values that programs pass."""

from __future__ import annotations

import re
from typing import Any

MOST_SHOWN = 80  # letters of a value
LONGEST = 1000  # letters of a message
LONGEST_WORD = 200  # letters without a blank: no name has so many, and hardly a path


def met(value: Any) -> str:
    """
    A value with its type, as much of it as a line holds.

    >>> met(1.5)
    'float 1.5'
    """
    shown = repr(value)
    cut = shown if len(shown) <= MOST_SHOWN else shown[: MOST_SHOWN - 3] + "..."
    return f"{type(value).__name__} {cut}"


def legible(message: str) -> str:
    """
    A message that may hold words of strangers: short, and without a terminal's commands.

    >>> legible("no file is called `a\x1b[2Jb`")
    'no file is called `a?[2Jb`'
    """
    short = re.sub(rf"\S{{{LONGEST_WORD + 1},}}", lambda word: f"{word[0][:60]}…`", message)
    short = short if len(short) <= LONGEST else f"{short[:LONGEST]} …"
    return "".join(each if each.isprintable() or each == "\n" else "?" for each in short)
