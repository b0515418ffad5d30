"""The opposite of a condition, as text."""

from __future__ import annotations

import re

OPPOSITE = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "is": "is not", "is not": "is"}
JOINED = re.compile(r"\b(?:and|or|when|where|if|there|every|after)\b")
COMPARISON = re.compile(r"\s(is not|is|<=|>=|<|>)\s")
INNERMOST = re.compile(r"\([^()]*\)|\{[^{}]*\}")


def negated(condition: str) -> str:
    """
    A condition that holds just when another does not.

    >>> negated("score(p) < 9"), negated("carrier is not none"), negated("free(p) and score(p) > 3")
    ('score(p) >= 9', 'carrier is none', 'not (free(p) and score(p) > 3)')
    >>> negated("free(p)"), negated("not free(p)"), negated("there is c in hand(p) where c is ace")
    ('not free(p)', 'free(p)', 'there is no c in hand(p) where c is ace')
    >>> negated("number of (hand(p) where it is ace) > 1")
    'number of (hand(p) where it is ace) <= 1'
    """
    if condition.startswith("there is "):
        begun, other = ("there is ", "there is no ")
        if condition.startswith(other):
            begun, other = other, begun
        return other + condition.removeprefix(begun)
    outside = _without_brackets(condition)
    denied = outside.startswith("not ")
    compared = list(COMPARISON.finditer(outside))
    if JOINED.search(outside) or len(compared) > 1 or (denied and compared):
        return f"not ({condition})"
    if denied:
        return condition.removeprefix("not ")
    if not compared:
        return f"not {condition}"
    (met,) = compared
    return f"{condition[: met.start(1)]}{OPPOSITE[met[1]]}{condition[met.end(1) :]}"


def _without_brackets(text: str) -> str:
    """The text with blanks in the place of what stands in brackets."""
    while met := INNERMOST.search(text):
        text = text[: met.start()] + "_" * len(met[0]) + text[met.end() :]
    return text
