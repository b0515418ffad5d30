"""
Whether a question that is not asked now still comes once other players have answered theirs.

When another player is asked first because of his own cards, nobody learns anything by that: the
question comes after his answer. A question that does not come at all, is news.
"""

from __future__ import annotations

from ruleslang.match.decision import Decision
from ruleslang.match.match import Match
from ruleslang.match.values import Player

MOST_ANSWERS = 12  # until the question comes


def is_asked_later(match: Match, who: Player, wanted: Decision) -> bool:
    """
    Go on with a match, in which all decline or take the first choice, until the question comes.

    True also when the rules could not go on.
    """
    for _ in range(MOST_ANSWERS):
        decision = match.decision
        if decision is None:
            return match.fault is not None
        if decision.asked is who and _question(decision) == _question(wanted):
            return True
        match.choose(_least(decision))
    return False


def _question(decision: Decision) -> tuple[str, str, str]:
    return decision.kind, decision.name, decision.prompt


def _least(decision: Decision) -> int:
    """The choice that tells least: to decline, if he can."""
    places = range(len(decision.choices))
    return next((place for place in places if decision.choices[place].declines), 0)
