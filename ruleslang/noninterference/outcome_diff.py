"""
Whether a match is over: everybody sees that.

How it ends may depend on anything, for then hands are shown. But where it would have gone on, were
what is hidden otherwise, its end tells of what was never shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.meaning.match import Match
from ruleslang.noninterference.watched_step import Asked


def over_otherwise(one: Match, other: Match, mine: Sequence[Asked], theirs: Sequence[Asked]) -> str:
    """
    That the match is over in one case only; empty when it is over in both or in none, or when
    somebody was asked otherwise on the way.
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
