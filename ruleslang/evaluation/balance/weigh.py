"""
Tests whether a card is too strong: dealt to one seat, against an average card of its kind at
another.

This is an experiment, since only the seat of the card differs. The ranking of the cards of its kind
by who was dealt them is an experiment too: the shuffle assigns them. Drawing or playing a card is
only correlated with winning: players who survive longer, or play better, draw and play more.

Play may stop at several looks at the results, each of which has a part of the level
(`differences.judged`), and at a width, which does not depend on the result.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, groupby
from typing import Any, TypeAlias, TypeVar

from attrs import define, evolve, field, frozen

from ruleslang.api import Game
from ruleslang.evaluation.balance.against_random import leads
from ruleslang.evaluation.balance.differences import Difference, Pairs, judged, quantile, width
from ruleslang.evaluation.balance.forced_deals import Deal, Dealer, NaturalDeal, Sitter, dealt
from ruleslang.evaluation.balance.side_by_side import Enough
from ruleslang.evaluation.balance.versions import Play, Steps, Version
from ruleslang.evaluation.balance.watched_hands import HandCounts, watched
from ruleslang.players.learning.twins import knowing_copies, originals
from ruleslang.players.tries_cards import with_tries
from ruleslang.program.program import Program
from ruleslang.simulation.play_games import Portions
from ruleslang.simulation.results import Result, Watch
from ruleslang.simulation.simulate import in_order, where_they_may
from ruleslang.source.budget import LimitReached, refill
from ruleslang.source.suggest import did_you_mean, plain_name

DEALS = 1000  # for each card and player, by default
LOOKS = 4  # at the results, unless the number of deals or the width was given
WATCHED = 40  # games in which it is looked at every decision what became of the cards
LEAST = 100  # deals before the width of an interval is believed
TRIED = 20  # deals, before the card is reported as never dealt
PORTION = 50  # deals that a worker is given at most
NARROW = 0.1  # an interval of this width is narrow enough for a verdict
KNOWN = 0.25  # of the hands that could use a card: players who use it less do not know it

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

    Among the `deals`, `unfit` had a player without a card of its kind, in `fixed` the card could
    not be exchanged, and in `failed` a game stopped with a fault: the difference leaves these out.
    `apart` has the difference for each of several learners, which take turns. `later`: it was
    exchanged during play. `copy_of`: an earlier card that the rules cannot tell apart from it.
    """

    card: str
    player: str
    deals: int
    unfit: int
    fixed: int
    failed: int
    difference: Difference | None
    ranks: tuple[Rank, ...]
    held: HandCounts
    apart: tuple[Difference, ...] = ()
    is_known: bool = True  # the player uses it, or it has no rules
    later: bool = False
    copy_of: str = ""


def _without_own_rules(program: Program) -> set[str]:
    """Return the cards without rules: players know these by their kind and fields."""
    doing = Counter((card.plays, card.standings) for card in program.definitions)
    return {
        card.name
        for card in program.definitions
        if doing[card.plays, card.standings] > 1 or not card.plays + card.standings
    }


@frozen
class Versus:
    """Two cards of a kind as one player plays them: the shares won in the same deals."""

    cards: tuple[str, str]
    player: str
    difference: Difference
    differ_in_numbers: bool = False  # in nothing else


