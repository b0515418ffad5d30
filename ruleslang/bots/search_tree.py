"""
A tree of choices that all playouts from one decision share (UCT over determinised copies).

A choice is tried again the more often the more it paid, and the less often it was tried when it
could be made: in a copy with other hidden cards there may be other choices.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Sequence
from contextlib import AbstractContextManager
from math import log, sqrt
from typing import Protocol, TypeAlias

from attrs import define, field, frozen

from ruleslang.bots.search_matches import Node, Openings, Payoffs, Searching, quick_node
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.match import Match, QuickMatch
from ruleslang.program import declarations as d

EXPLORES = 0.9  # how much a choice gains that was seldom tried, beside a payoff from 0 to 1

Key: TypeAlias = tuple[int, Hashable]  # who chooses, and what


class PlayoutRoots(Protocol):
    """Where playouts begin."""

    def next(self) -> AbstractContextManager[Node]:
        """One more match that stands at the decision."""


@define(eq=False)
class ChoiceStats:
    """A choice of a player in the tree: how often it could be made, was made, and what it paid."""

    seat: int
    offered: int = 0
    visits: int = 0
    paid: float = 0.0
    further: dict[Key, ChoiceStats] = field(factory=dict)


class ChoiceTree:
    """Playouts from one decision."""

    def __init__(self, searching: Searching) -> None:
        self.searching = searching
        self.root = ChoiceStats(-1)
        self.low, self.high = 0.0, 0.0  # payoffs that were met
        self.first: list[Key] = []  # the choices of the decision itself

    def grow(self, roots: PlayoutRoots, turns: Iterator[None]) -> None:
        """So many playouts."""
        for _ in turns:
            with roots.next() as node:
                self._play_out(node)

    def visits(self) -> list[int]:
        """How often each choice of the decision was tried."""
        return [found.visits if (found := self.root.further.get(key)) else 0 for key in self.first]

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
        for each in path:
            each.visits += 1
            each.paid += payoffs[each.seat]

    def _picked(self, here: ChoiceStats, keys: Sequence[Key]) -> tuple[int, bool]:
        """A choice that was never tried here, or the one that promises most."""
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


PLAYOUTS = 200  # if nothing is said


@frozen
class SearchBudget:
    """How much a decision may take: so many playouts, or so many seconds."""

    playouts: int | None = PLAYOUTS
    seconds: float | None = None

    def part(self, of: int) -> SearchBudget:
        """One of so many parts."""
        if self.seconds is not None:
            return SearchBudget(None, self.seconds / of)
        return SearchBudget(max(1, (self.playouts or PLAYOUTS) // of))

    def turns(self) -> Iterator[None]:
        """One for each playout; at least one."""
        if self.seconds is None:
            for _ in range(self.playouts or PLAYOUTS):
                yield
            return
        end = time.monotonic() + self.seconds
        yield
        while time.monotonic() < end:
            yield


def budget_in(text: str) -> SearchBudget | None:
    """
    What stands behind `search:`; None when it is no budget.

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

Information: TypeAlias = tuple[object, ...]  # what a player knew and chose, from the opening on


@define(eq=False)
class Regrets:
    """Of one information set: how much each choice was missed, and the sum of all strategies."""

    missed: list[float]
    summed: list[float]

    def strategy(self) -> list[float]:
        """How likely each choice is now."""
        wanted = [max(0.0, each) for each in self.missed]
        return shares(wanted)


def shares(weights: Sequence[float]) -> list[float]:
    """
    Numbers as shares of their sum; equal ones, if all are nothing.

    >>> shares([1.0, 3.0]), shares([0.0, 0.0])
    ([0.25, 0.75], [0.5, 0.5])
    """
    whole = sum(weights)
    return [weight / whole if whole else 1 / len(weights) for weight in weights]


def drawn(stream: Stream, likely: Sequence[float]) -> int:
    """A place, each as likely as this says."""
    left = stream.next32() / 2**32
    for place, each in enumerate(likely):
        left -= each
        if left < 0:
            return place
    return max(place for place, each in enumerate(likely) if each > 0)


