"""The opposite of a condition, as text."""

from __future__ import annotations

import re

OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "is": "is not", "is not": "is"}
JOINED = re.compile(r"\b(?:and|or|when|where|if|not|there|every)\b")
COMPARISON = re.compile(r"\s(is not|is|<=|>=|<|>)\s")


def negated(condition: str) -> str:
    """
    A condition that holds just when another does not.

    >>> negated("score(p) < 9"), negated("carrier is not none"), negated("free(p) and score(p) > 3")
    ('score(p) >= 9', 'carrier is none', 'not (free(p) and score(p) > 3)')
    """
    compared = COMPARISON.findall(condition)
    simple = len(compared) == 1 and not JOINED.search(condition.replace("is not", "is"))
    if not simple:
        return f"not ({condition})"
    return COMPARISON.sub(f" {OPPOSITE[compared[0]]} ", condition)
