"""Counts the sequences of decisions up to a depth (perft, as chess programs do)."""

from __future__ import annotations

from ruleslang.engine.match.interface import Match


def perft(match: Match, depth: int) -> int:
    """
    Return the number of sequences of `depth` decisions from the current position.

    Forced choices count as decisions; a match that ends earlier counts nothing. Chance follows the
    match's own stream. The match is not moved.
    """
    if depth == 0:
        return 1
    if match.waits_for is None:
        return 0
    return _counted(match, depth, match.counted - 1)


def _counted(match: Match, depth: int, before: int) -> int:
    """Count like `perft`; `before` is the number of decisions made before the first one counted."""
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
