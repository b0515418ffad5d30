"""
Whether a card is too strong: dealt to one seat, against an average card of its kind at another.

That is an experiment, since nothing but the seat of the card differs. So is the ranking of the
cards of its kind by who was dealt them: the shuffle decides. Who drew it or played it is a
correlation: whoever plays longer, or better, draws and plays more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import TypeAlias

from attrs import define, evolve, field, frozen

from ruleslang.api import Game
from ruleslang.balance.cards_of_choices import cards_of
from ruleslang.balance.differences import Difference, Pairs, judged, quantile, width
from ruleslang.balance.forced_deals import Dealer, NaturalDeal
from ruleslang.balance.side_by_side import Enough
from ruleslang.balance.versions import Play
from ruleslang.bots.registry import RANDOM, make_bot
from ruleslang.engines.choose_engine import AUTO, engine_named
from ruleslang.match.chance import derive, stream_number
from ruleslang.match.decision import Option
from ruleslang.match.match import Match
from ruleslang.match.values import Card, Player
from ruleslang.nodes.budget import refill
from ruleslang.source.suggest import did_you_mean
from ruleslang.why.explain_choice import why_not

WATCHED = 40  # games in which it is looked at every decision what became of the card
LEAST = 100  # deals before the width of an interval is believed
OFTEN = 20  # deals, after which it is looked at again
LOOKED_AT = 12  # decisions of a game at which the reasons are asked

Watch: TypeAlias = Callable[[int, int], None]


@frozen
class Rank:
    """A card of the kind: the share won by those who were dealt it, less that of all."""

    card: str
    games: int
    change: float
    low: float
    high: float


@frozen
class Held:
    """
    What became of a card in some games, seat by seat: `held` in so many of `seats`, and in `played`
    of those chosen where there was another choice; `why` it was not chosen in the others.
    """

    seats: int
    held: int
    played: int
    won_held: int
    won_not_held: int
    won_played: int
    why: Mapping[str, int]


@frozen
class Weighed:
    """
    A card as one player plays it; `difference` is of the share won with it, and without.

    Of the `deals`, not every player had a card of its kind in `unfit`, and the card could not be
    exchanged in `fixed`: these are left out of the difference.
    """

    card: str
    player: str
    deals: int
    unfit: int
    fixed: int
    difference: Difference | None
    ranks: tuple[Rank, ...]
    held: Held


@frozen
class Weights:
    """All cards, each as every player plays it; `stopped` says that Ctrl-C ended it."""

    found: tuple[Weighed, ...]
    stopped: bool


def card_named(game: Game, name: str) -> str:
    """A card of the game; raises `ValueError` for one that is not, or that no deck holds."""
    known = {definition.name: definition for definition in game.program.definitions}
    if name not in known:
        hint = did_you_mean(name, known) or f"there are: {', '.join([*known][:12])}"
        raise ValueError(f"no card is called `{name[:60]}`; {hint}")
    if not known[name].copies and known[name].copies_by is None:
        raise ValueError(f"`{name}` has no copies: no deck holds it, so nobody can be dealt it")
    return name


@frozen
class _Told:
    """Tells how many deals are done, after so many of other cards and players."""

    watch: Watch
    before: int
    planned: int

    def after(self, more: int) -> _Told:
        """The same after some more."""
        return evolve(self, before=self.before + more)

    def done(self, many: int) -> None:
        """So many are done."""
        self.watch(self.before + many, self.planned)


@define
class _Sums:
    pairs: Pairs = field(factory=Pairs)
    natural: list[NaturalDeal] = field(factory=list)
    unfit: int = 0
    fixed: int = 0

    def is_narrow(self, until: float | None, tests: int) -> bool:
        """Whether the interval is as narrow as wanted, corrected for so many tests."""
        if until is None or self.pairs.games < LEAST or self.pairs.games % OFTEN:
            return False
        difference = self.pairs.difference()
        return difference is not None and width(difference, tests) <= until


def weighed(
    game: Game,
    cards: Sequence[str],
    play: Play,
    enough: Enough,
    options: Mapping[str, str] | None = None,
    watch: Watch = lambda done, planned: None,
) -> Weights:
    """What cards are worth; Ctrl-C ends it with what is known. Raises `ValueError`."""
    cards = [card_named(game, each) for each in cards]
    players = play.players or (*(chooser.name for chooser in game.compiled.choosers), RANDOM)
    found: list[Weighed] = []
    tests, deals = len(cards) * len(players), enough.games
    planned = tests * (deals + WATCHED)
    settings = dict(options or {})
    for at, (card, player) in enumerate((c, p) for c in cards for p in players):
        sums, held = _Sums(), _Watching(game, settings, card, player, play)
        told = _Told(watch, at * (deals + WATCHED), planned)
        try:
            held.run(told)
            _deal(held, enough, tests, sums, told.after(WATCHED))
        except KeyboardInterrupt:
            if sums.natural:
                found.append(_of(game, card, player, sums, held))
            return Weights(_together(found), stopped=True)
        found.append(_of(game, card, player, sums, held))
    return Weights(_together(found), stopped=False)


def _together(found: list[Weighed]) -> tuple[Weighed, ...]:
    """All differences judged together."""
    known = {at: each.difference for at, each in enumerate(found) if each.difference is not None}
    differences = judged(known)
    return tuple(evolve(each, difference=differences.get(at)) for at, each in enumerate(found))


def _deal(of: _Watching, enough: Enough, tests: int, sums: _Sums, told: _Told) -> None:
    game, options, card = of.game, of.options, of.card
    dealer = Dealer(game, of.play, options, of.player, game.fewest(options))
    dealt = dealer.deals(card, range(enough.games))
    for number, (natural, forced) in enumerate(dealt, start=1):
        if natural is None:
            sums.unfit += 1
        else:
            sums.natural.append(natural)
            sums.fixed += forced is None
        if forced is not None:
            one, other = forced.seats
            with_it = _won(forced.first, one) + _won(forced.second, other)
            without = _won(forced.first, other) + _won(forced.second, one)
            sums.pairs.add((2, without), (2, with_it))
        refill()
        told.done(number)
        if forced is not None and sums.is_narrow(enough.until, tests):
            return


def _won(payoffs: Sequence[int], seat: int) -> int:
    """Whether a seat has most, and more than somebody else."""
    return int(bool(payoffs) and payoffs[seat] == max(payoffs) > min(payoffs))


def _of(game: Game, card: str, player: str, sums: _Sums, held: _Watching) -> Weighed:
    return Weighed(
        card,
        player,
        len(sums.natural) + sums.unfit,
        sums.unfit,
        sums.fixed,
        sums.pairs.difference(),
        _ranks(sums.natural),
        held.result(),
    )


def _ranks(natural: Sequence[NaturalDeal]) -> tuple[Rank, ...]:
    """The cards of the kind by what those won who were dealt them, the best first."""
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
    return tuple(sorted(ranks, key=lambda each: -each.change))


def _means(natural: Sequence[NaturalDeal]) -> list[float]:
    """The share that each seat wins."""
    seats = len(natural[0].hands) if natural else 0
    return [
        sum(_won(each.payoffs, seat) for each in natural) / len(natural) for seat in range(seats)
    ]


@define
class _Watching:
    """Some games, in which it is looked at every decision what becomes of a card."""

    game: Game
    options: Mapping[str, str]
    card: str
    player: str
    play: Play
    seats: int = 0
    held: int = 0
    played: int = 0
    won_held: int = 0
    won_not_held: int = 0
    won_played: int = 0
    why: Counter[str] = field(factory=Counter)

    def result(self) -> Held:
        """What was seen."""
        return Held(
            self.seats, self.held, self.played, self.won_held, self.won_not_held, self.won_played,
            dict(self.why),
        )  # fmt: skip

    def run(self, told: _Told) -> None:
        """Play them."""
        engine = engine_named(AUTO, self.game.program)
        number = self.game.fewest(self.options)
        for game in range(WATCHED):
            seed = derive(derive(self.play.seed, stream_number("game")), game)
            match = engine.start(
                seed=seed, options=self.options, players=number, automatic=self.play.automatic
            )
            self._game(match, seed)
            refill()
            told.done(game + 1)

    def _game(self, match: Match, seed: int) -> None:
        players = match.population.players
        bots = [
            make_bot(self.player, self.game.compiled, seed, seat) for seat in range(len(players))
        ]
        held, played, reasons = set[int](), set[int](), defaultdict[int, Counter[str]](Counter)
        while (waits := match.waits_for) is not None:
            seat = waits[0]
            copy = _copy_of(match, players[seat], self.card)
            decision = match.decision
            assert decision is not None
            place = bots[seat].choose(match)
            if copy is not None:
                held.add(seat)
                if self._is_of(decision.choices[place]):
                    played.add(seat)
                elif any(map(self._is_of, decision.choices)):
                    reasons[seat]["another was better"] += 1
                elif reasons[seat].total() < LOOKED_AT:
                    reasons[seat][_why(match, players[seat], copy)] += 1
            match.choose(place)
        outcome = match.outcome
        for player in players:
            self._seat(player.order, held, played, reasons, outcome.winners if outcome else ())

    def _seat(
        self,
        seat: int,
        held: set[int],
        played: set[int],
        reasons: Mapping[int, Counter[str]],
        winners: Sequence[int],
    ) -> None:
        won = seat in winners
        self.seats += 1
        self.held += seat in held
        self.won_held += won and seat in held
        self.won_not_held += won and seat not in held
        self.played += seat in played
        self.won_played += won and seat in played
        if seat in held - played and reasons.get(seat):
            self.why[_main(reasons[seat])] += 1

    def _is_of(self, option: Option) -> bool:
        """Whether a choice is about the card."""
        return self.card in cards_of(option)


def _main(reasons: Counter[str]) -> str:
    """Why a card stayed: a chance that was passed over tells more than moments without one."""
    for reason in ("another was better", "too dear"):
        if reasons[reason]:
            return reason
    return "no right moment"


def _copy_of(match: Match, player: Player, card: str) -> Card | None:
    """A copy of the card in a zone that only this player sees."""
    for place, cards in match.position.zones.items():
        if place.holder is player and place.zone.seen.by == "owner":
            for each in cards:
                if each.title.name == card:
                    return each
    return None


def _why(match: Match, player: Player, copy: Card) -> str:
    if not copy.title.definition.plays:
        return "no right moment"
    kinds = {each.kind for each in why_not(match, player, copy)}
    return "too dear" if "cost" in kinds else "no right moment"
