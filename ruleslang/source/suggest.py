"""The nearest known word to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

PROPOSAL = "did you mean"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """
    The known word closest to `name`, or `None` when nothing is close.

    >>> nearest("discrad", ["discard", "hand"])
    'discard'
    """
    words = sorted(set(known))
    lowered = {word.lower(): word for word in reversed(words)}
    found = get_close_matches(name.lower(), lowered, n=1, cutoff=0.65)
    return lowered[found[0]] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """The help line for a misspelt name, or `None`."""
    found = nearest(name, known)
    return f"{PROPOSAL} `{found}`?" if found else None


def is_proposal(help: str | None) -> bool:
    """Whether a help line proposes a known name in the place of a misspelt one."""
    return help is not None and help.startswith(PROPOSAL)
