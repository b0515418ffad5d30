"""
A tree of choices shared by all playouts from one decision (UCT over determinised copies), and a
regret table.

A choice is tried more often the more it paid and the less often it was tried when it was offered:
copies with other hidden cards may offer other choices.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager
from math import log, sqrt
from typing import TypeAlias

from attrs import define, field, frozen

from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.interface import Match, QuickMatch
from ruleslang.players.search_matches import Node, Openings, Payoffs, Searching, quick_node
from ruleslang.program import declarations as d
from ruleslang.source.budget import UsedUp, seconds_left

EXPLORES = 0.9  # how much a choice gains that was seldom tried, beside a payoff from 0 to 1

Key: TypeAlias = tuple[int, Hashable]  # the chooser and their information


@define(eq=False)
class ChoiceStats:
    """A choice in the tree: how often it was offered and made, and the sum of its payoffs."""

    seat: int
    offered: int = 0
    visits: int = 0
    paid: float = 0.0
    further: dict[Key, ChoiceStats] = field(factory=dict)


class ChoiceTree:
    def __init__(self, searching: Searching) -> None:
        self.searching = searching
        self.root = ChoiceStats(-1)
        self.low, self.high = 0.0, 0.0  # payoffs that occurred
        self.first: list[Key] = []  # the choices of the decision itself

    def grow(self, root: Callable[[], AbstractContextManager[Node]], turns: Iterator[None]) -> None:
        """
        Run playouts, one for each turn, each in a match at the decision that `root` returns; fewer
        if the time budget ends after the first.
        """
        try:
            for _ in turns:
                with root() as node:
                    self._play_out(node)
        except UsedUp:
            if not any(self.visits()):
                raise

    def visits(self) -> list[int]:
        """Return how often each choice of the decision was tried."""
        return [node.visits if (node := self.root.further.get(key)) else 0 for key in self.first]

    def _play_out(self, node: Node) -> None:
        here, path = self.root, list[ChoiceStats]()
        while (waits := node.match.waits_for) is not None:
            keys = [(waits[0], key) for key in node.choice_keys()]
            self.first = self.first or keys
            index, is_new = self._picked(here, keys)
            here = here.further[keys[index]]
            path.append(here)
            node.match.choose(index)
            if is_new:
                break
        self._count(path, self.searching.finish(node, self.searching.seed()))

    def _count(self, path: Sequence[ChoiceStats], payoffs: Payoffs) -> None:
        self.low, self.high = min(self.low, *payoffs), max(self.high, *payoffs)
        for node in path:
            node.visits += 1
            node.paid += payoffs[node.seat]

    def _picked(self, here: ChoiceStats, keys: Sequence[Key]) -> tuple[int, bool]:
        """Return the index of an untried choice, or the most promising, and whether it is new."""
        for key in keys:
            if key in here.further:
                here.further[key].offered += 1
        new = [place for place, key in enumerate(keys) if key not in here.further]
        if new:
            index = new[self.searching.stream.below(len(new))]
            here.further[keys[index]] = ChoiceStats(keys[index][0], offered=1)
            return index, True
        rates = [self._promise(here.further[key]) for key in keys]
        return rates.index(max(rates)), False

    def _promise(self, choice: ChoiceStats) -> float:
        spread = (self.high - self.low) or 1.0
        visits = max(1, choice.visits)
        mean = (choice.paid / visits - self.low) / spread
        return mean + EXPLORES * sqrt(log(choice.offered + 1) / visits)


PLAYOUTS = 200  # by default


@frozen
class SearchBudget:
    """The limit of a decision: a number of playouts, or of seconds."""

    playouts: int | None = PLAYOUTS
    seconds: float | None = None

    def part(self, of: int) -> SearchBudget:
        """Return the budget divided by `of`."""
        if self.seconds is not None:
            return SearchBudget(None, self.seconds / of)
        return SearchBudget(max(1, (self.playouts or PLAYOUTS) // of))

    def turns(self) -> Iterator[None]:
        """Yield once for each playout, at least once, while the time budget around it lasts."""
        end = time.monotonic() + (self.seconds or 0)
        for played in itertools.count():
            is_late = self.seconds is not None and time.monotonic() >= end
            is_done = is_late or (self.seconds is None and played >= (self.playouts or PLAYOUTS))
            if played and (is_done or seconds_left() == 0):
                return
            yield


def budget_in(text: str) -> SearchBudget | None:
    """
    Return the budget written behind `search:`; `None` if it cannot be read.

    >>> budget_in("50"), budget_in("0.5s"), budget_in("x")
    (SearchBudget(playouts=50, seconds=None), SearchBudget(playouts=None, seconds=0.5), None)
    """
    try:
        if text.endswith("s"):
            seconds = float(text[:-1])
            return SearchBudget(None, seconds) if 0 < seconds <= 3600 else None
        return SearchBudget(int(text)) if text.isdecimal() and 1 <= int(text) <= 1_000_000 else None
    except ValueError:
        return None


ENOUGH = 20_000  # playouts that a table of a small game has at least, whatever the budget
MOST_KEPT = 8  # tables

Information: TypeAlias = tuple[object, ...]  # a player's knowledge and choices since the opening


@define(eq=False)
class Regrets:
    """For one information set: each choice's cumulative regret, and the sum of strategies."""

    missed: list[float]
    summed: list[float]

    def strategy(self) -> list[float]:
        """Return the probability of each choice, by regret matching."""
        wanted = [max(0.0, regret) for regret in self.missed]
        return shares(wanted)


