"""Cards, pieces and dice are conserved: nothing is lost, doubled, or at two places at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import along
from ruleslang.law_harness.shrink import in_matches
from ruleslang.match.match import Match
from ruleslang.match.position import Position
from ruleslang.match.values import Card


def check(subject: Subject, line: Line) -> Breach | None:
    """Count everything at every decision."""
    came: frozenset[Card] = frozenset()
    for made, match in along(subject.compiled, line):
        position = match.position
        for found in (*_cards(match, came), *_pieces(position), *_dice(match)):
            return Breach(made, found)
        came = frozenset(position.where)
    return None


def _cards(match: Match, came: frozenset[Card]) -> Iterator[str]:
    """Check the cards; `came` are the cards that lay in a zone before."""
    position = match.position
    lying = Counter(card for cards in position.zones.values() for card in cards)
    for card, times in lying.items():
        if times > 1:
            yield f"`{card.name}` lies at {times} places at once"
    for card in came - lying.keys():
        yield f"`{card.name}` lay in a zone, and now lies in none"
    for place, cards in position.zones.items():
        for card in cards:
            if position.where.get(card) is not place:
                yield f"`{card.name}` lies in {place.name}, and is thought to lie elsewhere"
    for card, place in position.where.items():
        if card not in position.zones[place]:
            yield f"`{card.name}` is thought to lie in {place.name}, and does not"
    for strange in lying.keys() - set(match.population.cards):
        yield f"`{strange.name}` is no card of the rulebook"


def _pieces(position: Position) -> Iterator[str]:
    for piece, space in position.spaces.items():
        if piece not in position.standing.get(space, ()):
            yield f"`{piece.name}` is thought to stand on {space.name}, and does not"
    standing = Counter(piece for pieces in position.standing.values() for piece in pieces)
    for piece, times in standing.items():
        if times > 1 or piece not in position.spaces:
            yield f"`{piece.name}` stands on {times} spaces"


def _dice(match: Match) -> Iterator[str]:
    for dice in match.population.program.dice:
        for lying in match.position.dice[dice.name].values():
            if len(lying) > dice.number:
                yield f"{len(lying)} dice lie in {dice.name}, which holds {dice.number}"


LAW = Law("conservation", "no card, piece or die is lost or doubled", in_matches(check))
