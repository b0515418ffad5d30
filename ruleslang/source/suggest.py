"""The nearest known word to a misspelt one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from attrs import define, field

from ruleslang.source.fix import Certainty, Proposal

SHORTEST = 4  # letters of a name that resembles just one
FEW = 6  # most names that a help lists
SHORT = 5  # letters of two names together; below it one typo turns any name into any other
LONG = 6  # letters of a name in which two slips are still a misspelling
PLAIN_LETTERS = str.maketrans(
    dict(zip("łøđıħŧŋðþ", ("l", "o", "d", "i", "h", "t", "ng", "d", "th"), strict=True))
    | dict(zip("ßæœ", ("ss", "ae", "oe"), strict=True))
)
"""The letters of the Latin alphabet without accents."""


def plain_name(text: str) -> str:
    """
    Return a text as a name may have it, in letters without accents.

    >>> plain_name("Red Fox"), plain_name("Élan vital"), plain_name("Żółw")
    ('red_fox', 'elan_vital', 'zolw')
    """
    letters = unicodedata.normalize("NFKD", text.lower()).translate(PLAIN_LETTERS)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


@define(eq=False)
class _Searches:
    """How many words may still be compared, and what was found: many miss the same name."""

    left: int
    answers: dict[tuple[str, frozenset[str]], str | None] = field(factory=dict)


_SEARCHES: ContextVar[_Searches | None] = ContextVar("searches", default=None)


@contextmanager
def compared_at_most(words: int) -> Iterator[None]:
    """
    Compare names with at most `words` words in all within this; after that nothing is suggested, so
    that a text full of mistakes is still reported in time.
    """
    token = _SEARCHES.set(_Searches(words))
    try:
        yield
    finally:
        _SEARCHES.reset(token)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """
    Return the known word closest to `name`, or `None` when nothing is close.

    A word that only rhymes is not close: if proposed, it would hide the intended list.

    >>> nearest("discrad", ["discard", "hand"])
    'discard'
    >>> nearest("forever", ["never", "for_good"]) is None
    True
    >>> nearest("count", ["count_up"]) is None
    True
    """
    words = frozenset(known)
    searches = _SEARCHES.get()
    if searches is None:
        return _nearest(name, words)
    if (name, words) not in searches.answers:
        searches.left -= len(words)
        if searches.left < 0:
            return None
        searches.answers[name, words] = _nearest(name, words)
    return searches.answers[name, words]


def _nearest(name: str, known: frozenset[str]) -> str | None:
    """Return the first word at distance one, or for a long name the only one at distance two."""
    lowered = {word.lower(): word for word in sorted(known, reverse=True)}
    written = name.lower()
    near = [
        word
        for word in sorted(lowered)
        if written in (word, f"{word}es")
        or (len(written + word) >= SHORT and is_one_typo(written, word))
    ]
    if not near and len(name) >= LONG:
        near = [word for word in sorted(lowered) if _is_two_slips(written, word)]
    return lowered[near[0]] if near else None


def _is_two_slips(name: str, other: str) -> bool:
    """
    Return whether two typos lead from one name to the other; a name that is only longer is another
    name.

    >>> _is_two_slips("cadr_draw", "card_drew"), _is_two_slips("cast_it", "cast")
    (True, False)
    """
    if abs(len(name) - len(other)) > 2 or name.startswith(other) or other.startswith(name):
        return False
    at = next((at for at, (a, b) in enumerate(zip(name, other, strict=False)) if a != b), 0)
    left, right = name[at:], other[at:]
    repaired = [(left[1:], right), (left, right[1:]), (left[1:], right[1:])]
    if left[:2] == right[1::-1]:
        repaired.append((left[2:], right[2:]))
    return any(is_one_typo(*ends) for ends in repaired)


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Return the question whether the nearest known name was intended, or `None`."""
    suggestion = nearest(name, known)
    return f"did you mean `{suggestion}`?" if suggestion else None


def known_name(name: str, known: Iterable[str]) -> Proposal | None:
    """Return the proposal to write the nearest known name for one that nothing has, or `None`."""
    names = frozenset(known)
    suggestion = nearest(name, names)
    if suggestion is None:
        return None
    sure = Certainty.SURE if is_clear_typo(name, suggestion, names) else Certainty.LIKELY
    return Proposal(
        f"did you mean `{suggestion}`?", (suggestion,), sure, replaces=name, naming=True
    )


def there_are(known: Iterable[str]) -> str:
    """
    Return the end of a help that lists the known names, if they are few.

    >>> there_are({"lay", "draw"})
    '; there are `draw`, `lay`'
    """
    names = sorted(known)
    listed = ", ".join(f"`{name}`" for name in names)
    return f"; there are {listed}" if 1 < len(names) <= FEW else ""


def is_clear_typo(name: str, suggestion: str, known: Iterable[str]) -> bool:
    """
    Return whether a name can only be a typo of this one: a single edit away, as no other name is.

    Names that differ in digits differ on purpose, and short names resemble too many.

    >>> is_clear_typo("discrad", "discard", ["discard", "hand"])
    True
    >>> is_clear_typo("card1", "card2", ["card2"])
    False
    """
    if (
        len(name) < SHORTEST
        or not is_one_typo(name, suggestion)
        or _digits(name) != _digits(suggestion)
    ):
        return False
    return not any(is_one_typo(name, other) for other in known if other != suggestion)


def is_one_typo(name: str, other: str) -> bool:
    """
    Return whether one letter is too many, missing, wrong, or two that are neighbours are exchanged.

    >>> is_one_typo("hnad", "hand"), is_one_typo("han", "hand"), is_one_typo("hat", "hand")
    (True, True, False)
    """
    if name == other or abs(len(name) - len(other)) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(name, other, strict=False)) if a != b), None)
    if start is None:
        return True
    left, right = name[start:], other[start:]
    return (
        left[1:] == right or left == right[1:] or left[1:] == right[1:] or _exchanged(left, right)
    )


def occurs_in(word: str, name: str) -> bool:
    """Return whether a name has the letters of a word, in their order."""
    letters = iter(name.lower())
    return all(letter in letters for letter in word.lower())


def _exchanged(left: str, right: str) -> bool:
    return len(left) > 1 and left[:2] == right[1::-1] and left[2:] == right[2:]


def _digits(name: str) -> str:
    return "".join(letter for letter in name if letter.isdigit())
