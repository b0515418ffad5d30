"""What the log reports of cards is what they did: from that zone, and later to that zone."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

import pytest

import ruleslang
from ruleslang.engine.match.chance import Stream, derive
from ruleslang.engine.match.decision import View
from ruleslang.engine.match.runtime_values import Card
from ruleslang.explanation.story.dice_checks import Reader
from ruleslang.explanation.story.entry_types import Entry, Moved
from ruleslang.explanation.story.narrator import Narrator
from ruleslang.explanation.story.vocabulary import Vocabulary, words_of_match

GAMES = ("crazy_eights", "deck_builder", "hearts", "grangol", "ollapion", "ole")
CHOICES = 24

Way: TypeAlias = "tuple[str | None, str, str]"
"""A card, or any card; a zone in which it was, and one in which it was later."""


@pytest.mark.parametrize("name", GAMES)
def test_a_card_is_logged_only_on_its_way(name: str) -> None:
    game, reported = ruleslang.load(name), 0
    for seed in range(2):
        match, stream = game.start(seed=seed, engine="interpreter"), Stream(derive(seed, 1))
        for _ in range(CHOICES):
            if match.decision is None:
                break
            index = stream.below(len(match.decision.choices))
            for reader in range(len(match.seats)):
                entries, taken = narrated(match.copy(), reader, index)
                for entry in entries:
                    ways = logged(entry)
                    assert ways <= taken, (ways - taken, entry.text)
                    reported += ways.total()
            match.choose(index)
    assert reported > 20


def logged(entry: Entry) -> Counter[Way]:
    """The ways of cards that an entry reports."""
    moves = [part for part in entry.parts if isinstance(part, Moved)]
    return Counter(
        way
        for move in moves
        if move.origin is not None and move.end not in (None, move.origin)
        for card in move.cards
        for way in {(card, move.origin, move.end), (None, move.origin, move.end)}
    )


def narrated(match: ruleslang.Match, reader: int, index: int) -> tuple[list[Entry], Counter[Way]]:
    """Make a choice: the entries of a reader, and all ways that cards took."""
    paths: dict[Card, list[str]] = {}
    titles: dict[Card, set[str]] = {}  # as which a card counted on its way

    def follow() -> None:
        for zone, cards in match.engine.position.zones.items():
            for card in cards:
                titles.setdefault(card, set()).add(match.engine.position.title_of(card).name)
                path = paths.setdefault(card, [])
                if path[-1:] != [zone.name]:
                    path.append(zone.name)

    narrator = Narrator((reader,), Vocabulary(**words_of_match(match.engine)))
    narrator.follow(match.engine)
    see = narrator.changes.see

    def look(seat: Reader) -> View:
        follow()
        return see(seat)

    narrator.changes.see = look
    follow()
    match.choose(index)
    follow()
    narrator.settle()
    narrator.close(reader, Entry("saw", ""))
    if match.decision is None or match.decision.player == reader:
        narrator.close(reader)
    ways: Counter[Way] = Counter()
    for card, path in paths.items():
        pairs = {(path[n], end) for n in range(len(path)) for end in path[n + 1 :]}
        ways.update((title, *pair) for pair in pairs for title in (*titles[card], None))
    return narrator.entries[reader], ways
