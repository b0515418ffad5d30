"""The nearest known word to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches

PROPOSAL = "did you mean"
_LEFT: ContextVar[list[int] | None] = ContextVar("left", default=None)


@contextmanager
def compared_at_most(words: int) -> Iterator[None]:
    """
    Within this, names are compared with no more than so many words in all; after that nothing is
    proposed, so that a text of nothing but mistakes is told of in good time.
    """
    token = _LEFT.set([words])
    try:
        yield
    finally:
        _LEFT.reset(token)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """
    The known word closest to `name`, or `None` when nothing is close.

    >>> nearest("discrad", ["discard", "hand"])
    'discard'
    """
    words = sorted(set(known))
    left = _LEFT.get()
    if left is not None:
        left[0] -= len(words)
        if left[0] < 0:
            return None
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
