"""Whole trees of matches: the value under best play, and under uniform play."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction

from ruleslang.engine.match.interface import Match
from tests.engine.classics.classics import payoffs

HIGHEST = 1  # no payoff in the games that are searched is higher


def after_each_choice(match: Match) -> Iterator[Match]:
    """A copy for each choice, in which it was made."""
    assert match.decision is not None
    for index in range(len(match.decision.choices)):
        twin = match.copy()
        twin.choose(index)
        yield twin


def value(
    match: Match,
    key: Callable[[Match], Hashable],
    known: dict[Hashable, int] | None = None,
    *,
    prune: bool = True,
) -> int:
    """
    What the player who decides has with best play of both, in a game for two without chance.

    Positions with one `key` are one position. Without `prune` every position gets into `known`.
    """
    known = {} if known is None else known
    position = key(match)
    if position not in known:
        assert match.decision is not None
        player, best = match.decision.player, -HIGHEST
        for twin in after_each_choice(match):
            if twin.decision is None:
                result = payoffs(twin)[player]
            else:
                result = value(twin, key, known, prune=prune)
                result = result if twin.decision.player == player else -result
            best = max(best, result)
            if prune and best == HIGHEST:
                break
        known[position] = best
    return known[position]


def expected(match: Match) -> Fraction:
    """What the first player may expect when every choice is as likely as the others."""
    if match.decision is None:
        return Fraction(payoffs(match)[0])
    results = [expected(twin) for twin in after_each_choice(match)]
    return sum(results, Fraction(0)) / len(results)
