"""
What a player may know of a match: by names, as a view; of entities, as his sight.

Types only: each engine works them out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeAlias

from attrs import frozen

from ruleslang.match.decision import Decision
from ruleslang.match.values import Card, Place, Value, name_of
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.locals import Slot

SeenValue: TypeAlias = "int | bool | str | tuple[SeenValue, ...]"


def seen_text(value: SeenValue) -> str:
    """
    A value of a view as a rulebook calls it.

    >>> seen_text((True, 3, "ace"))
    'yes 3 ace'
    """
    if isinstance(value, tuple):
        return " ".join(seen_text(each) for each in value) or "nothing"
    return value if isinstance(value, str) else name_of(value)


@frozen
class ZoneView:
    """
    What is seen of a zone: how many cards (`None`: that is secret), and which.

    An unseen card is `None`; in unordered zones the seen ones come first.
    """

    count: int | None
    cards: tuple[str | None, ...]


@frozen
class Told:
    """
    A fact of a card: of the card at a place (from 0; `None` where the zone has no order), whether
    it is so.

    `fact` is the field or value that was told: `colour` of `colour(c) is red`.
    """

    zone: str
    place: int | None
    fact: str
    value: str
    truth: bool


@frozen
class View:
    """All that a player may know; what is hidden is `None`, or is not there.

    `states` have numbers and truth values as they are, sets and lists as tuples, and names for all
    else: `"none"` for none, `"a card"` for a card that the player does not see.
    """

    player: int
    active: int
    players: tuple[int, ...]
    zones: Mapping[str, ZoneView]
    states: Mapping[str, SeenValue | None]
    dice: Mapping[str, tuple[str, ...] | None]
    pieces: Mapping[str, str | None]
    told: tuple[Told, ...]
    decision: Decision | None


@frozen
class KnownFact:
    """A fact of a card that a player was told: of which field or value, which value, whether so."""

    card: Card
    expression: e.Expr
    value: Value
    truth: bool
    slot: Slot | None  # of the local that stands for the card in the expression, if one does


class Sight(Protocol):
    """What one player sees at the present position."""

    def card(self, card: Card) -> bool:
        """Whether he sees a card: by the rule of its zone, or because it was shown to him."""

    def zone(self, place: Place) -> bool:
        """Whether he sees the cards of a zone by its rule."""

    def count(self, place: Place) -> bool:
        """Whether he knows how many cards lie in a zone."""

    def as_it_is(self, index: tuple[Value, ...]) -> bool:
        """Whether what has this index is shown to him as it is, not as before secret plans."""

    def lies(self, card: Card, place: Place) -> bool:
        """Whether a card lies in a zone as it is shown to him."""

    def by_rule(self, declared: d.State | d.Dice, index: tuple[Value, ...]) -> bool:
        """Whether he sees a state or dice by their declaration, whatever was shown."""

    def was_shown(self, name: str, index: tuple[Value, ...]) -> bool:
        """Whether the value that a state or dice now have was shown to him."""

    def told(self) -> Iterator[KnownFact]:
        """The facts of cards that he was told."""


def fact_name(fact: e.Expr) -> str:
    """The field, the value or the built-in function that is told of a card."""
    if isinstance(fact, e.ReadField | e.CallValue | e.ReadState):
        return fact.name
    return fact.function if isinstance(fact, e.CallBuiltIn) else ""
