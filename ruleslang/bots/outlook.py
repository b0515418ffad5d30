"""
How well a player stands after a playout: what he has at the end, or how far he is ahead before it.

Who wins is often said by a counter: a score, or points of life. Of a long match with few points
the end is mostly the luck of all that happens after a decision, of which a counter some decisions
later holds much less. Which counter that is, no rulebook says; playouts from the opening show it.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from ruleslang.bots.search_matches import Node, Openings, Searching
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.entities import Population
from ruleslang.match.match import QuickMatch
from ruleslang.program import declarations as d
from ruleslang.program import types as t

HORIZON = 40  # decisions of a playout, where a counter is compared then
MATCHES = 40  # that are played out to find the counter
DECIDED = 10  # of them, at least, must have a winner


@frozen(eq=False)
class Outlook:
    """How well a player stands; `counter` is the state by which that is told before the end."""

    searching: Searching
    counter: str | None

    def of(self, node: Node, seat: int, seed: int) -> float:
        """After a playout of a match that can be dropped then."""
        quick = node.quick
        if quick is None or self.counter is None:
            return self.searching.finish(node, seed)[seat]
        if quick.waits_for is not None:
            quick.finish(seed, [self.searching.policy for _ in range(2)], HORIZON)
        counters = quick.counters(self.counter)
        return float(counters[seat] - counters[1 - seat])


def deciding_counter(match: QuickMatch, policy: d.Chooser) -> str | None:
    """
    The first state whose order at the end says who has won, in all of some matches of two.

    They begin as this one did and are played by the policy, from seeds of their own, so that all
    matches of a game have the same counter.
    """
    program = match.population.program
    found = _counters(match.population)
    if program.payoff or not found:
        return None
    openings, stream = Openings(match, policy), Stream(derive(0, stream_number("counter")))
    decided = 0
    for _ in range(MATCHES):
        played = openings.next(stream.below(1 << 31))
        payoffs = played.finish(stream.below(1 << 31), [policy, policy])
        if not payoffs:
            return None
        decided += payoffs[0] != payoffs[1]
        found = [each for each in found if _order(played.counters(each)) == _order(payoffs)]
    return found[0] if found and decided >= DECIDED else None


def _order(numbers: Sequence[int]) -> int:
    return (numbers[0] > numbers[1]) - (numbers[0] < numbers[1])


def _counters(everyone: Population) -> list[str]:
    """The states that hold a number for each of two players."""
    if len(everyone.players) != 2:
        return []
    return [
        each.name
        for each in everyone.program.states
        if [type(place.type) for place in each.index] == [t.Player]
        and isinstance(each.type, t.Number)
        and each.start is not None
    ]
