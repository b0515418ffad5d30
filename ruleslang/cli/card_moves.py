"""Which cards moved between two views, in words: each told once, from where to where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from attrs import define, frozen

from ruleslang.api import View
from ruleslang.cli.output import plural
from ruleslang.match.values import quoted


@frozen
class Told:
    """A change in words; `name` and `also` are the places of the view at which it can be seen."""

    text: str
    name: str
    also: str = ""


@frozen
class Move:
    """A card that left one zone and lies in another."""

    card: str
    origin: str
    end: str


@define
class Changed:
    """Cards that are there no more, or are there now, by the zone; both without those told of."""

    gone: dict[str, Counter[str]]
    come: dict[str, Counter[str]]

    def take(self, move: Move) -> None:
        """Leave a card out that is told to have moved."""
        self.gone[move.origin][move.card] -= 1
        self.come[move.end][move.card] -= 1


def changed_cards(before: View, after: View) -> Changed:
    """What each zone shows that it did not show before, and no more."""
    was = {name: _cards(zone.cards) for name, zone in before.zones.items()}
    now = {name: _cards(zone.cards) for name, zone in after.zones.items()}
    return Changed(
        {name: was[name] - now[name] for name in now}, {name: now[name] - was[name] for name in now}
    )


def _cards(cards: tuple[str | None, ...]) -> Counter[str]:
    return Counter(card for card in cards if card is not None)


def moves(changed: Changed) -> Iterator[Move]:
    """
    Cards that left one zone and lie in another; equal ones where they went least far.

    Which of equal cards went where nobody can see, so the zones are paired that have most places
    of their index in common.
    """
    pairs = [
        (-_in_common(origin, end), first, second, card, origin, end)
        for first, (origin, gone) in enumerate(changed.gone.items())
        for second, (end, come) in enumerate(changed.come.items())
        if gone and come
        for card in gone
        if card in come
    ]
    for *_, card, origin, end in sorted(pairs):
        move = Move(card, origin, end)
        while changed.gone[origin][card] > 0 and changed.come[end][card] > 0:
            changed.take(move)
            yield move


def _in_common(one: str, other: str) -> int:
    """How many places of their index two zones share."""
    first, second = (name.partition("(")[2].rstrip(")").split(", ") for name in (one, other))
    return sum(1 for here, there in zip(first, second, strict=False) if here == there)


def told_moves(before: View, after: View, titles: Mapping[str, str]) -> Iterator[Told]:
    """The cards that moved, together where they went the same way, and what else is seen of it."""
    changed = changed_cards(before, after)
    ways: dict[tuple[str, str], Counter[str]] = {}
    for move in moves(changed):
        ways.setdefault((move.origin, move.end), Counter())[move.card] += 1
    for (origin, end), cards in ways.items():
        said = f"{', '.join(_listed(cards, titles))}: {_zone(origin)} → {_zone(end)}"
        yield Told(said, origin, end)
    known = Counter[str]()  # by how many cards each zone has grown that are told of
    for (origin, end), cards in ways.items():
        known[origin] -= cards.total()
        known[end] += cards.total()
    for name in after.zones:
        yield from _rest(name, before, after, changed, known[name], titles)


def _rest(
    name: str, before: View, after: View, changed: Changed, known: int, titles: Mapping[str, str]
) -> Iterator[Told]:
    """What is seen of a zone whose cards came from, or went, where nobody sees them."""
    come, gone = +changed.come[name], +changed.gone[name]
    shown = [*_listed(gone, titles, "- "), *_listed(come, titles, "+ ")]
    was, now = before.zones[name].count, after.zones[name].count
    if was != now and was is not None and now is not None:
        hidden = now - was - known - come.total() + gone.total()
        if hidden:
            shown.append(f"{was} → {plural(now, 'card')}")
    if shown:
        yield Told(f"{_zone(name)}: {', '.join(shown)}", name)


def _listed(cards: Counter[str], titles: Mapping[str, str], sign: str = "") -> Iterator[str]:
    for card, number in cards.items():
        title = quoted(titles.get(card, card.replace("_", " ")))
        yield f"{sign}{title}" + (f" ×{number}" if number > 1 else "")


def _zone(name: str) -> str:
    return name.replace("_", " ")
