"""
The choices of a player that he was not asked for, since only one was left.

A failing example is run once more to hear them, so that one that holds need not listen.
"""

from __future__ import annotations

from attrs import define, field

from ruleslang.match.decision import LegalMove, Option
from ruleslang.match.match import Match
from ruleslang.match.observer import Observer, Offer, Offered
from ruleslang.match.value_text import shown
from ruleslang.match.values import Player
from ruleslang.program import statements as s

MOST_TOLD = 5


@define(eq=False)
class ForcedChoices:
    """What one player chose without being asked; his seat tells who he is in another match."""

    who: Player
    said: list[str] = field(factory=list)

    @property
    def observer(self) -> Observer:
        """What is heard of the match."""
        return Observer(offered=self._hear)

    def _hear(self, match: Match, offered: Offered) -> None:
        is_forced = len(offered.offers) + offered.besides == 1
        if is_forced and offered.player.order == self.who.order:
            self.said += [_said(each) for each in offered.offers]

    def told(self, message: str) -> str:
        """A message that something was not asked, with the last choices that were forced."""
        choices = list(dict.fromkeys(self.said))[-MOST_TOLD:]
        if not choices:
            return message
        listed = ", ".join(f"`{each}`" for each in choices)
        return f"{message}; {self.who.name} was not asked where only one choice was left: {listed}"


def _said(offer: Offer) -> str:
    """A choice as a line of an example writes it."""
    match offer:
        case LegalMove():
            return ", ".join([offer.what.name, *map(shown, offer.chosen)])
        case s.Branch():
            return offer.name
        case Option():
            return offer.id
        case _:
            return shown(offer)
