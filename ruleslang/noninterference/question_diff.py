"""Whether a step and its perturbed copy lead to different questions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from ruleslang.match.match import Match
from ruleslang.noninterference.probe import Probe
from ruleslang.noninterference.watched_step import Asked

WHO_IS_ASKED = "it would be"  # so begins what is said when another is asked


def question_diff(
    match: Match, probe: Probe, mine: Sequence[Asked], theirs: Sequence[Asked], *, same_way: bool
) -> str | None:
    """How the question to the player, or to another player before, differs, in words.

    Empty when both stand at the same question; None when they differ because of what another player
    sees and may do.
    """
    for one, other in zip_longest(mine, theirs):
        if one is None or other is None:
            return None
        if one.who is not other.who:
            if same_way or _is_news(match, one, other, probe):
                return f"{WHO_IS_ASKED} {other.who.name} who is asked, not {one.who.name}"
            return None
        if one.really and other.really:
            return _offers_diff(one, other, probe)
        if one.really or other.really or one.offered != other.offered:
            return None
    return ""


def _is_news(match: Match, one: Asked, other: Asked, probe: Probe) -> bool:
    """Whether the player is asked in only one of the two, although no other player chose
    differently.
    """
    for asked, instead in ((one, other), (other, one)):
        if asked.who is probe.who and asked.really and instead.really:
            return not probe.is_known_to(match, instead.who)
    return False


def _offers_diff(one: Asked, other: Asked, probe: Probe) -> str:
    if one.who is not probe.who or one.part == other.part:
        return ""  # what is offered by one statement is another law's
    return f"he would be asked between {_listed(other)} instead of {_listed(one)}"


def _listed(asked: Asked) -> str:
    return ", ".join(f"`{name}`" for name in asked.names[:4])
