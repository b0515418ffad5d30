"""
Splits the choices of a decision into typed parts, each with the question that it answers.

So a program without knowledge of the game can highlight possible choices in their places, and
compose choices step by step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from attrs import evolve, field, frozen

from ruleslang.engine.match.decision import Decision, LegalMove, Option, View
from ruleslang.engine.match.interface import Reader as Asked
from ruleslang.engine.match.runtime_values import (
    Card,
    CardDefinition,
    DieIn,
    ListValue,
    Piece,
    Place,
    Player,
    Space,
    Team,
    Value,
    in_words,
    name_of,
)
from ruleslang.program import declarations as d
from ruleslang.program import statements as s

Kind: TypeAlias = Literal[
    "action",
    "card",
    "title",
    "space",
    "piece",
    "die",
    "zone",
    "player",
    "team",
    "number",
    "word",
    "truth",
    "set",
    "list",
    "none",
    "nothing",
]


@frozen
class ChoicePart:
    """
    One part of a choice.

    `kind` says what it is: an action (or a branch of a menu), a card, a title (a definition), a set
    or list of `members`, and so on; `nothing` means to pass, decline or be done. `name` is its
    stable name, `text` is for people, `prompt` the question that it answers. A card is in `zone` at
    index `nth` in the player's view (`None`: indistinguishable), and choosing a card at one of the
    indices `alike` is the same choice; a piece is on `space`; a die is number `nth` of the dice
    `zone`.
    """

    kind: Kind
    name: str
    text: str
    prompt: str
    zone: str | None = None
    nth: int | None = None
    space: str | None = None
    members: tuple[ChoicePart, ...] = ()
    alike: tuple[int, ...] = ()


def parts_of_choices(match: Asked, decision: Decision) -> tuple[tuple[ChoicePart, ...], ...]:
    """Return each choice's parts, as far as the player who is asked may know them."""
    composer = _Composer(match, decision, match.view(decision.player))
    return tuple(tuple(composer.parts(choice)) for choice in decision.choices)


def so_far(match: Asked, decision: Decision) -> str:
    """Return the members chosen so far, of a set chosen member by member; empty for the first."""
    if decision.kind != "member":
        return ""
    sets = (value for choice in decision.choices for value in choice.values.values())
    chosen = next((value[:-1] for value in sets if isinstance(value, tuple) and value), ())
    return match.text_for(chosen) if chosen else ""


Placed: TypeAlias = "tuple[str | None, int | None, tuple[int, ...]]"


@frozen(eq=False)
class _Composer:
    match: Asked
    decision: Decision
    view: View
    placed: dict[Card, Placed] = field(factory=dict)

    def parts(self, choice: Option) -> Iterator[ChoicePart]:
        prompt, move = self.decision.prompt, choice.what
        if choice.declines:
            yield ChoicePart("nothing", choice.id, choice.text, prompt)
            return
        if isinstance(move, LegalMove):
            yield self._first_part(move, prompt)
            for part, value in zip(move.what.choices, move.chosen, strict=True):
                named = part.name.replace("_", " ") if len(part.name) > 1 else ""
                yield self.part(
                    value, part.text.text if part.text else named or in_words(move.what)
                )
            return
        if isinstance(move, s.Branch) or not choice.values:
            yield ChoicePart("action", choice.id, choice.text, prompt)
            return
        for value in choice.values.values():
            is_member = self.decision.kind == "member" and isinstance(value, tuple) and value
            yield self.part(value[-1] if is_member else value, prompt)

    def _first_part(self, move: LegalMove, prompt: str) -> ChoicePart:
        """Return the action, or the card that is played."""
        if isinstance(move.what, d.Action) or move.card is None:
            return ChoicePart("action", move.what.name, in_words(move.what), prompt)
        card = self.part(move.card, prompt)
        several = len(move.card.title.definition.plays) > 1
        if several and move.what.text is not None:
            return evolve(card, text=f"{card.text}: {move.what.text.text}")
        return card

    def part(self, value: Value, prompt: str) -> ChoicePart:
        name, text = name_of(value), self.match.text_for(value)
        match value:
            case Card():
                title = self.match.position.title_of(value).name
                if value not in self.placed:
                    self.placed[value] = self._place_of(value, title)
                zone, nth, alike = self.placed[value]
                return ChoicePart("card", title, text, prompt, zone, nth, alike=alike)
            case Piece():
                space = self.match.position.spaces.get(value)
                at = None if space is None else space.name
                return ChoicePart("piece", name, text, prompt, space=at)
            case DieIn():
                dice = value.name.rpartition(" ")[0]
                return ChoicePart("die", name, text, prompt, dice, value.position)
            case tuple():
                kind: Kind = "list" if isinstance(value, ListValue) else "set"
                members = tuple(self.part(item, prompt) for item in value)
                return ChoicePart(kind, name, text, prompt, members=members)
        return ChoicePart(KINDS.get(type(value), "word"), name, text, prompt)

    def _place_of(self, card: Card, title: str) -> Placed:
        """Return a card's zone, its index there in the player's view, and those like it."""
        place = self.match.position.where.get(card)
        if place is None:
            return None, None, ()
        cards, seen = self.match.position.zones[place], self.view.zones[place.name].cards
        if place.zone.ordered and len(seen) == len(cards):
            return place.name, cards.index(card), ()
        if title not in seen:
            return place.name, None, ()
        same = [copy for copy in cards if self.match.position.title_of(copy).name == title]
        first, most = seen.index(title), seen.count(title)
        at = same.index(card)
        alike = (
            first + other
            for other, copy in enumerate(same[:most])
            if other != at and self.match.alike(self.decision.asked, card, copy)
        )
        return place.name, first + min(at, most - 1), tuple(alike)


KINDS: Mapping[type, Kind] = {
    bool: "truth",
    int: "number",
    type(None): "none",
    Player: "player",
    Team: "team",
    Space: "space",
    CardDefinition: "title",
    Place: "zone",
}
"""The kinds of values that have one part; all others are words."""
