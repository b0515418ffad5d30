"""The general form for a sentence of English: how what it speaks of is written."""

from __future__ import annotations

import re
from operator import itemgetter

from ruleslang.language.syntax.diagnostics.forms import forms_of

SENTENCE = re.compile(r"[^\W\d][\w ,.:!'’+-]*")  # words, not the signs of a rule
CALLED = re.compile(r"(?<=\w)\([^()]*(?:\([^()]*\))?\)")  # of whom or what: `hand(p)` is `hand`
FEWEST = 2  # words of a sentence, but for one at the margin
LONGEST = 300  # letters
PLAIN = frozenset(
    {
        "add", "avoid", "cancel", "choose", "cost", "depending", "eliminate", "exchange", "for",
        "given", "instead", "loop", "move", "open", "pays", "perform", "pick", "prefer", "repeat",
        "reveal", "roll", "set", "shuffle", "subtract", "swap", "then", "trade",
    }
)  # fmt: skip
"""First words whose own form is what such a sentence means."""


def form_of_sentence(line: str, head: str) -> str | None:
    """
    Return how what a sentence speaks of is written, below a head; None for other lines.

    >>> form_of_sentence("    double all points", "phase")
    'numbers are counted in states, as in `add 2 to coins(p)` and `subtract 2 from coins(q)`'
    >>> form_of_sentence("    move c onto pile", "phase")
    """
    text = CALLED.sub("", line.strip().lower())
    words = text.split()
    inside = line[:1].isspace()
    fewest = FEWEST if inside else 1
    if not fewest <= len(words) or len(text) > LONGEST or not SENTENCE.fullmatch(text):
        return None
    if inside and (words[0] in PLAIN or text.startswith("take turns ")):
        return None
    part = "example" if head == "example" else "inside" if inside else "margin"
    topics = ((pattern.search(text), form) for form, pattern in forms_of(part))
    found = [(place.start(), form) for place, form in topics if place]
    begins = forms_of("begins") if part == "inside" else ()
    help = "; ".join(
        [
            *(form for form, pattern in begins if pattern.match(text)),
            *([min(found, key=itemgetter(0))[1]] if found else []),
        ]
    )
    return (_to_the_reader(help) if head in ("card", "kind") else help) or None


def _to_the_reader(help: str) -> str:
    """Return a help with `you` for the player, as on a card."""
    return re.sub(r"\bp\b(?=[)`])", "you", help.replace("`p chooses", "`choose"))
