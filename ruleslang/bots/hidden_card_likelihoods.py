"""
How likely hidden cards lie where: what a known player holds more often than by chance.

Who plays by preferences keeps some cards and plays or throws away others, and some cards no hand
ever holds, since whoever draws them puts them down at once. So a uniform deal of what is hidden
gives others worse cards than they have, and makes the pile look better than it is. How often a card
lies in a zone, for what a uniform deal would put there, is counted in matches of the known player
with himself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import TypeAlias

from attrs import frozen

from ruleslang.bots.search_matches import SEEDS, Openings
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.match import QuickMatch
from ruleslang.match.values import Card, Place, Player
from ruleslang.program import declarations as d
from ruleslang.secrecy.rearrange_hidden import hidden

MATCHES = 40
APART = 20  # decisions from one look to the next
DOUBT = 2.0  # cards that are thought to lie everywhere as often as chance says, before any look
MOST_KEPT = 8  # games

Where: TypeAlias = tuple[str, bool, str]  # the zone, whether it is the player's own, and the card


@frozen(eq=False)
class Leanings:
    """How much more often than by chance cards lie in zones, by who does not see them."""

    openings: Openings
    ratios: Mapping[Where, float]

    def of(self, player: Player, place: Place, card: Card) -> float:
        """How much more often."""
        return self.ratios.get(_where(player, place, card), 1.0)


def _where(player: Player, place: Place, card: Card) -> Where:
    return place.zone.name, player in place.index, card.title.name


_kept: list[Leanings] = []


def leanings(match: QuickMatch, policy: d.Chooser) -> Leanings:
    """The leanings of a game; the same ones for all its matches, since the seeds are their own."""
    openings = Openings(match, policy)
    for each in _kept:
        if each.openings.are_like(openings):
            return each
    stream = Stream(derive(0, stream_number("leanings")))
    lay, expected = defaultdict[Where, float](float), defaultdict[Where, float](float)
    for _ in range(MATCHES):
        played = openings.next(stream.below(SEEDS))
        while (waits := played.waits_for) is not None:
            _look(played, played.population.players[waits[0]], lay, expected)
            seats = [policy for _ in played.population.players]
            if played.finish(stream.below(SEEDS), seats, APART) is None:
                break
    ratios = {each: (lay[each] + DOUBT) / (expected[each] + DOUBT) for each in expected}
    found = Leanings(openings, ratios)
    _kept[:] = [*_kept[1 - MOST_KEPT :], found]
    return found


def _look(
    match: QuickMatch, player: Player, lay: dict[Where, float], expected: dict[Where, float]
) -> None:
    """Count where the cards lie that a player does not see, and what chance would put there."""
    where = match.position.where
    for pool in hidden(match, player).pools:
        places = [where[card] for card in pool]
        for card, place in zip(pool, places, strict=True):
            lay[_where(player, place, card)] += 1
        shares = {place: places.count(place) / len(pool) for place in {*places}}
        for card in pool:
            for place, share in shares.items():
                expected[_where(player, place, card)] += share
