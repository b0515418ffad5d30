"""
The bot that looks ahead: Monte-Carlo tree search over what its player may know.

Each playout begins in a copy of the match in which everything hidden from the player is dealt anew,
goes down one tree of choices that all these copies share, adds one choice to it, and ends by
chance. Where what is hidden cannot be dealt anew, chance chooses.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import log, sqrt

from ruleslang.bots.random_bot import RandomBot
from ruleslang.match.chance import Stream, Streams, derive, stream_number
from ruleslang.match.decision import Decision
from ruleslang.match.match import Match
from ruleslang.nodes.frozen import define, field, frozen
from ruleslang.secrecy.deal_anew import can_deal_anew, dealt_anew, knows_all

PLAYOUTS = 200  # if nothing is said
SEEDS = 1 << 31
EXPLORES = 0.9  # how much a choice gains that was seldom tried, beside a payoff from 0 to 1


@frozen
class Budget:
    """How much a decision may take: so many playouts, or so many seconds."""

    playouts: int | None = PLAYOUTS
    seconds: float | None = None

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


def budget_in(text: str) -> Budget | None:
    """
    What stands behind `search:`; None when it is no budget.

    >>> budget_in("50"), budget_in("0.5s"), budget_in("x")
    (Budget(playouts=50, seconds=None), Budget(playouts=None, seconds=0.5), None)
    """
    try:
        if text.endswith("s"):
            seconds = float(text[:-1])
            return Budget(None, seconds) if 0 < seconds <= 3600 else None
        return Budget(int(text)) if text.isdecimal() and 1 <= int(text) <= 1_000_000 else None
    except ValueError:
        return None


@define(eq=False)
class Tried:
    """A choice of a player in the tree: how often it could be made, was made, and what it paid."""

    seat: int
    offered: int = 0
    visits: int = 0
    paid: float = 0.0
    further: dict[tuple[int, str], Tried] = field(factory=dict)


class SearchBot:
    """A player who searches, at a seat."""

    def __init__(self, seed: int, seat: int, budget: Budget) -> None:
        self.seat, self.budget = seat, budget
        self.stream = Stream(derive(seed, stream_number(f"search {seat}")))
        self.low, self.high = 0.0, 0.0  # payoffs that were met

    def choose(self, match: Match) -> int:
        """The choice that was taken most often."""
        decision = match.decision
        assert decision is not None
        open_to_all = knows_all(match)
        if not open_to_all and not can_deal_anew(match, self.seat):
            return self.stream.below(len(decision.choices))
        root = Tried(-1)
        for _ in self.budget.turns():
            copy = match.copy(Streams(self.stream.below(SEEDS)))
            if open_to_all:
                self._play_out(copy, root)
                continue
            perturbed = copy.perturb(dealt_anew(match, self.seat, self.stream))
            try:
                self._play_out(copy, root)
            finally:
                perturbed.end()  # cards are what they are in all matches at once
        tried = [root.further.get((decision.player, each.id)) for each in decision.choices]
        visits = [-1 if each is None else each.visits for each in tried]
        return visits.index(max(visits))

    def _play_out(self, copy: Match, root: Tried) -> None:
        here, path = root, list[Tried]()
        while (decision := copy.decision) is not None:
            index, is_new = self._picked(here, decision)
            here = here.further[decision.player, decision.choices[index].id]
            path.append(here)
            copy.choose(index)
            if is_new:
                break
        seats = range(len(copy.population.players))
        copy.play_on([RandomBot(self.stream.below(SEEDS), seat) for seat in seats])
        payoffs = copy.outcome.payoffs if copy.outcome else (0,) * len(seats)
        self.low, self.high = min(self.low, *payoffs), max(self.high, *payoffs)
        for each in path:
            each.visits += 1
            each.paid += payoffs[each.seat]

    def _picked(self, here: Tried, decision: Decision) -> tuple[int, bool]:
        """A choice that was never tried here, or the one that promises most."""
        keys = [(decision.player, each.id) for each in decision.choices]
        for key in keys:
            if key in here.further:
                here.further[key].offered += 1
        new = [place for place, key in enumerate(keys) if key not in here.further]
        if new:
            index = new[self.stream.below(len(new))]
            here.further[keys[index]] = Tried(decision.player, offered=1)
            return index, True
        rates = [self._promise(here.further[key]) for key in keys]
        return rates.index(max(rates)), False

    def _promise(self, choice: Tried) -> float:
        spread = (self.high - self.low) or 1.0
        visits = max(1, choice.visits)
        mean = (choice.paid / visits - self.low) / spread
        return mean + EXPLORES * sqrt(log(choice.offered + 1) / visits)
