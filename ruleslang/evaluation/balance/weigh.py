"""
Tests whether a card is too strong: dealt to one seat, against an average card of its kind at
another.

This is an experiment, since only the seat of the card differs. So is the ranking of the cards of
its kind by who was dealt them: the shuffle assigns them. Who drew or played a card is a
correlation: players who survive longer, or play better, draw and play more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from typing import TypeAlias, TypeVar

from attrs import define, evolve, field, frozen

from ruleslang.api import Game
from ruleslang.evaluation.balance.differences import Difference, Pairs, judged, quantile, width
from ruleslang.evaluation.balance.forced_deals import (
    Deal,
    Dealer,
    NaturalDeal,
    NoDeals,
    Sitter,
    dealt,
)
from ruleslang.evaluation.balance.side_by_side import Enough
from ruleslang.evaluation.balance.versions import Play
from ruleslang.evaluation.balance.watched_hands import HandCounts, watched
from ruleslang.simulation.play_games import Portions
from ruleslang.simulation.simulate import in_order, where_they_may
from ruleslang.source.budget import refill
from ruleslang.source.suggest import did_you_mean

DEALS = 1000  # for each card and player, if nothing is said
WATCHED = 100  # games in which it is looked at every decision what became of the cards
LEAST = 100  # deals before the width of an interval is believed
OFTEN = 20  # deals, after which it is looked at again
TRIED = 20  # deals, before it is said that the card is never dealt
PORTION = 50  # deals that a worker is given at most

Watch: TypeAlias = Callable[[int, int], None]
T = TypeVar("T")


@frozen
class Rank:
    """A card of the kind: the win rate of those who were dealt it, minus the average."""

    card: str
    games: int
    change: float
    low: float
    high: float


@frozen
class CardWeight:
    """
    A card as one player plays it; `difference` is of the share won with it, and without.

    Of the `deals`, `unfit` had a player without a card of its kind, and in `fixed` the card could
    not be exchanged: the difference leaves these out. `apart` has the difference for each of
    several learners, which take turns.
    """

    card: str
    player: str
    deals: int
    unfit: int
    fixed: int
    difference: Difference | None
    ranks: tuple[Rank, ...]
    held: HandCounts
    apart: tuple[Difference, ...] = ()


@frozen
class Weights:
    """The results for each card and player; `stopped`: interrupted by Ctrl-C."""

    of_cards: tuple[CardWeight, ...]
    stopped: bool


def card_named(game: Game, name: str) -> str:
    """The name, if it is a card that a deck holds; raises `ValueError` otherwise."""
    known = {definition.name: definition for definition in game.program.definitions}
    if name not in known:
        hint = did_you_mean(name, known) or f"there are: {', '.join([*known][:12])}"
        raise ValueError(f"no card is called `{name[:60]}`; {hint}")
    if not known[name].copies and known[name].copies_by is None:
        raise ValueError(f"`{name}` has no copies: no deck holds it, so nobody can be dealt it")
    return name


@define
class _Sums:
    """The sums over a card's deals, in total and for each of several learners."""

    learners: int
    pairs: Pairs = field(factory=Pairs)
    apart: list[Pairs] = field(init=False)
    natural: list[NaturalDeal] = field(factory=list)
    unfit: int = 0
    fixed: int = 0

    def __attrs_post_init__(self) -> None:
        self.apart = [Pairs() for _ in range(self.learners)]

    def add(self, number: int, natural: NaturalDeal | None, forced: Deal | None) -> None:
        if natural is None:
            self.unfit += 1
            return
        self.natural.append(natural)
        self.fixed += forced is None
        if forced is None:
            return
        first, other = forced.seats
        with_it = _won(forced.first, first) + _won(forced.second, other)
        without = _won(forced.first, other) + _won(forced.second, first)
        self.pairs.add((2, without), (2, with_it))
        if self.apart:
            self.apart[number % len(self.apart)].add((2, without), (2, with_it))

    def is_narrow(self, until: float | None, tests: int) -> bool:
        """Whether the interval is narrow enough, corrected for this many tests."""
        if until is None or self.pairs.games < LEAST or self.pairs.games % OFTEN:
            return False
        difference = self.pairs.difference()
        return difference is not None and width(difference, tests) <= until

    def weighed(self, card: str, player: str, hand_counts: HandCounts) -> CardWeight:
        apart = [pairs.difference() for pairs in self.apart]
        return CardWeight(
            card,
            player,
            len(self.natural) + self.unfit,
            self.unfit,
            self.fixed,
            self.pairs.difference(),
            _ranks(self.natural),
            hand_counts,
            tuple(pairs for pairs in apart if pairs is not None),
        )


