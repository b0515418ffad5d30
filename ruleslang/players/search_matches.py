"""
Matches to search in: copies of the current one, and new ones with the same settings.

Where the program can be lowered, they run on the fastest engine, whichever engine plays the match,
so a search makes the same choices on all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias, cast

from attrs import define, frozen

from ruleslang.engine.match.chance import Stream, Streams, derive, stream_number
from ruleslang.engine.match.entities import options_of
from ruleslang.engine.match.interface import Deed, Match, QuickMatch, Saved
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Card, Place, Player
from ruleslang.engine.quick_engines import quick_engine
from ruleslang.players.preference_bot import Bot, ChooserBot
from ruleslang.players.random_bot import RandomBot
from ruleslang.players.secrecy.deal_again import Likely, dealt_again
from ruleslang.players.secrecy.rearrange_hidden import hidden
from ruleslang.players.secrecy.secret_bodies import has_followed
from ruleslang.program import declarations as d
from ruleslang.program.program import Program

SEEDS = 1 << 31
DEALS = 24  # samples of the hidden cards for one decision; all are played out equally often
TRIALS = 8  # deals that are tried in place of one that the player can tell from what is there

Payoffs: TypeAlias = tuple[float, ...]


@define(eq=False)
class Node:
    """A match in a playout, with its compiled form if there is one."""

    match: Match
    quick: QuickMatch | None

    def choice_keys(self) -> Sequence[Hashable]:
        """Return a key for each choice of the pending decision, unique within it."""
        if self.quick is not None:
            return self.quick.choice_keys()
        decision = self.match.decision
        return [] if decision is None else [choice.id for choice in decision.choices]


@frozen(eq=False)
class Searching:
    """How matches are played out: the stream of seeds, and the policy, if any."""

    stream: Stream
    policy: d.Chooser | None

    def seed(self) -> int:
        return self.stream.below(SEEDS)

    def finish(self, node: Node, seed: int) -> Payoffs:
        """
        Return the payoffs of all seats after the policy has played the match to its end.

        If only winning counts, a match without a winner is half a win for everyone.
        """
        payoffs, program = self._finished(node, seed), node.match.population.program
        if payoffs and (program.payoff or any(payoffs)):
            return payoffs
        return (0.0 if program.payoff else 0.5,) * len(node.match.population.players)

    def _finished(self, node: Node, seed: int) -> tuple[int, ...]:
        match = node.match
        seats, program = range(len(match.population.players)), match.population.program
        if node.quick is not None:
            payoffs = node.quick.finish(seed, [self.policy for _ in seats])
            if payoffs is not None:
                return payoffs
        match.play_on([bot_of(self.policy, program, seed, seat) for seat in seats])
        return match.outcome.payoffs if match.outcome else ()


def bot_of(policy: d.Chooser | None, program: Program, seed: int, seat: int) -> Bot:
    """Return the player of a policy at a seat; without a policy, one who chooses at random."""
    return RandomBot(seed, seat) if policy is None else ChooserBot(policy, program, seed, seat)


def quick_node(match: Match) -> Node:
    return Node(match, cast(QuickMatch, match))


@define(eq=False)
class QuickForm:
    """Follows a match from decision to decision on the fastest engine."""

    policy: d.Chooser | None
    match: QuickMatch | None = None

    def of(self, match: Match) -> QuickMatch | None:
        """Return the match's position on the fastest engine; `None`: only the interpreter plays."""
        if self.match is None or not has_followed(self.match, match):
            self.match = _quick_form(match, self.policy)
        return self.match


def _quick_form(match: Match, policy: d.Chooser | None) -> QuickMatch | None:
    try:
        saved = match.save()
    except ValueError:  # perturbed, or with chance of another kind
        return None
    choosers = () if policy is None else (policy,)
    engine = quick_engine(match.population.program, saved.settings, choosers)
    return None if engine is None else engine.resume(saved)


class RedealtCopies:
    """Copies of a match in which everything hidden from a player is dealt again."""

    def __init__(
        self,
        match: Match,
        quick: QuickMatch | None,
        seat: int,
        stream: Stream,
        likely: Likely | None = None,
    ) -> None:
        self.match, self.quick, self.seat, self.stream = match, quick, seat, stream
        self.likely = likely
        self.made: list[QuickMatch] = []
        self.number = 0
        self.information = None if quick is None else quick.information()
        self.unseen = hidden(quick or match, match.population.players[seat])

    @contextmanager
    def next(self) -> Iterator[Node]:
        """Return one more copy, whose future chance is drawn again too."""
        copy = self._quick()
        chance = Streams(self.stream.below(SEEDS))
        if copy is not None:
            yield quick_node(copy.copy(chance))
            return
        slow = self.match.copy(chance)
        perturbed = slow.perturb(self._change(self.match))
        try:
            yield Node(slow, None)
        finally:
            perturbed.end()  # cards are what they are in all matches of the interpreter at once

    def _change(self, match: Match) -> Rearrangement:
        return dealt_again(match, self.seat, self.stream, self.unseen, self.likely)

    def _quick(self) -> QuickMatch | None:
        if self.quick is None:
            return None
        if len(self.made) < DEALS:
            for _ in range(TRIALS):
                dealt = self.quick.dealt(self._change(self.quick))
                if dealt is not None and dealt.information() == self.information:
                    self.made.append(dealt)
                    return dealt
        self.number += 1
        return self.made[self.number % len(self.made)] if self.made else None