@frozen(repr=False)
class Weights(Result):
    """
    The results for each card and player, and for each pair of a kind.

    `stopped`: interrupted by Ctrl-C; `tests` are the differences that were tested together, at
    each of `looks`. `leads` is what each player wins in a seat, after what a random one does there.
    """

    of_cards: tuple[CardWeight, ...]
    stopped: bool
    versus: tuple[Versus, ...] = ()
    looks: int = 1
    leads: Mapping[str, Difference] = field(factory=dict)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each card and player; without a difference if no deal could test it."""
        names = "card", "player", "deals", "unfit", "fixed", "failed", "is_known", "later"
        return [
            {
                **{name: getattr(weight, name) for name in names},
                **(weight.difference.row() if weight.difference else {}),
            }
            for weight in self.of_cards
        ]

    @property
    def tests(self) -> int:
        """The number of tests that the intervals are corrected for."""
        weighed = [weight for weight in self.of_cards if weight.difference is not None]
        return self.looks * max(1, len(weighed) + len(self.versus))


def card_named(game: Game, name: str) -> str:
    """Return the name of a card that is dealt, also of `lots(clocks, 4)`; raises `ValueError`."""
    known = {definition.name: definition for definition in game.program.definitions}
    name = name if name in known or plain_name(name) not in known else plain_name(name)
    if name not in known:
        names = f"choose from: {', '.join([*known][:12])}" if known else "the rulebook has none"
        raise ValueError(f"no card is called `{name[:60]}`; {did_you_mean(name, known) or names}")
    if not known[name].copies and known[name].copies_by is None:
        raise ValueError(f"`{name}` has no copies, so it can't be dealt")
    return name


@define
class _Sums:
    """The sums over a card's deals, in total and for each of several learners."""

    apart: list[Pairs]
    pairs: Pairs = field(factory=Pairs)
    natural: list[NaturalDeal] = field(factory=list)
    unfit: int = 0
    fixed: int = 0
    failed: int = 0
    with_it: dict[int, int] = field(factory=dict)  # wins of a deal's two games
    later: bool = False

    def add(self, number: int, natural: NaturalDeal | None, forced: Deal | None) -> None:
        if natural is None:
            self.unfit += 1
            return
        if not natural.payoffs or (forced is not None and () in (forced.first, forced.second)):
            self.failed += 1
            return
        self.natural.append(natural)
        self.fixed += forced is None
        if forced is None:
            return
        first, other = forced.seats
        with_it = _won(forced.first, first) + _won(forced.second, other)
        without = _won(forced.first, other) + _won(forced.second, first)
        self.pairs.add((2, without), (2, with_it))
        self.with_it[number] = with_it
        if self.apart:
            self.apart[number % len(self.apart)].add((2, without), (2, with_it))

    @property
    def is_undealt(self) -> bool:
        """
        Whether most deals had a player without a card of the kind, or an exchange during play
        changed no result: the card had done what it does.
        """
        idle = self.later and self.pairs.games >= TRIED and not self.pairs.differing
        return idle or self.unfit > len(self.natural)

    def has_enough(self, enough: Enough, tests: int) -> bool:
        """
        Return whether there are enough deals: the interval, corrected for this many tests, is
        narrow, or at a look it excludes 0.
        """
        difference = self.pairs.difference()
        if difference is None or difference.games < LEAST:
            return False
        narrow = NARROW if enough.looks > 1 else enough.until
        found = width(difference, tests * enough.looks)
        is_clear = enough.looks > 1 and 2 * abs(difference.centre) > found
        return is_clear or (narrow is not None and found <= narrow)

    def weighed(
        self, card: str, player: str, hand_counts: HandCounts, same: Mapping[str, str]
    ) -> CardWeight:
        apart = [pairs.difference() for pairs in self.apart]
        return CardWeight(
            card,
            player,
            len(self.natural) + self.unfit + self.failed,
            self.unfit,
            self.fixed,
            self.failed,
            None if self.is_undealt else self.pairs.difference(),
            () if self.later else _ranks(self.natural, same),
            hand_counts,
            tuple(pairs for pairs in apart if pairs is not None),
            later=self.later,
            copy_of="" if same[card] == card else same[card],
        )


Learners: TypeAlias = Callable[[Sequence[str]], "tuple[Game, Sitter] | None"]
"""Lets players learn who try these cards; `None` if nobody can learn the game."""


def with_known_copies(game: Game) -> Game:
    """Return the game with players who know the copies of cards that they know."""
    return evolve(game, compiled=knowing_copies(game.compiled))


def trying(game: Game, cards: Sequence[str]) -> Game:
    """Return the game with one player more, who tries these cards."""
    return evolve(game, compiled=with_tries(game.compiled, cards)) if cards else game


