"""
Records the fate of cards in players' hands, by watching some games decision by decision.

A record contains who held a card, who chose it over an alternative, and why it stayed. This is an
observation, not an experiment: players who survive longer, or play better, hold and choose more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count

from attrs import define, field, fields, frozen

from ruleslang.engine.match.decision import LegalMove, Option
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.runtime_values import Card, CardDefinition, Player
from ruleslang.evaluation.balance.forced_deals import Dealer, Playout, cards_of, playout, zones_of
from ruleslang.explanation.why.explain_choice import why_not
from ruleslang.players.tries_cards import uses_of_cards
from ruleslang.program import declarations as d
from ruleslang.source.budget import refill

LOOKED_AT = 12  # decisions of a game at which the reasons are asked


@frozen
class HandCounts:
    """
    How a card was used in some games, counted by seat: of `seats`, the card was `held` in this
    many, its use `offered` in these, and `played` in those that chose it over an alternative; `why`
    it was not chosen elsewhere.
    """

    seats: int = 0
    held: int = 0
    offered: int = 0
    played: int = 0
    won_held: int = 0
    won_not_held: int = 0
    won_played: int = 0
    why: Mapping[str, int] = field(factory=dict)

    def __add__(self, other: HandCounts) -> HandCounts:
        names = [of.name for of in fields(HandCounts) if of.name != "why"]
        counts = {name: getattr(self, name) + getattr(other, name) for name in names}
        return HandCounts(**counts, why=Counter(self.why) + Counter(other.why))


def watched(dealer: Dealer, cards: Sequence[str], numbers: range) -> list[dict[str, HandCounts]]:
    """Yield the fate of these cards in each of some games."""
    table, counts = playout(dealer), []
    for number in numbers:
        counts.append(_game(table, cards, number))
        refill()
    return counts


@define
class _Hand:
    """The fate of a card at one seat."""

    held: bool = False
    offered: bool = False
    played: bool = False
    reasons: Counter[str] = field(factory=Counter)


def _game(table: Playout, cards: Sequence[str], number: int) -> dict[str, HandCounts]:
    match, bots = table.start(seed=table.dealer.seed(number)), table.dealer.bots(number)
    players, decisions = match.population.players, count()
    hands = defaultdict[tuple[int, str], _Hand](_Hand)
    uses = uses_of_cards(match.population.program)
    while (waits := match.waits_for) is not None:
        seat = waits[0]
        held = (card for _, hand in zones_of(match, players[seat]) for card in hand)
        copies = {name: each for each in held if (name := each.title.definition.name) in cards}
        if not copies:
            table.go_on(match, number, next(decisions), bots)
            continue
        place = bots[seat].choose(match)
        if (decision := match.decision) is not None:
            used_by = (_used_by(option, uses) for option in decision.choices)
            offered = [[title.definition.name for title in titles] for titles in used_by]
            for card, copy in copies.items():
                hand = hands[seat, card]
                hand.held = True
                is_offered = any(card in used for used in offered)
                hand.offered |= is_offered and len(offered) > 1
                if card in offered[place]:
                    hand.played = True
                elif is_offered:
                    hand.reasons["another was better"] += 1
                elif hand.reasons.total() < LOOKED_AT:
                    hand.reasons[_why_unplayable(match, players[seat], copy)] += 1
        match.choose(place)
    if match.outcome is None or match.fault is not None:
        return dict.fromkeys(cards, HandCounts())
    winners, seats = match.outcome.winners, range(len(players))
    return {
        card: sum((_counts_of(hands[seat, card], seat in winners) for seat in seats), HandCounts())
        for card in cards
    }


def _used_by(
    option: Option, uses: tuple[frozenset[str], frozenset[str]]
) -> Iterator[CardDefinition]:
    """Yield the cards that a choice uses; cards only discarded or named are none of these."""
    actions, choices = uses
    is_play = isinstance(option.what, LegalMove) and isinstance(option.what.what, d.Play)
    if is_play or option.action in actions or not choices.isdisjoint(option.values):
        yield from cards_of(option)


def _counts_of(hand: _Hand, won: bool) -> HandCounts:
    is_idle = hand.held and not hand.played and hand.reasons
    fate = hand.held, hand.offered, hand.played
    wins = won and hand.held, won and not hand.held, won and hand.played
    return HandCounts(1, *fate, *wins, {_main(hand.reasons): 1} if is_idle else {})


def _main(reasons: Counter[str]) -> str:
    """Return why a card stayed: a chance that was passed over is more informative than none."""
    known = (each for each in ("another was better", "too dear") if reasons[each])
    return next(known, "no right moment")


def _why_unplayable(match: Match, player: Player, copy: Card) -> str:
    with suppress(Fault):  # its rules may read a state that is not set yet
        if any(reason.kind == "cost" for reason in why_not(match, player, copy)):
            return "too dear"
    return "no right moment"
