"""
Forced deals: a card lies in the hand of one player from the start, in the place of another card.

A match is played up to the first decision at which each player has a card of that kind in a zone of
his own; there the card and one that chance dealt exchange what they are. Nothing else of the deal
changes, no rule hears of it, and the match goes on with the same chance. So the two games, with the
card at one seat and at the other, differ in nothing but who holds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ruleslang.api import Game
from ruleslang.balance.versions import Play
from ruleslang.bots.registry import RANDOM, make_bot
from ruleslang.engines.choose_engine import quick_engine
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.entities import settle
from ruleslang.match.match import MOST_DECISIONS as LONGEST_GAME
from ruleslang.match.match import QuickMatch
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Card, Player
from ruleslang.program import declarations as d

SETTLING = 40  # decisions before the deal is taken to be over
TRIED = 20  # deals, before it is said that the card is never dealt


@frozen
class Deal:
    """One deal: what each seat has at the end with the card at one of two, and at the other."""

    seats: tuple[int, int]
    first: tuple[int, ...]
    second: tuple[int, ...]


@frozen
class NaturalDeal:
    """A game as it was dealt: the cards of a kind before each seat, and who has what at the end."""

    hands: tuple[frozenset[str], ...]
    payoffs: tuple[int, ...]


class NoDeals(ValueError):
    """The card cannot be dealt to a player from the start; the message says why."""


@frozen(eq=False)
class Dealer:
    """Deals matches of a game, with one player at so many seats."""

    game: Game
    play: Play
    options: Mapping[str, str]
    player: str
    number: int

    @property
    def seats(self) -> tuple[d.Chooser | None, ...]:
        """The player of the language at each seat; None: chance, or a player who is asked."""
        known = {chooser.name: chooser for chooser in self.game.compiled.choosers}
        return (known.get(self.player),) * self.number

    def _finish(self, match: QuickMatch, seed: int, most: int = LONGEST_GAME) -> tuple[int, ...]:
        """Play so many decisions, or to the end; what each seat has there, nothing before it."""
        if self.player == RANDOM or None not in self.seats:
            return match.finish(seed, self.seats, most) or ()
        bots = [
            make_bot(self.player, self.game.compiled, seed, seat) for seat in range(self.number)
        ]
        made = 0
        while (waits := match.waits_for) is not None and made < most:
            match.choose(bots[waits[0]].choose(match))
            made += 1
        return () if match.outcome is None else match.outcome.payoffs

    def deals(self, card: str, numbers: range) -> Iterator[tuple[NaturalDeal | None, Deal | None]]:
        """
        Game after game as it is dealt, and with the card dealt to one seat and to the other.

        None stands for the first where not every player has a card of its kind when play begins,
        for the second where the card cannot be exchanged. Raises `NoDeals`.
        """
        program = self.game.program
        settings = settle(program, self.options, self.number, self.play.automatic)
        choosers = tuple({id(seat): seat for seat in self.seats if seat is not None}.values())
        engine = quick_engine(program, settings, choosers)
        if engine is None:
            raise NoDeals(f"only the interpreter plays {program.name}, which cannot deal anew")
        unfit = 0
        for number in numbers:
            seed = derive(derive(self.play.seed, stream_number("game")), number)
            match = engine.start(
                seed=seed,
                options=self.options,
                players=self.number,
                automatic=settings.automatic,
            )
            hands = self._dealt(match, card, seed)
            if hands is None:
                unfit += 1
                if unfit == number + 1 >= TRIED:
                    said = f"no player has a card of the kind of `{card}` when play begins"
                    raise NoDeals(said)
                yield None, None
                continue
            forced = self._forced(match, hands, card, number, seed)
            names = tuple(frozenset(each.title.name for each in hand) for hand in hands)
            payoffs = self._finish(match, seed)
            yield NaturalDeal(names, payoffs), forced

    def _dealt(self, match: QuickMatch, card: str, seed: int) -> list[list[Card]] | None:
        """The cards of the kind before each seat, once all who decide have some."""
        title = match.population.title(card)
        if title is None:
            raise NoDeals(f"there is no card `{card}`")
        kind = title.definition.kind
        for _ in range(SETTLING):
            hands = [_before(match, player, kind) for player in match.population.players]
            if all(hands):
                return hands
            if match.waits_for is None:
                return None
            self._finish(match, seed, 1)
        return None

    def _forced(
        self, match: QuickMatch, hands: Sequence[list[Card]], card: str, number: int, seed: int
    ) -> Deal | None:
        """The card at one seat in the place of a card that was dealt there, then at the other."""
        many = len(hands)
        if many < 2:
            return None
        pair = number % many, (number + 1) % many
        chance = Stream(derive(seed, stream_number("forced deal")))
        copies = [each for each in match.population.cards if each.title.name == card]
        taken = copies[chance.below(len(copies))]
        if taken not in match.position.where:
            return None
        ends = []
        for seat in pair:
            slot = hands[seat][chance.below(len(hands[seat]))]
            pairs = () if slot is taken else ((taken, slot),)
            twin = match.dealt(Rearrangement(pairs=pairs))
            payoffs = None if twin is None else self._finish(twin, seed)
            if not payoffs:
                return None
            ends.append(payoffs)
        return Deal(pair, ends[0], ends[1])


def _before(match: QuickMatch, player: Player, kind: str) -> list[Card]:
    """The cards of a kind in the zones of a player, those that only he sees before the others."""
    zones: list[tuple[bool, list[Card]]] = []
    for place, cards in match.position.zones.items():
        if place.holder is player:
            of_kind = [card for card in cards if kind in card.title.kinds]
            if of_kind:
                zones.append((place.zone.seen.by != "owner", of_kind))
    return min(zones, key=lambda zone: (zone[0], -len(zone[1])))[1] if zones else []
