"""
The order of completions: how often the shipped texts have each word at such a place.

A place is described by the words before it on its line and, at the start of a line, by the lines
around it. Names stand for their sorts (`<state>`, `<player>`, `<local>`), since each rulebook has
its own; of one sort, the names that are used nearby come first. `word_order.json` has the numbers;
`python -m tests.support.word_places` counts them again.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax.keywords import KEYWORDS
from ruleslang.library.workspace.fitting_names import Completion
from ruleslang.program.builtins import BUILT_IN_NAMES, CALLED_NAMES

TABLE = Path(__file__).with_name("word_order.json")
TOKEN = re.compile(r'"[^"\n]*"?|[^\W\d]\w*|\d+|\.\.|[<>]=?|[^\s\w]')
OF_LANGUAGE = KEYWORDS | BUILT_IN_NAMES | CALLED_NAMES
LONGEST = 2  # words before a place that describe it
NEAR = 3000  # letters before a place in which a name counts more, the more the nearer
UNFIT = 0.02  # for a word that is not expected at the place
RARE = 1e-6  # the share of a word that the texts don't have at such a place


def ordered(
    items: Iterable[Completion], text: str, start: int, symbols: Symbols | None
) -> Iterator[Completion]:
    """Sort the items offered at a place of a text, the likeliest next word first."""
    shares = _shares(text[max(0, start - NEAR) : start], symbols)
    used = Counter(TOKEN.findall(text))
    last = {found[0]: found.end() / start for found in TOKEN.finditer(text, 0, start)}
    groups = defaultdict(list)
    for item in items:
        weight = 1 + used[item.name] * (0.2 + 4 * last.get(item.name, 0.0) ** 8)
        groups[_label_of(item, symbols)].append((item, 1 if item.sort == "number" else weight))
    scored = []
    for label, group in groups.items():
        whole = sum(weight for _, weight in group)
        share = shares.get(label, 0.0) + RARE
        scored += [
            (share * weight / whole * (1 if item.fits else UNFIT), item) for item, weight in group
        ]
    return (item for _, item in sorted(scored, key=lambda each: -each[0]))


def contexts(before: str, symbols: Symbols | None) -> Iterator[str]:
    """
    Yield descriptions of the place behind a text, the most exact first.

    >>> list(contexts("phase game\n    shuffle pile\n    move cards ", None))
    ['move_ move cards', 'move_ cards', 'cards']
    >>> list(contexts("phase game\n    shuffle pile\n    ", None))
    ['phase shuffle ^', 'phase ^', '^']
    """
    *above, line = before.split("\n")
    words = [label(word, symbols) for word in TOKEN.findall(line)]
    if not words:
        around, beside = _lines_around(above, len(line))
        head = label(around, symbols)
        yield from (f"{head} {label(beside, symbols)} ^", f"{head} ^", "^")
        return
    for length in range(min(LONGEST, len(words)), 0, -1):
        yield f"{words[0]}_ {' '.join(words[-length:])}"
    yield words[-1]


def _lines_around(above: list[str], margin: int) -> tuple[str, str]:
    """Return the first words of the line that begins the block, and of the one before in it."""
    beside = ""
    for line in reversed(above):
        found = TOKEN.search(line.partition("#")[0])
        if found is not None and found.start() < margin:
            return found[0], beside
        if found is not None and found.start() == margin and not beside:
            beside = found[0]
    return "", beside


def label(word: str, symbols: Symbols | None) -> str:
    """Replace a name by its sort; other words stand for themselves."""
    if word[:1] == '"' or word[:1].isdigit():
        return word[0] if word[0] == '"' else "#"
    symbol = symbols.get(word) if symbols is not None else None
    if symbol is not None:
        return f"<{symbol.what}>"
    if word in OF_LANGUAGE or not word[:1].isalpha():
        return word
    if symbols is not None and word in symbols.words:
        return "<word>"
    return "<field>" if symbols is not None and word in symbols.fields else "<local>"


def _label_of(item: Completion, symbols: Symbols | None) -> str:
    if item.sort == "local":
        return "<local>"
    return label(item.name.partition(" ")[0], symbols)


@cache
def _counts() -> Mapping[str, Mapping[str, int]]:
    """Return for each description of a place how often each label follows."""
    counts: Mapping[str, Mapping[str, int]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return counts


def _shares(before: str, symbols: Symbols | None) -> Mapping[str, float]:
    """Estimate how often each label follows; rarely met descriptions leave more to the next."""
    shares, left = defaultdict[str, float](float), 1.0
    for context in contexts(before, symbols):
        counts = _counts().get(context, {})
        whole = sum(counts.values())
        for label, count in counts.items():
            shares[label] += left * count / whole
        left /= 1 + whole / 2
    return shares
