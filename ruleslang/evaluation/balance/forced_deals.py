"""
Forced deals: a card is put into one player's hand from the start, in exchange for a dealt card.

A match is played up to the first decision at which each player has a card of that kind in their
own zone; there the card and a randomly chosen one are swapped. Nothing else of the deal changes,
no rule is triggered, and the match goes on with the same chance. So the two games, with the card at
one seat and at the other, differ only in who holds it.

Where cards are chosen (a draft, a market, a deck built during play) there is no such decision; with
`later` the match is played up to the first decision at which all players have come by a card of the
kind that they can still use. The moment does not depend on the card, so this is an experiment too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import TypeAlias

from attrs import frozen

from ruleslang.api import Game
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.flow.state_layout import ZONES
from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.decision import LegalMove, Option
from ruleslang.engine.match.entities import settle
from ruleslang.engine.match.interface import Match, QuickMatch
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Card, CardDefinition, Place, Player
from ruleslang.engine.quick_engines import quick_engine
from ruleslang.evaluation.balance.versions import Play
from ruleslang.players.learned_bot import add_learned
from ruleslang.players.learning.learner import Learner
from ruleslang.players.learning.saved import advisers_of, read_learned
from ruleslang.players.learning.weights import Weights
from ruleslang.players.preference_bot import Bot
from ruleslang.players.registry import make_bot
from ruleslang.program import declarations as d
from ruleslang.source.budget import budget, refill

TO_COMPILE = 240.0  # seconds of CPU time
SETTLING = 40  # decisions before the deal is taken to be over
LATEST = 400  # decisions in which all players may come by a card of the kind


@frozen
class Deal:
    """The payoffs with the card at the first of two seats, and at the second; empty: a fault."""

    seats: tuple[int, int]
    first: tuple[int, ...]
    second: tuple[int, ...]


@frozen
class NaturalDeal:
    """A game as dealt: the cards of the kind in each seat's hand, and the payoffs, if it ended."""

    hands: tuple[frozenset[str], ...]
    payoffs: tuple[int, ...]


Dealt: TypeAlias = tuple[NaturalDeal | None, Mapping[str, Deal | None]]


class NoDeals(ValueError):
    """The card cannot be dealt to a player at the start; the message says why."""


@frozen
class Sitter:
    """The player at all seats: its name, or files of learned ones, which take turns by deal."""

    name: str
    files: tuple[str, ...] = ()


@frozen(eq=False)
class Dealer:
    """Deals matches of a game to `number` seats, all played by one `sitter`."""

    game: Game
    play: Play
    options: Mapping[str, str]
    sitter: Sitter
    number: int

    def seed(self, number: int) -> int:
        return derive(derive(self.play.seed, stream_number("game")), number)

    def bots(self, number: int) -> list[Bot]:
        """Return a bot for each seat, all of one player, for the deal of a number."""
        files, compiled, seed = self.sitter.files, self.game.compiled, self.seed(number)
        for file in files:
            add_learned(file, compiled)
        name = files[number % len(files)] if files else self.sitter.name
        return [make_bot(name, compiled, seed, seat) for seat in range(self.number)]


def dealt(
    dealer: Dealer, cards: Sequence[str], numbers: range, *, later: bool = False
) -> list[Dealt]:
    """
    Return each game as dealt, and with each card of one kind forced to one seat and to the other.

    The first is `None` if not every player had a card of the kind when play began, or `later`; a
    deal if its card could not be exchanged. Raises `NoDeals`.
    """
    table, deals = playout(dealer), []
    for number in numbers:
        deals.append(_dealt(table, cards, number, later=later))
        refill()
    return deals


@frozen(eq=False)
class Playout:
    """Deals and plays on, with a player of the rulebook, or with learners in turn."""

    dealer: Dealer
    start: Callable[..., QuickMatch]
    chooser: d.Chooser | None
    learner: Learner | None
    weights: tuple[Weights, ...]

    def finish(self, match: QuickMatch, number: int) -> tuple[int, ...]:
        """Play a deal to its end; the payoffs by seat, empty after a fault."""
        seed, seats = self.dealer.seed(number), self.dealer.number
        if self.learner is None:
            return match.finish(seed, (self.chooser,) * seats) or ()
        weights = self.weights[number % len(self.weights)]
        return self.learner.compete([weights] * seats, [seed], match)[0]

    def go_on(self, match: QuickMatch, number: int, decision: int, bots: Sequence[Bot]) -> None:
        """Make the decision of this number, in a deal."""
        waits = match.waits_for
        if self.learner is None or waits is None:
            seed = derive(self.dealer.seed(number), decision)  # one seed breaks all ties alike
            match.finish(seed, (self.chooser,) * self.dealer.number, 1)
        else:
            match.choose(bots[waits[0]].choose(match))