def shares(weights: Sequence[float]) -> list[float]:
    """
    Return weights normalised to a sum of 1; equal shares if all are zero.

    >>> shares([1.0, 3.0]), shares([0.0, 0.0])
    ([0.25, 0.75], [0.5, 0.5])
    """
    total = sum(weights)
    return [weight / total if total else 1 / len(weights) for weight in weights]


def drawn(stream: Stream, likely: Sequence[float]) -> int:
    """Return a random index with these probabilities."""
    left = stream.next32() / 2**32
    for place, share in enumerate(likely):
        left -= share
        if left < 0:
            return place
    return max(place for place, share in enumerate(likely) if share > 0)


@define(eq=False)
class RegretTable:
    """The information sets that playouts from the opening have reached."""

    searching: Searching
    openings: Openings
    budget: SearchBudget
    found: dict[Information, Regrets] = field(factory=dict)
    rounds: int = 0
    whole: int = 0  # ends of the match that were reached by what was known before
    new: int = 0  # playouts that reached something new, or were cut off

    @property
    def covers_the_game(self) -> bool:
        """Whether most playouts no longer meet new information sets."""
        return self.whole > self.new

    def begin(self) -> None:
        """Run the first playouts; few, if most of them meet new information sets."""
        self.grow(self.budget.part(4).turns())
        if not self.covers_the_game:
            self.found.clear()
        elif self.budget.playouts is not None:
            self.grow(SearchBudget(max(ENOUGH, self.budget.playouts)).turns())

    def before_a_decision(self) -> None:
        """Run more playouts within a budget of seconds; without one, the first ones serve all."""
        if self.budget.seconds is not None:
            self.grow(self.budget.turns())

    def grow(self, turns: Iterator[None]) -> None:
        """Run playouts; a round takes one for each choice that the round's player might make."""
        while next(turns, turns) is None:
            self.rounds += 1
            match = self.openings.next(self.searching.seed())
            seats = len(match.population.players)
            _Round(self, turns, self.rounds % seats, self.rounds).value(match, [()] * seats)

    def average(self, information: Information) -> list[float] | None:
        """Return the average strategy at an information set; `None` if hardly ever reached."""
        regrets = self.found.get(information)
        return None if regrets is None or not any(regrets.summed) else shares(regrets.summed)


_kept: list[RegretTable] = []


def regret_table(match: QuickMatch, policy: d.Chooser | None, budget: SearchBudget) -> RegretTable:
    """Return the table of a match's game, built from fixed seeds and kept for later matches."""
    openings = Openings(match, policy)
    for kept in _kept:
        if kept.budget == budget and kept.openings.are_like(openings):
            return kept
    stream = Stream(derive(0, stream_number("regrets")))
    table = RegretTable(Searching(stream, policy), openings, budget)
    table.begin()
    _kept[:] = [*_kept[1 - MOST_KEPT :], table]
    return table


@define(eq=False)
class _Round:
    """One deal in which one player tries all choices and the others follow their strategies."""

    table: RegretTable
    turns: Iterator[None]
    seat: int
    weight: int  # later strategies count more
    is_spent: bool = False

    def value(self, match: Match, known: list[Information]) -> float:
        """Return the expected payoff of the round's player."""
        waits = match.waits_for
        if waits is None:
            self.table.whole += 1
            return self._end(match)
        who, choices = waits
        quick = quick_node(match).quick
        assert quick is not None
        here = (*known[who], quick.information())
        regrets, is_new = self.table.found.get(here), False
        if regrets is None:
            regrets = self.table.found[here] = Regrets([0.0] * choices, [0.0] * choices)
            is_new = True
        if is_new or self.is_spent:
            self.table.new += 1
            return self._end(match)
        if who == self.seat:
            return self._all_tried(match, known, here, regrets)
        likely = regrets.strategy()
        for place, probability in enumerate(likely):
            regrets.summed[place] += self.weight * probability
        index = drawn(self.table.searching.stream, likely)
        match.choose(index)
        return self.value(match, _replaced(known, who, (*here, index)))

    def _all_tried(
        self, match: Match, known: list[Information], here: Information, regrets: Regrets
    ) -> float:
        likely, values = regrets.strategy(), list[float]()
        for index in range(len(likely)):
            if index > 0 and next(self.turns, self) is self:
                self.is_spent = True
            copy = match.copy() if index + 1 < len(likely) else match
            copy.choose(index)
            values.append(self.value(copy, _replaced(known, self.seat, (*here, index))))
        mean = sum(share * value for share, value in zip(likely, values, strict=True))
        for place, value in enumerate(values):
            regrets.missed[place] += self.weight * (value - mean)
        return mean

    def _end(self, match: Match) -> float:
        searching = self.table.searching
        return searching.finish(quick_node(match), searching.seed())[self.seat]


def _replaced(known: list[Information], seat: int, information: Information) -> list[Information]:
    return [information if at == seat else old for at, old in enumerate(known)]