@define(eq=False)
class RegretTable:
    """The information sets that playouts from the opening of a game have reached."""

    searching: Searching
    openings: Openings
    budget: SearchBudget
    found: dict[Information, Regrets] = field(factory=dict)
    rounds: int = 0
    whole: int = 0  # ends of the match that were reached by what was known before
    new: int = 0  # playouts that met something new, or were cut off

    @property
    def covers_the_game(self) -> bool:
        """Whether most playouts meet nothing new any more."""
        return self.whole > self.new

    def begin(self) -> None:
        """The playouts before the first decision: few, if most of them meet something new."""
        self.grow(self.budget.part(4).turns())
        if not self.covers_the_game:
            self.found.clear()
        elif self.budget.playouts is not None:
            self.grow(SearchBudget(max(ENOUGH, self.budget.playouts)).turns())

    def before_a_decision(self) -> None:
        """With a budget of seconds, playouts go on; else all decisions use the same ones."""
        if self.budget.seconds is not None:
            self.grow(self.budget.turns())

    def grow(self, turns: Iterator[None]) -> None:
        """So many playouts: a round is one for each choice that its player might make."""
        while next(turns, turns) is None:
            self.rounds += 1
            match = self.openings.next(self.searching.seed())
            seats = len(match.population.players)
            _Round(self, turns, self.rounds % seats, self.rounds).value(match, [()] * seats)

    def average(self, information: Information) -> list[float] | None:
        """The average strategy where a player knows this; none if that was hardly ever met."""
        found = self.found.get(information)
        return None if found is None or not any(found.summed) else shares(found.summed)


_kept: list[RegretTable] = []


def regret_table(match: QuickMatch, policy: d.Chooser | None, budget: SearchBudget) -> RegretTable:
    """The table of the game that a match is of; the same playouts, whoever asks first."""
    openings = Openings(match, policy)
    for each in _kept:
        if each.budget == budget and each.openings.are_like(openings):
            return each
    stream = Stream(derive(0, stream_number("regrets")))
    table = RegretTable(Searching(stream, policy), openings, budget)
    table.begin()
    _kept[:] = [*_kept[1 - MOST_KEPT :], table]
    return table


@define(eq=False)
class _Round:
    """One deal, in which one player tries all his choices and the others choose as they do."""

    table: RegretTable
    turns: Iterator[None]
    seat: int
    weight: int  # later strategies count more
    is_spent: bool = False

    def value(self, match: Match, known: list[Information]) -> float:
        """What the player will have."""
        waits = match.waits_for
        if waits is None:
            self.table.whole += 1
            return self._end(match)
        who, choices = waits
        quick = quick_node(match).quick
        assert quick is not None
        here = (*known[who], quick.information())
        found, is_new = self.table.found.get(here), False
        if found is None:
            found = self.table.found[here] = Regrets([0.0] * choices, [0.0] * choices)
            is_new = True
        if is_new or self.is_spent:
            self.table.new += 1
            return self._end(match)
        if who == self.seat:
            return self._all_tried(match, known, here, found)
        likely = found.strategy()
        for place, each in enumerate(likely):
            found.summed[place] += self.weight * each
        index = drawn(self.table.searching.stream, likely)
        match.choose(index)
        return self.value(match, _with(known, who, (*here, index)))

    def _all_tried(
        self, match: Match, known: list[Information], here: Information, found: Regrets
    ) -> float:
        likely, values = found.strategy(), list[float]()
        for index in range(len(likely)):
            if index > 0 and next(self.turns, self) is self:
                self.is_spent = True
            copy = match.copy() if index + 1 < len(likely) else match
            copy.choose(index)
            values.append(self.value(copy, _with(known, self.seat, (*here, index))))
        mean = sum(share * value for share, value in zip(likely, values, strict=True))
        for place, value in enumerate(values):
            found.missed[place] += self.weight * (value - mean)
        return mean

    def _end(self, match: Match) -> float:
        searching = self.table.searching
        return searching.finish(quick_node(match), searching.seed())[self.seat]


def _with(known: list[Information], seat: int, information: Information) -> list[Information]:
    return [information if each == seat else old for each, old in enumerate(known)]
