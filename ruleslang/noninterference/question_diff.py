"""Whether a step and its perturbed copy lead to different questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from ruleslang.match.decision import Decision
from ruleslang.match.match import Match
from ruleslang.noninterference.perturbation_point import Probe
from ruleslang.noninterference.question_asked_later import is_asked_later
from ruleslang.noninterference.watched_step import Asked

MOST_NAMED = 4  # choices of a question
WHO_IS_ASKED = "it would be"  # so begins what is said when another is asked

AskedLater = Callable[[Decision], bool]


def question_diff(
    match: Match,
    probe: Probe,
    mine: Sequence[Asked],
    theirs: Sequence[Asked],
    *,
    copy: Decision | None,
    later: AskedLater,
    same_way: bool,
) -> str | None:
    """
    Describes how the questions after a step and its copy differ.

    Empty when they are the same; None when the comparison stops because they differ for reasons
    that another player can see. `copy` is the question of the copy; `later` says whether the player
    will be asked a question there all the same.
    """
    for one, other in zip_longest(mine, theirs):
        if one is None or other is None:
            return None
        if one.who is not other.who:
            if same_way or _is_news(match, one, other, probe, copy, later):
                here, there = _put(match.decision, one), _put(copy, other)
                return (
                    f"{WHO_IS_ASKED} {other.who.name} who is asked {there}, "
                    f"not {one.who.name}, who is asked {here}"
                )
            return None
        if one.really and other.really:
            return _offers_diff(one, other, probe, match.decision, copy)
        if one.really or other.really or one.offered != other.offered:
            return None
    return ""


def _is_news(
    match: Match,
    one: Asked,
    other: Asked,
    probe: Probe,
    copy: Decision | None,
    later: AskedLater,
) -> bool:
    """
    Whether the player is asked in only one of the two, although no other player chose differently.

    Who is asked instead may be asked because of his own cards; then it is news only if the
    player is not asked after him either.
    """
    if not (one.really and other.really):
        return False
    if one.who is probe.who:
        if not probe.is_known_to(match, other.who):
            return True
        return match.decision is not None and not later(match.decision)
    if other.who is probe.who:
        if not probe.is_known_to(match, one.who):
            return True
        return copy is not None and not is_asked_later(match.copy(), probe.who, copy)
    return False


def _offers_diff(
    one: Asked, other: Asked, probe: Probe, here: Decision | None, there: Decision | None
) -> str:
    if one.who is not probe.who or one.part == other.part:
        return ""  # what is offered by one statement is another law's
    return f"he would be asked {_put(there, other)} instead of {_put(here, one)}"


def _put(decision: Decision | None, asked: Asked) -> str:
    """A question in words: what is asked, and what may be chosen."""
    if decision is None or decision.asked is not asked.who:
        return f"between {', '.join(f'`{name}`' for name in asked.names[:MOST_NAMED])}"
    offered = [each.id for each in decision.choices]
    more = ", …" if len(offered) > MOST_NAMED else ""
    return f'"{decision.prompt}" ({", ".join(offered[:MOST_NAMED])}{more})'
