"""What one player sees of a machine, of entities."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruleslang.match.values import Card, Place, Player, Value
from ruleslang.match.view import KnownFact
from ruleslang.meaning.machine import Machine
from ruleslang.meaning.revealed import seers, zone_seers
from ruleslang.meaning.view import seen_state, sees_card, sees_count
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e


@frozen(eq=False)
class PlayerSight:
    """What a player sees now."""

    m: Machine
    who: Player

    def card(self, card: Card) -> bool:
        """Whether he sees a card: by the rule of its zone, or because it was shown to him."""
        return sees_card(self.m, card, self.who)

    def zone(self, place: Place) -> bool:
        """Whether he sees the cards of a zone by its rule."""
        return self.who in zone_seers(self.m, place)

    def count(self, place: Place) -> bool:
        """Whether he knows how many cards lie in a zone."""
        return sees_count(self.m, place, self.who)

    def as_it_is(self, index: tuple[Value, ...]) -> bool:
        """Whether what has this index is shown to him as it is, not as before secret plans."""
        return seen_state(self.m, index, self.who) is self.m.state

    def lies(self, card: Card, place: Place) -> bool:
        """Whether a card lies in a zone as it is shown to him."""
        return card in seen_state(self.m, place.index, self.who).zones[place]

    def by_rule(self, declared: d.State | d.Dice, index: tuple[Value, ...]) -> bool:
        """Whether he sees a state or dice by their declaration."""
        return self.who in seers(self.m, declared.seen, declared.index, index)

    def was_shown(self, name: str, index: tuple[Value, ...]) -> bool:
        """Whether the value that a state or dice now have was shown to him."""
        return self.who in self.m.state.shown.get((name, index), ())

    def told(self) -> Iterator[KnownFact]:
        """The facts of cards that he was told."""
        for fact, to in self.m.state.facts.items():
            if self.who in to:
                about = fact.statement.card
                slot = about.slot if isinstance(about, e.Local) else None
                yield KnownFact(fact.card, fact.statement.fact, fact.value, fact.truth, slot)
