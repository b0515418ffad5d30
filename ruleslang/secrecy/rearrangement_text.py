"""A rearrangement of what is hidden in words: `ace` in hand(away) and `two` in pile exchanged."""

from __future__ import annotations

from ruleslang.match.entities import place_name
from ruleslang.match.match import Reader
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Card, name_of

MOST_PARTS = 3  # that are told; the rest is counted


def supposed(match: Reader, change: Rearrangement) -> str:
    """A rearrangement in words, as a supposition about the present position."""
    parts = [
        f"{_where(match, one)} and {_where(match, other)} changed places"
        for one, other in change.pairs
    ]
    parts += [
        f"{_where(match, card)} were {'out of play' if place is None else f'in {place.name}'}"
        for card, place in change.moves
    ]
    parts += [f"{place_name(name, at)} were {name_of(value)}" for name, at, value in change.states]
    for name, at, faces in change.dice:
        lying = match.position.dice[name][at]
        everyone = match.population
        names = [name_of(face) for face in everyone.faces[everyone.dice[name].die]]
        shown = " ".join(names[face] for face in faces[: len(lying)])
        parts.append(f"{place_name(name, at)} showed {shown}")
    rest = len(parts) - MOST_PARTS
    return ", ".join(parts[:MOST_PARTS]) + (f" and {rest} more" if rest > 0 else "")


def _where(match: Reader, card: Card) -> str:
    place = match.position.where.get(card)
    return f"`{card.title.name}`" + ("" if place is None else f" in {place.name}")
