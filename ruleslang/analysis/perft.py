"""How many ways there are to play so many decisions, which other programs count too (perft)."""

from __future__ import annotations

from ruleslang.match.match import Match


def perft(match: Match, depth: int) -> int:
    """
    How many sequences of so many decisions there are from where a match stands.

    Forced choices, which nobody is asked, count as decisions; a match that is over before counts
    nothing. Chance goes as it will in this match. The match is not moved.
    """
    if depth == 0:
        return 1
    if match.waits_for is None:
        return 0
    return _counted(match, depth, match.counted - 1)


def _counted(match: Match, depth: int, before: int) -> int:
    """`before` is how many had been counted before the first decision."""
    waits, counted = match.waits_for, match.counted - before
    if waits is None:
        return int(counted >= depth)
    if counted > depth:
        return 1
    if counted == depth:
        return waits[1]
    total = 0
    for place in range(waits[1]):
        ahead = match.copy()
        ahead.choose(place)
        total += _counted(ahead, depth, before)
    return total
