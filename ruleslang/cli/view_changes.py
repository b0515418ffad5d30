"""
What changed between two views, in words.

Each change is one text, with the names of the places of the view that it tells of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from attrs import define, frozen

from ruleslang.api import Event, View
from ruleslang.cli.output import plural
from ruleslang.cli.view_text import Words, without_index
from ruleslang.match.decision import Chanced, SeenValue, seen_text
from ruleslang.match.match import Match
from ruleslang.match.position import Run
from ruleslang.match.values import Player, quoted
from ruleslang.program.events import ProcedureRun


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


def changes(before: View, after: View, words: Words) -> Iterator[Told]:
    """What is different in a view, in words."""
    for name, value in after.states.items():
        old = before.states.get(name)
        if without_index(name) in words.kept_in_mind:
            continue
        if value != old and (value is None or seen_text(value) != words.resets.get(name)):
            yield Told(f"{_called(name, words)} {_arrow(old, value, words)}", name)
    yield from told_moves(before, after, words.titles)
    for name, faces in after.dice.items():
        if faces != before.dice.get(name) and faces is not None:
            yield Told(f"{name.replace('_', ' ')}: {' '.join(faces) or 'none'}", name)
    for piece, space in after.pieces.items():
        was = before.pieces.get(piece)
        if space != was:
            from_there = "to" if was is None else f"{words.space(was)} →"
            yield Told(f"{words.title(piece)} {from_there} {words.space(space)}", piece)


def _called(name: str, words: Words) -> str:
    """A state as people call it: that of a drawn space by where it is."""
    if name not in words.legend.fields:
        return _with_titles(name, words)
    where = words.space(words.legend.fields[name].space)
    return f"{without_index(name).replace('_', ' ')} at {where}"


def _with_titles(name: str, words: Words) -> str:
    """The name of a state with the cards of its index by their titles."""
    state, _, index = name.partition("(")
    if not index:
        return state.replace("_", " ")
    places = (words.title(each) for each in index.removesuffix(")").split(", "))
    return f"{state.replace('_', ' ')}({', '.join(places)})"


def _arrow(old: SeenValue | None, new: SeenValue | None, words: Words) -> str:
    return " → ".join("?" if each is None else words.value(each) for each in (old, new))


def rolls(events: Sequence[Event], words: Words) -> list[str]:
    """The rolls among some events that everybody saw."""
    return [text for _, text in placed_rolls(events, words)]


def placed_rolls(events: Sequence[Event], words: Words) -> list[tuple[int, str]]:
    """The rolls that everybody saw, each with its place among these events."""
    return [
        (place, f"rolled {event.of}: {', '.join(event.outcome)}".replace("_", " "))
        for place, event in enumerate(events)
        if isinstance(event, Chanced) and event.kind == "roll" and event.of in words.public_dice
    ]


def phase_text(played: Match, run: Run) -> str:
    """
    A phase as it is shown, with the player whose turn it is; empty: it is none, or the match.

    Of several players that it is given none is named: that it is one's turn does not say who acts.
    """
    if not isinstance(run.event, ProcedureRun):
        return ""
    procedure = played.population.procedures[run.event.name]
    if procedure.word != "phase" or procedure.name == played.population.program.start:
        return ""
    values = (run.locals.get(slot) for slot in range(len(procedure.parameters)))
    turn = played.position.active
    is_turn = [each for each in values if isinstance(each, Player)] == [turn]
    return (f"{procedure.name}({turn.name})" if is_turn else procedure.name).replace("_", " ")