@define
class _Progress:
    """Reports to `watch` how many of the planned steps are done."""

    watch: Watch
    planned: int
    done: int = 0

    def step(self) -> None:
        """Count one more game or deal."""
        self.done += 1
        self.watch(self.done, self.planned)


def weighed(
    game: Game,
    cards: Sequence[str],
    sitters: Sequence[Sitter],
    play: Play,
    enough: Enough,
    options: Mapping[str, str] | None = None,
    watch: Watch = lambda done, planned: None,
) -> Weights:
    """Weigh cards; Ctrl-C ends it with the results so far. Raises `ValueError`."""
    cards = [card_named(game, fromkey) for fromkey in dict.fromkeys(cards)]
    settings = dict(options or {})
    tests, results = len(cards) * len(sitters), list[CardWeight]()
    progress = _Progress(watch, len(sitters) * WATCHED + tests * enough.games)
    for sitter in sitters:
        dealer = Dealer(game, play, settings, sitter, game.fewest(settings))
        held, sums = dict.fromkeys(cards, HandCounts()), dict[str, _Sums]()
        try:
            for _, counts in _in_parts(play, partial(watched, dealer, cards), WATCHED):
                held = {card: held[card] + counts[card] for card in cards}
                progress.step()
            for card in cards:
                sums[card] = _Sums(len(sitter.files) if len(sitter.files) > 1 else 0)
                _deal(dealer, card, enough, tests, sums[card], progress)
        except KeyboardInterrupt:
            known = {
                card: sums_of_card for card, sums_of_card in sums.items() if sums_of_card.natural
            }
            results += [
                sums_of_card.weighed(card, sitter.name, held[card])
                for card, sums_of_card in known.items()
            ]
            return Weights(_together(results, cards), stopped=True)
        results += [
            sums_of_card.weighed(card, sitter.name, held[card])
            for card, sums_of_card in sums.items()
        ]
    return Weights(_together(results, cards), stopped=False)


def _in_parts(play: Play, work: Callable[[range], list[T]], games: int) -> Iterator[tuple[int, T]]:
    """Each game's result with its number, in order, computed on all processors."""
    done = where_they_may(play.jobs, work, Portions(0, games, PORTION))
    for numbers, results in in_order(done, 0):
        refill(len(numbers))
        yield from zip(numbers, results, strict=True)


def _together(weights: list[CardWeight], cards: Sequence[str]) -> tuple[CardWeight, ...]:
    """The results, with differences corrected for their number, in the order of the cards."""
    weights.sort(key=lambda weight: cards.index(weight.card))
    known = {
        at: weight.difference for at, weight in enumerate(weights) if weight.difference is not None
    }
    differences = judged(known)
    return tuple(
        evolve(weight, difference=differences.get(at)) for at, weight in enumerate(weights)
    )


def _deal(
    dealer: Dealer, card: str, enough: Enough, tests: int, sums: _Sums, progress: _Progress
) -> None:
    for number, deal in _in_parts(dealer.play, partial(dealt, dealer, card), enough.games):
        sums.add(number, *deal)
        if sums.unfit == number + 1 >= TRIED:
            raise NoDeals(f"no player has a card of the kind of `{card}` when play begins")
        progress.step()
        if sums.is_narrow(enough.until, tests):
            return


def _won(payoffs: Sequence[int], seat: int) -> int:
    """1 if a seat has the highest payoff and not all are equal, else 0."""
    return int(bool(payoffs) and payoffs[seat] == max(payoffs) > min(payoffs))


def _ranks(natural: Sequence[NaturalDeal]) -> tuple[Rank, ...]:
    """The cards of the kind by win rate of those who were dealt them, the best first."""
    won, squares = defaultdict[str, float](float), defaultdict[str, float](float)
    seats = Counter[str]()
    means = _means(natural)
    for deal in natural:
        for seat, hand in enumerate(deal.hands):
            more = _won(deal.payoffs, seat) - means[seat]
            for card in hand:
                won[card] += more
                squares[card] += more**2
                seats[card] += 1
    ranks = []
    for card, many in seats.items():
        mean = won[card] / many
        spread = sqrt(max(0.0, squares[card] / many - mean**2) / many) if many > 1 else 1.0
        half = quantile(0.05 / len(seats), many) * spread if many > 9 else 1.0
        ranks.append(Rank(card, many, mean, mean - half, mean + half))
    return tuple(sorted(ranks, key=lambda rank: -rank.change))


def _means(natural: Sequence[NaturalDeal]) -> list[float]:
    """The win rate of each seat."""
    seats = len(natural[0].hands) if natural else 0
    return [
        sum(_won(deal.payoffs, seat) for deal in natural) / len(natural) for seat in range(seats)
    ]
