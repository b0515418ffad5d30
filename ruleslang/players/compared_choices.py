"""
Compares the choices of one decision by playouts: does one pay more than a known player's choice?

In each round all remaining choices are tried in the same copy of the match with the same chance,
and the same policy plays on for everybody (rollout: Tesauro and Galperin, 1996). In a copy the
policy sees only what it may, so no choice profits from hidden information. Whenever the number of
rounds has doubled, the worse half is dropped (successive halving: Karnin, Koren and Somekh, 2013),
so most playouts go to the few choices that may beat the known one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log, sqrt

from attrs import define, field, frozen

from ruleslang.engine.match.chance import Stream, Streams, derive, stream_number
from ruleslang.engine.match.entities import Population
from ruleslang.engine.match.interface import QuickMatch
from ruleslang.players.search_matches import Node, Openings, RedealtCopies, Searching, quick_node
from ruleslang.program import declarations as d
from ruleslang.program import types as t

HORIZON = 40  # decisions of a playout, where a counter is compared then
MATCHES = 40  # that are played out to find the counter
DECIDED = 10  # matches that must have a winner


@frozen(eq=False)
class Outlook:
    """Evaluates positions; `counter` is the state whose order decides the winner, if any."""

    searching: Searching
    counter: str | None

    def of(self, node: Node, seat: int, seed: int) -> float:
        """Return the player's payoff after a playout; consumes the match."""
        quick = node.quick
        if quick is None or self.counter is None:
            return self.searching.finish(node, seed)[seat]
        if quick.waits_for is not None:
            quick.finish(seed, [self.searching.policy for _ in range(2)], HORIZON)
        counters = quick.counters(self.counter)
        return float(counters[seat] - counters[1 - seat])


def deciding_counter(match: QuickMatch, policy: d.Chooser) -> str | None:
    """
    Return the first state whose order at the end names the winner in all of several matches of two.

    The matches start as this one did and are played by the policy from fixed seeds, so every match
    of a game gets the same counter. `None` if there is no such state.
    """
    program = match.population.program
    counters = _counters(match.population)
    if program.payoff or not counters:
        return None
    openings, stream = Openings(match, policy), Stream(derive(0, stream_number("counter")))
    decided = 0
    for _ in range(MATCHES):
        played = openings.next(stream.below(1 << 31))
        payoffs = played.finish(stream.below(1 << 31), [policy, policy])
        if not payoffs:
            return None
        decided += payoffs[0] != payoffs[1]
        counters = [
            counter for counter in counters if _order(played.counters(counter)) == _order(payoffs)
        ]
    return counters[0] if counters and decided >= DECIDED else None


def _order(numbers: Sequence[int]) -> int:
    return (numbers[0] > numbers[1]) - (numbers[0] < numbers[1])


def _counters(population: Population) -> list[str]:
    """Return the states that hold a number for each of two players."""
    if len(population.players) != 2:
        return []
    return [
        state.name
        for state in population.program.states
        if [type(place.type) for place in state.index] == [t.Player]
        and isinstance(state.type, t.Number)
        and state.start is not None
    ]


FIRST_CUT = 8  # rounds before the worse half drops out for the first time
ROUNDS = 24  # before a difference is taken for more than luck
AHEAD = 0.7  # standard errors by which a counter must beat the known choice
WORTH_IT = 0.06  # part of one round's spread by which a choice must lead to be tried further
CLEARLY = 2.5  # a choice drops out this many standard errors behind the first


@define(eq=False)
class Comparison:
    """The payoffs of the choices of a decision, in the same rounds."""

    outlook: Outlook
    seat: int
    known: int  # the choice of the known player
    left: list[int]
    paid: dict[int, list[float]] = field(factory=dict)

    def run(self, deals: RedealtCopies, turns: Iterator[None]) -> int:
        """Run rounds until one choice is left or the playouts are used up, and return the best."""
        self.paid, cut = {choice: [] for choice in self.left}, FIRST_CUT
        while len(self.left) > 1 and self._round(deals, turns):
            if self._rounds() == cut:
                self._drop()
                cut *= 2
        return self._choice_if_decided()

    def _rounds(self) -> int:
        return len(self.paid[self.left[0]])

    def _round(self, deals: RedealtCopies, turns: Iterator[None]) -> bool:
        """Try every remaining choice once more; false if there were no playouts left to do so."""
        if any(next(turns, turns) is turns for _ in self.left):
            return False
        chance, seed = self.outlook.searching.seed(), self.outlook.searching.seed()
        with deals.next() as node:
            for choice in self.left:
                self.paid[choice].append(self._payoff(node, choice, chance, seed))
        return True

    def _payoff(self, node: Node, choice: int, chance: int, seed: int) -> float:
        copy = node.match.copy(Streams(chance))
        copy.choose(choice)
        reached = quick_node(copy) if node.quick is not None else Node(copy, None)
        return self.outlook.of(reached, self.seat, seed)

    def _best_so_far(self) -> int:
        return max(self.left, key=lambda choice: sum(self.paid[choice]))

    def _drop(self) -> None:
        """
        Drop the worse half, the choices clearly behind the first, and those that can be little
        better than the known choice, which itself stays until it is significantly behind.
        """
        first, known = self._best_so_far(), self.known
        ranked = sorted(self.left, key=lambda choice: -sum(self.paid[choice]))
        better = ranked[: (len(ranked) + 1) // 2 if len(ranked) > 2 else 2]
        stays = [
            place for place in better if place != known and not self._is_hopeless(place, first)
        ]
        if known in self.left and not self._is_behind(known, first, max(CLEARLY, self._bar())):
            stays.append(known)
        self.left = sorted(stays)

    def _is_hopeless(self, choice: int, first: int) -> bool:
        if self._rounds() >= ROUNDS and self.known in self.left and self._gains_little(choice):
            return True
        return self._is_behind(choice, first, CLEARLY)

    def _gains_little(self, choice: int) -> bool:
        """
        Return whether a choice is hardly better than the known one, even with its standard error
        added.

        If only the end of the match tells, a few rounds say too little: then only a choice that
        paid the same in every round.
        """
        if self.outlook.counter is None:
            return self.paid[choice] == self.paid[self.known]
        mean, spread = self._lead_over(choice, self.known)
        return mean + spread / sqrt(self._rounds()) <= WORTH_IT * spread

    def _bar(self) -> float:
        """
        Return how many standard errors a choice must be ahead of the known one.

        If only the end of the match tells, the expected maximum of as many equal choices.
        """
        return sqrt(2 * log(len(self.paid))) if self.outlook.counter is None else AHEAD

    def _choice_if_decided(self) -> int:
        """Return the best choice if it is far enough ahead, else the known one."""
        first = self._best_so_far()
        if self.known not in self.left or self._is_behind(self.known, first, self._bar()):
            return first
        return self.known

    def _is_behind(self, choice: int, first: int, errors: float) -> bool:
        """Return whether a choice paid less than the first, by this many standard errors."""
        if self._rounds() < ROUNDS:
            return False
        mean, spread = self._lead_over(first, choice)
        return mean > 0 and mean > errors * spread / sqrt(self._rounds())

    def _lead_over(self, choice: int, other: int) -> tuple[float, float]:
        """Return the mean and standard deviation of a choice's lead over another's."""
        differences = [a - b for a, b in zip(self.paid[choice], self.paid[other], strict=True)]
        mean = sum(differences) / len(differences)
        squares = sum((difference - mean) ** 2 for difference in differences)
        return mean, sqrt(squares / (len(differences) - 1))
