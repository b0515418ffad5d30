"""
Regrets at information sets (Monte-Carlo counterfactual regret minimisation by external sampling).

Playouts begin at the opening of the match, with new chance, and know nothing of the match that is
played: so what a player should think of hidden cards follows from how the others choose. What is
played is the average of all strategies, which comes near an equilibrium in games of two whose
payoffs add up to nothing. Later playouts count more, both in regrets and in the average (linear
CFR: Brown and Sandholm, 2019).

A table is of a game, not of a match: it is made once in a process, from a seed of its own, and all
players with the same budget choose by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from attrs import define, field

from ruleslang.bots.search_budget import SearchBudget
from ruleslang.bots.search_matches import Openings, Searching, quick_node
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.match import Match, QuickMatch
from ruleslang.program import declarations as d

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
    return [each / whole if whole else 1 / len(weights) for each in weights]


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
        mean = sum(share * each for share, each in zip(likely, values, strict=True))
        for place, each in enumerate(values):
            found.missed[place] += self.weight * (each - mean)
        return mean

    def _end(self, match: Match) -> float:
        searching = self.table.searching
        return searching.finish(quick_node(match), searching.seed())[self.seat]


def _with(known: list[Information], seat: int, information: Information) -> list[Information]:
    return [information if each == seat else old for each, old in enumerate(known)]
