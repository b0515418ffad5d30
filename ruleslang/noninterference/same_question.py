"""Whether two matches stand at the same question, whatever is hidden in them."""

from __future__ import annotations

from typing import Any

from ruleslang.match.match import Match
from ruleslang.match.values import UnderWay


def same_question(one: Match, other: Match) -> bool:
    """Whether the same player is asked the same question, with the same choices and chance."""
    return (
        one.decision is not None
        and other.decision is not None
        and one.decision.prompt == other.decision.prompt
        and _asked(one) == _asked(other)
        and one.chance.words() == other.chance.words()
    )


def _asked(match: Match) -> Any:
    decision = match.decision
    assert decision is not None
    return (
        decision.player,
        decision.name,
        [
            (
                choice.action,
                {k: v for k, v in choice.values.items() if not isinstance(v, UnderWay)},
            )
            for choice in decision.choices
        ],
    )
