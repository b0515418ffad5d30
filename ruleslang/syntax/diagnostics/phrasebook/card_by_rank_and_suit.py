"""Cards of a deck that are called as people call them: the queen of spades, the 7 of clubs."""

from __future__ import annotations

import re

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.syntax.parse_failure import Failure

RANKS = {"ace": "1", "jack": "11", "knave": "11", "queen": "12", "king": "13"}
CALLED = re.compile(rf"\b(?:the )?(?P<rank>{'|'.join(RANKS)}|\d+) of (?P<suit>[a-z_]+)\b")
DECK = re.compile(r"^deck (?P<name>\w+)(?: x\d+)? of \w+: (?P<axes>[^#\n]+)", re.MULTILINE)
LIST = re.compile(r"^words (\w+):([^#\n]*)", re.MULTILINE)
AXIS = re.compile(r"\w+ in (?:\d+\.\.\d+|\w+)")


def card_of_a_deck(failure: Failure) -> Diagnostic | None:
    """
    A card is called by its rank and suit; its slug is `said-otherwise`.

    It is written with its values, in the order in which the deck says them.
    """
    line = failure.text[failure.line_start : failure.line_end]
    at = failure.offset - failure.line_start
    near = (each for each in CALLED.finditer(line) if each.start() <= at <= each.end())
    found = next(near, None)
    lists = dict(LIST.findall(failure.chunk.source.text))
    if found is None or not any(_is_word(found["suit"], row) for row in lists.values()):
        return None
    start = failure.line_start + found.start()
    return error(
        "said-otherwise",
        failure.span(start, start + len(found[0])),
        f"`{found[0]}` is said otherwise",
        help=_written(failure.chunk.source.text, lists, found["rank"], found["suit"]),
    )


def _is_word(word: str, row: str) -> bool:
    return word in re.findall(r"\w+", row)


def _written(source: str, lists: dict[str, str], rank: str, suit: str) -> str:
    """The card with the values of the axes, if there is a deck that has just these two."""
    deck = DECK.search(source)
    axes = AXIS.findall(deck["axes"]) if deck else []
    values = [_value(axis.partition(" in ")[2], lists, rank, suit) for axis in axes]
    if deck and len(values) == 2 and all(values) and values[0] != values[1]:
        return f"write `{deck['name']}({', '.join(values)})`: a card of a deck is its values"
    return "test its fields, as in `suit(c) is spades and rank(c) is 12`"


def _value(axis: str, lists: dict[str, str], rank: str, suit: str) -> str:
    """What stands at one axis: a word of its list, or the number of the rank."""
    words = re.findall(r"\w+", lists.get(axis, ""))
    number = RANKS.get(rank, rank) if axis[:1].isdigit() else ""
    return next((each for each in (suit, rank) if each in words), number)