def weighed(
    game: Game,
    cards: Sequence[str],
    sitters: Sequence[Sitter],
    play: Play,
    enough: Enough,
    options: Mapping[str, str] | None = None,
    watch: Watch = lambda done, planned: None,
    learners: Learners = lambda cards: None,
    *,
    always_learn: bool = False,
) -> Weights:
    """
    Weigh cards, each as those play who know it; if none of the `sitters` does, as `learners` play.

    Ctrl-C ends it with the results so far. Raises `ValueError`.
    """
    cards = [card_named(game, card) for card in dict.fromkeys(cards)]
    settings, seats = dict(options or {}), game.fewest(options or {})
    tables = [_Seated(Dealer(game, play, settings, sitter, seats)) for sitter in sitters]
    stopped, against_random = False, dict[str, Difference]()
    try:
        for table in tables:
            table.watch(cards, play)
        unknown = [card for card in cards if not any(table.knows(card) for table in tables)]
        if (unknown or always_learn) and (taught := learners(unknown)) is not None:
            dealer = Dealer(taught[0], play, settings, taught[1], seats)
            tables.append(_Seated(dealer))
            tables[-1].watch(cards if always_learn else unknown, play)
        groups = [(table, group) for table in tables for group in table.groups()]
        tests = sum(len(group) * (len(group) + 1) // 2 for _, group in groups)
        progress = Steps(watch, len(groups) * enough.games)
        for table, group in groups:
            dealt = partial(_deal, table.dealer, group, enough, tests)
            if not dealt(table.begun(group), progress):  # most are chosen during play
                dealt(table.begun(group, later=True), progress, later=True)
        against_random = dict(pair for table in tables for pair in table.lead().items())
    except KeyboardInterrupt as interrupted:
        if interrupted.args and not isinstance(interrupted, LimitReached):
            raise  # players were still learning
        stopped = True
    results = [weight for table in tables for weight in table.weighed()]
    results.sort(key=lambda weight: cards.index(weight.card))
    versus = [pair for table in tables for pair in table.versus()]
    return evolve(_together(results, versus, enough, stopped=stopped), leads=against_random)


@define
class _Seated:
    """A sitter at a table: what became of each card in their hands, and the deals so far."""

    dealer: Dealer
    held: dict[str, HandCounts] = field(factory=dict)
    sums: dict[str, _Sums] = field(factory=dict)
    first: Mapping[str, str] = field(factory=dict)  # the original of each copy but for numbers
    same: Mapping[str, str] = field(factory=dict)  # the original of each copy

    def watch(self, cards: Sequence[str], play: Play) -> None:
        """Play some games as dealt."""
        program = self.dealer.game.program
        self.first, self.same = originals(program, but_for_numbers=True), originals(program)
        self.held = dict.fromkeys(cards, HandCounts())
        for _, counts in _in_parts(play, partial(watched, self.dealer, cards), range(WATCHED)):
            self.held = {card: self.held[card] + counts[card] for card in cards}

    def knows(self, card: str) -> bool:
        """Return whether this player knows a card or a copy of it, and so can evaluate it."""
        alike = [self.held[each] for each in self.held if self.first[each] == self.first[card]]
        together = sum(alike, HandCounts())  # a card that can't be used is known
        is_used = together.played >= KNOWN * together.offered
        return is_used or card in _without_own_rules(self.dealer.game.program)

    def groups(self) -> Iterator[list[str]]:
        """Yield the cards that this player knows, by kind."""
        kind = {each.name: each.kind for each in self.dealer.game.program.definitions}
        known = [card for card in self.held if self.knows(card)]
        for _, group in groupby(sorted(known, key=kind.__getitem__), kind.get):
            yield [*group]

    def begun(self, group: Sequence[str], *, later: bool = False) -> dict[str, _Sums]:
        """Return empty sums for these cards."""
        files = self.dealer.sitter.files
        learners = files if len(files) > 1 else ()
        sums = {card: _Sums([Pairs() for _ in learners], later=later) for card in group}
        self.sums |= sums
        return sums

    def lead(self) -> Mapping[str, Difference]:
        """Return the lead of the player over a random one, if it decided anything."""
        dealer, sitter = self.dealer, self.dealer.sitter
        if not any(sums.pairs.games for sums in self.sums.values()):
            return {}
        bare = evolve(dealer.game.compiled, measures=(), properties=())  # else C compiles it again
        version = Version(sitter.name, evolve(dealer.game, compiled=bare), dealer.options)
        found = leads(version, evolve(dealer.play, players=(*sitter.files, sitter.name)[:1]))
        return dict(zip((sitter.name,), found.values(), strict=False))

    def weighed(self) -> Iterator[CardWeight]:
        """Yield the results, without those cards that an interruption left unplayed."""
        for card, held in self.held.items():
            sums = self.sums.get(card, _Sums([]))
            if sums.natural or sums.unfit or sums.failed or not self.knows(card):
                weight = sums.weighed(card, self.dealer.sitter.name, held, self.same)
                yield evolve(weight, is_known=self.knows(card))

    def versus(self) -> Iterator[Versus]:
        """Yield each two known cards of a kind, in the deals that were played with both."""
        for group in self.groups():
            several = [card for card in group if card in self.sums]
            for first, other in combinations(several, 2):
                if self.same[first] == self.same[other]:
                    continue
                pairs, mine, its = Pairs(), self.sums[first].with_it, self.sums[other].with_it
                for number in mine.keys() & its.keys():
                    pairs.add((2, its[number]), (2, mine[number]))
                difference = pairs.difference()
                is_undealt = any(self.sums[card].is_undealt for card in (first, other))
                if difference is not None and not is_undealt:
                    by_numbers = self.first[first] == self.first[other]
                    yield Versus((first, other), self.dealer.sitter.name, difference, by_numbers)


def _in_parts(
    play: Play, work: Callable[[range], list[T]], games: range
) -> Iterator[tuple[int, T]]:
    """Yield each game's result with its number, in order, computed on all processors."""
    done = where_they_may(play.jobs, work, Portions(games.start, games.stop, PORTION))
    for numbers, results in in_order(done, games.start):
        refill(len(numbers))
        yield from zip(numbers, results, strict=True)


def _together(
    weights: Sequence[CardWeight], versus: Sequence[Versus], enough: Enough, *, stopped: bool
) -> Weights:
    """Return the results, with differences corrected for their number."""
    found = {("card", at): weight.difference for at, weight in enumerate(weights)}
    found |= {("pair", at): pair.difference for at, pair in enumerate(versus)}
    known = {key: difference for key, difference in found.items() if difference is not None}
    final = judged(known, enough.looks)
    return Weights(
        tuple(evolve(each, difference=final.get(("card", at))) for at, each in enumerate(weights)),
        stopped,
        tuple(evolve(each, difference=final["pair", at]) for at, each in enumerate(versus)),
        enough.looks,
    )


def _rounds(enough: Enough) -> Iterator[range]:
    """Yield the deals up to each look: these double; with a width there are as many as it takes."""
    done, most = 0, enough.games
    if enough.looks > 1:
        ends = [most >> left for left in reversed(range(enough.looks))]
    else:
        ends = [most] if enough.until is None else [min(LEAST, most)]
    while ends or done < most:
        end = ends.pop(0) if ends else min(most, done + max(LEAST, done) // 4)
        yield range(done, end)
        done = end


def _deal(
    dealer: Dealer,
    cards: Sequence[str],
    enough: Enough,
    tests: int,
    sums: Mapping[str, _Sums],
    progress: Steps,
    *,
    later: bool = False,
) -> bool:
    """Deal cards of one kind, each until there are enough deals; returns whether they could be."""
    left = [*cards]
    for numbers in _rounds(enough):
        for number, (natural, deals) in _in_parts(
            dealer.play, partial(dealt, dealer, left, later=later), numbers
        ):
            for card in left:
                sums[card].add(number, natural, deals.get(card))
            progress.add(1)
            if number + 1 >= TRIED and all(sums[card].is_undealt for card in left):
                return False
        left = [card for card in left if not sums[card].has_enough(enough, tests)]
        if not left:
            break
    return True


def _won(payoffs: Sequence[int], seat: int) -> int:
    """Return 1 if a seat has the highest payoff and not all are equal, else 0."""
    return int(bool(payoffs) and payoffs[seat] == max(payoffs) > min(payoffs))


def _ranks(natural: Sequence[NaturalDeal], same: Mapping[str, str]) -> tuple[Rank, ...]:
    """
    Return the cards of the kind by win rate of those who were dealt them, the best first; copies
    count as their original.
    """
    seats = range(len(natural[0].hands) if natural else 0)
    deals, found = len(natural), defaultdict[str, Pairs](Pairs)
    by_seat = [sum(_won(deal.payoffs, seat) for deal in natural) for seat in seats]
    for deal in natural:  # a deal is the unit, since its seats don't win independently
        more = [deals * _won(deal.payoffs, seat) - by_seat[seat] for seat in seats]
        hands = [{same[card] for card in hand} for hand in deal.hands]
        for card in sorted(set[str]().union(*hands)):
            held = [more[seat] for seat in seats if card in hands[seat]]
            found[card].add((len(held), 0), (len(held), sum(held)))
    ranks = []
    for card, pairs in found.items():
        difference = pairs.difference()
        assert difference is not None
        mean, half = difference.after / deals, 1.0
        if pairs.games > 9:
            half = quantile(0.05 / len(found), pairs.games) * difference.error / deals
        ranks.append(Rank(card, pairs.sums[2], mean, mean - half, mean + half))
    return tuple(sorted(ranks, key=lambda rank: -rank.change))
