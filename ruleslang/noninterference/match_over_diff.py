"""Whether only one of a match and its perturbed copy is over, which every player sees.

How a match ends may depend on anything, since hands are shown then. But if it would have gone on
with other hidden cards, its end reveals what was never shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.match.match import Match
from ruleslang.noninterference.watched_step import Asked


def outcome_diff(one: Match, other: Match, mine: Sequence[Asked], theirs: Sequence[Asked]) -> str:
    """Says in words that only one of two matches is over.

    Empty when both or neither are, and when the players were asked different questions on the way.
    """
    if (one.decision is None) is (other.decision is None):
        return ""
    is_over = one.decision is None
    ended = one if is_over else other
    if ended.outcome is None or ended.outcome.capped:
        return ""
    before, after = (mine, theirs) if is_over else (theirs, mine)
    if len(before) >= len(after) or list(before) != list(after[: len(before)]):
        return ""
    return "the match would go on" if is_over else "the match would be over"
