"""Cards, pieces and dice are conserved: nothing is lost, doubled, or at two places at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import along
from ruleslang.law_harness.shrink import in_matches
from ruleslang.match.values import Card
from ruleslang.meaning.machine import Machine


def check(subject: Subject, line: Line) -> Breach | None:
    """Count everything at every decision."""
    came: frozenset[Card] = frozenset()
    for made, match in along(subject.compiled, line):
        m = match.machine
        for found in (*_cards(m, came), *_pieces(m), *_dice(m)):
            return Breach(made, found)
        came = frozenset(m.state.where)
    return None


def _cards(m: Machine, came: frozenset[Card]) -> Iterator[str]:
    """`came` are the cards that lay somewhere before."""
    lying = Counter(card for cards in m.state.zones.values() for card in cards)
    for card, times in lying.items():
        if times > 1:
            yield f"`{card.name}` lies at {times} places at once"
    for card in came - lying.keys():
        yield f"`{card.name}` lay in a zone, and now lies in none"
    for place, cards in m.state.zones.items():
        for card in cards:
            if m.state.where.get(card) is not place:
                yield f"`{card.name}` lies in {place.name}, and is thought to lie elsewhere"
    for card, place in m.state.where.items():
        if card not in m.state.zones[place]:
            yield f"`{card.name}` is thought to lie in {place.name}, and does not"
    for strange in lying.keys() - set(m.tables.cards):
        yield f"`{strange.name}` is no card of the rulebook"


def _pieces(m: Machine) -> Iterator[str]:
    for piece, space in m.state.spaces.items():
        if piece not in m.state.standing.get(space, ()):
            yield f"`{piece.name}` is thought to stand on {space.name}, and does not"
    standing = Counter(piece for pieces in m.state.standing.values() for piece in pieces)
    for piece, times in standing.items():
        if times > 1 or piece not in m.state.spaces:
            yield f"`{piece.name}` stands on {times} spaces"


def _dice(m: Machine) -> Iterator[str]:
    for dice in m.tables.program.dice:
        for lying in m.state.dice[dice.name].values():
            if len(lying) > dice.number:
                yield f"{len(lying)} dice lie in {dice.name}, which holds {dice.number}"


LAW = Law("cards", "no card, piece or die is lost or doubled", in_matches(check))
