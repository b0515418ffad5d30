"""What is done, as sentences of cards have it: `gain 2 coins`, `each player discards a card`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ruleslang.syntax.diagnostics.phrasebook.declared_names import Vocabulary, number
from ruleslang.syntax.diagnostics.phrasebook.event_sentences import Lines
from ruleslang.syntax.diagnostics.phrasebook.sentences.all import SENTENCES
from ruleslang.syntax.diagnostics.phrasebook.sentences.row import Sentence

CHOSEN = "{choose} c from {pile}|move c"
SEVERAL = "{choose} {n} of {pile} as cs|move cs"
"""What `move top(pile)` is, where cards lie in no order."""


def plain_lines(said: str, known: Vocabulary) -> Iterator[Lines]:
    """The lines that do what a sentence without another in it says, with what is still to do."""
    yield from lines_of(said, known, SENTENCES)


def lines_of(said: str, known: Vocabulary, rows: tuple[Sentence, ...]) -> Iterator[Lines]:
    """The lines that some rows of the table have for a sentence, and their notes."""
    for row in rows:
        found = _compiled(row.pattern).fullmatch(said)
        if found:
            yield _filled(row.lines, found, known), row.note.format(die=known.die(), me=known.me)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Patterns are compiled when a text has a mistake, not when the room is imported."""
    return re.compile(pattern, re.IGNORECASE)


def _pile(lines: str, found: re.Match[str], known: Vocabulary) -> str:
    """The pile that the sentence itself names, or else the one of the rulebook."""
    apart = known.discards() if "{discards}" in lines else ""
    named = [each for each in known.zones(found[0]) if each != apart]
    return named[-1] if named else known.pile()


def _filled(lines: str, found: re.Match[str], known: Vocabulary) -> tuple[str, ...]:
    """Lines with the names of the rulebook in them."""
    groups = found.groupdict()
    said = groups.get("what") or groups.get("own") or "points"
    count = number(groups.get("n") or "a")
    pile = _pile(lines, found, known)
    if not known.has_top(pile):
        lines = re.sub(
            r"^move (?:\{top\}|top\(\{pile\}\))", CHOSEN if count == "1" else SEVERAL, lines
        )
    names = {
        **groups,
        "n": count,
        "twice": groups.get("n") or "2",
        "each": "q" if known.me == "p" else "p",
        "times": "" if count == "1" else f"{count} * ",
        "top": f"top({pile})" if count == "1" else f"top({pile}, {count})",
        "what": known.counter(said),
        "life": known.life(),
        "front": known.front(),
        "me": known.me,
        "choose": "choose" if known.me == "you" else f"{known.me} chooses",
        "wins": "win" if known.me == "you" else "wins",
        "pile": pile,
        "hand": known.hand(),
        "discards": known.discards(),
        "counter": known.score(),
        "die": known.die(),
    }
    return tuple(line.format_map(names) for line in lines.split("|"))
