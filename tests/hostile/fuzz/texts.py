"""Where hostile texts come from, for hypothesis and for whoever else brings bytes or choices."""

from __future__ import annotations

import random
from pathlib import Path

from ruleslang.library.load import load_bytes, load_text
from ruleslang.source.render import render_all
from ruleslang.source.span import Source
from ruleslang.syntax import keywords
from ruleslang.syntax.csv_table import parse_csv

CHECKOUT = Path(__file__).parents[3]
TEXTS = [
    path.read_text(encoding="utf-8")
    for folder in ("examples", "docs/games", "tests/corpus")
    for path in sorted((CHECKOUT / folder).rglob("*.rules"))
]
WORDS = [
    *sorted(keywords.KEYWORDS),
    "x", "p1", "hand", "0", "1", "9" * 15, "(", ")", "{", "}", "[", "]", ":", ",", "..", "+", "-",
    "*", "/", "=", "<", '"a"', "x4", "|", "#", "\n", "\n    ", "\n        ", "\t", "\u202e", "é",
]  # fmt: skip


def front(text: str) -> None:
    """Read, check and show a text: whatever it is, this raises nothing."""
    loaded = load_text(text, lints=True)
    render_all(loaded.diagnostics).encode("utf-8")
    assert loaded.compiled or loaded.diagnostics


def bytes_in(data: bytes) -> None:
    """The same of any bytes, as a rulebook and as a table."""
    render_all(load_bytes(data, name="any.rules", lints=True).diagnostics)
    text = data.decode("utf-8", "replace")
    render_all(parse_csv(Source("cards/any.csv", text))[1])


def edited(text: str, chance: random.Random) -> str:
    """A text in which lines or words are doubled, dropped, swapped or taken from another text."""
    for _ in range(chance.randrange(1, 4)):
        by_line = chance.random() < 0.4
        parts = text.splitlines(keepends=True) if by_line else text.split(" ")
        if not parts:
            return text
        here, there = chance.randrange(len(parts)), chance.randrange(len(parts))
        match chance.randrange(5):
            case 0:
                del parts[here]
            case 1:
                parts.insert(there, parts[here])
            case 2:
                parts[here], parts[there] = parts[there], parts[here]
            case 3:
                parts[here] = chance.choice(WORDS)
            case _:
                other = chance.choice(TEXTS)
                parts.insert(here, chance.choice(other.split("\n") if by_line else other.split()))
        text = ("" if by_line else " ").join(parts)
    return text