class Futures:
    """Copies of a match without hidden information, with future chance drawn again."""

    def __init__(self, match: Match, quick: QuickMatch | None, stream: Stream) -> None:
        self.match, self.quick, self.stream = match, quick, stream

    @contextmanager
    def next(self) -> Iterator[Node]:
        chance = Streams(self.stream.below(SEEDS))
        copy = (self.quick or self.match).copy(chance)
        yield Node(copy, None) if self.quick is None else quick_node(copy)


class Openings:
    """New matches that start as one did, each with its own chance."""

    def __init__(self, match: QuickMatch, policy: d.Chooser | None) -> None:
        self.saved: Saved = match.save()
        self.population, self.policy = match.population, policy
        program, settings = match.population.program, self.saved.settings
        choosers = () if policy is None else (policy,)
        engine = quick_engine(program, settings, choosers)
        assert engine is not None
        self.engine, self.options = engine, options_of(program, settings)
        deeds = [at for at, step in enumerate(self.saved.steps) if isinstance(step, Deed)]
        self.steps = self.saved.steps[: deeds[-1] + 1]

    def are_like(self, others: Openings) -> bool:
        """Return whether these matches are of the same game and start in the same way."""
        mine, theirs = self.saved, others.saved
        return (
            self.population is others.population
            and self.policy is others.policy
            and mine.settings == theirs.settings
            and mine.rolled == theirs.rolled
            and self.steps == others.steps
        )

    def next(self, seed: int) -> QuickMatch:
        """Return a new match at its first decision."""
        settings = self.saved.settings
        match = self.engine.opening(
            options=self.options,
            players=settings.players,
            automatic=settings.automatic,
            chance=Streams(seed),
            roll=self.saved.rolled,
        )
        for step in self.steps:
            if isinstance(step, Deed):
                match.begin(step)
            elif not isinstance(step, int):
                match.arrange(step)
        return match


MATCHES = 40
APART = 20  # decisions from one look to the next
DOUBT = 2.0  # cards that are thought to lie everywhere as often as chance says, before any look
MOST_KEPT = 8  # games

Where: TypeAlias = tuple[str, bool, str]  # the zone, whether it is the player's own, and the card


@frozen(eq=False)
class Leanings:
    """
    For a zone, whether it is the observer's own, and a card title: observed over expected frequency
    of hidden cards.
    """

    openings: Openings
    ratios: Mapping[Where, float]

    def of(self, player: Player, place: Place, card: Card) -> float:
        """Return the ratio of observed to expected frequency; 1 if unknown."""
        return self.ratios.get(_place_key(player, place, card), 1.0)


def _place_key(player: Player, place: Place, card: Card) -> Where:
    return place.zone.name, player in place.index, card.title.name


_kept: list[Leanings] = []


def leanings(match: QuickMatch, policy: d.Chooser) -> Leanings:
    """Return a game's leanings, estimated from fixed seeds and so equal for all its matches."""
    openings = Openings(match, policy)
    for known in _kept:
        if known.openings.are_like(openings):
            return known
    stream = Stream(derive(0, stream_number("leanings")))
    lay, expected = defaultdict[Where, float](float), defaultdict[Where, float](float)
    for _ in range(MATCHES):
        played = openings.next(stream.below(SEEDS))
        while (waits := played.waits_for) is not None:
            _look(played, played.population.players[waits[0]], lay, expected)
            seats = [policy for _ in played.population.players]
            if played.finish(stream.below(SEEDS), seats, APART) is None:
                break
    ratios = {known: (lay[known] + DOUBT) / (expected[known] + DOUBT) for known in expected}
    leanings_now = Leanings(openings, ratios)
    _kept[:] = [*_kept[1 - MOST_KEPT :], leanings_now]
    return leanings_now


def _look(
    match: QuickMatch, player: Player, lay: dict[Where, float], expected: dict[Where, float]
) -> None:
    """Count where the cards hidden from a player are, and how often chance would put them there."""
    where = match.position.where
    for pool in hidden(match, player).pools:
        places = [where[card] for card in pool]
        for card, place in zip(pool, places, strict=True):
            lay[_place_key(player, place, card)] += 1
        shares = {place: places.count(place) / len(pool) for place in {*places}}
        for card in pool:
            for place, share in shares.items():
                expected[_place_key(player, place, card)] += share