@lru_cache(maxsize=2)
def playout(dealer: Dealer) -> Playout:
    """Return the table of a dealer; memoised, since workers deal portion after portion."""
    program, choosers = dealer.game.program, dealer.game.compiled.choosers
    settings = settle(program, dealer.options, dealer.number, dealer.play.automatic)
    learned = [read_learned(file) for file in dealer.sitter.files]
    chooser = next((player for player in choosers if player.name == dealer.sitter.name), None)
    deciding = (chooser,) if chooser is not None else ()
    if learned:
        deciding = advisers_of(learned[0][0], choosers)
    with budget(TO_COMPILE):  # thousands of matches are worth it, and each has a budget
        engine = quick_engine(program, settings, deciding, learns=bool(learned))
    if engine is None:
        raise NoDeals(f"only the interpreter plays {program.name}, which cannot repeat a deal")
    learner = Learner(engine.game(settings)) if learned else None
    for file, (player, _) in zip(dealer.sitter.files, learned, strict=True):
        assert learner is not None
        player.refuse_other(file, learner.numbering)
    weights = tuple(player for _, player in learned)
    start = partial(
        engine.start, options=dealer.options, players=dealer.number, automatic=settings.automatic
    )
    return Playout(dealer, start, chooser, learner, weights)


def _dealt(table: Playout, cards: Sequence[str], number: int, *, later: bool) -> Dealt:
    match = table.start(seed=table.dealer.seed(number))
    hands = _hands(table, match, cards[0], number, later=later)
    if hands is None:
        return None, {}
    forced = {card: _forced(table, match, hands, card, number) for card in cards}
    names = tuple(frozenset(card.title.definition.name for card in hand) for hand in hands)
    return NaturalDeal(names, table.finish(match, number)), forced


def _hands(
    table: Playout, match: QuickMatch, card: str, number: int, *, later: bool
) -> list[list[Card]] | None:
    """Return the cards of the kind in each hand, once all have some."""
    title = match.population.title(card)
    if title is None:
        raise NoDeals(f"there is no card `{card}`")
    kind = title.definition.kind
    bots = table.dealer.bots(number)
    for decision in range(LATEST if later else SETTLING):
        players = match.population.players
        hands = [_copies(zones_of(match, each), kind, later=later) for each in players]
        if all(hands):
            return hands
        if match.waits_for is None or (not later and _is_chosen_from(match, kind)):
            return None
        table.go_on(match, number, decision, bots)
    return None


def _is_chosen_from(match: QuickMatch, kind: str) -> bool:
    """Return whether players choose cards of this kind: a draft or a market, and no deal."""
    choices = match.decision.choices if match.decision else ()
    return any(kind in title.kinds for option in choices for title in cards_of(option))


def _forced(
    table: Playout, match: QuickMatch, hands: Sequence[list[Card]], card: str, number: int
) -> Deal | None:
    """
    Exchange the card for a dealt one at one seat, then at the other, and play both; `None` if that
    is impossible.
    """
    many = len(hands)
    if many < 2:
        return None
    pair = number % many, (number + 1) % many
    chance = Stream(derive(table.dealer.seed(number), stream_number("forced deal")))
    in_play = match.position.where
    copies = [copy for copy in match.population.cards if copy.title.definition.name == card]
    copies = [copy for copy in copies if copy in in_play]
    if not copies:
        return None
    taken = copies[chance.below(len(copies))]
    ends = []
    for seat in pair:
        slot = hands[seat][chance.below(len(hands[seat]))]
        pairs = () if slot is taken else ((taken, slot),)
        twin = match.dealt(Rearrangement(pairs=pairs))
        if twin is None:
            return None
        ends.append(table.finish(twin, number))
    return Deal(pair, ends[0], ends[1])


def zones_of(match: Match, player: Player) -> Iterator[tuple[Place, Sequence[Card]]]:
    """Yield a player's zones with their cards; of a compiled match without a picture."""
    if not isinstance(match, CompiledMatch) or match.play is None:
        zones = match.position.zones.items()
        yield from ((place, cards) for place, cards in zones if place.holder is player)
        return
    family, cards = match.game.flow.layout[ZONES], match.population.cards
    held = match.play.part(family.base, family.cells)
    for place, numbers in zip(match.game.codec.places, held, strict=True):
        if place.holder is player:
            yield place, [cards[number] for number in numbers]


def _copies(zones: Iterable[tuple[Place, Sequence[Card]]], kind: str, *, later: bool) -> list[Card]:
    """
    Return a player's cards of a kind in one zone: preferably one that only they see, else the
    largest.

    Open cards with plays are left out `later`: they may have been played already.
    """
    found: list[tuple[bool, list[Card]]] = []
    for place, cards in zones:
        of_kind = [card for card in cards if kind in card.title.kinds]
        if later and place.zone.seen.by == "all":
            of_kind = [card for card in of_kind if not card.title.definition.plays]
        if of_kind:
            found.append((place.zone.seen.by != "owner", of_kind))
    return min(found, key=lambda zone: (zone[0], -len(zone[1])))[1] if found else []


def cards_of(option: Option) -> Iterator[CardDefinition]:
    """Yield the cards that a choice is about, given as copies or as definitions."""
    values = [*option.values.values(), option.what]
    if isinstance(option.what, LegalMove):
        values += [option.what.card, option.what.title]
    for value in values:
        for member in value if isinstance(value, tuple) else (value,):
            if isinstance(member, Card):
                yield member.title
            elif isinstance(member, CardDefinition):
                yield member
