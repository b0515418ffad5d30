"""A secret answer changes nothing for the other players until all answers are given.

Players asked later in the same `together` see the same and are offered the same, whatever was
answered.
"""

from __future__ import annotations

from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import along
from ruleslang.law_harness.shrink import in_matches
from ruleslang.laws.view_leak import difference
from ruleslang.match.decision import DecidedTogether
from ruleslang.match.match import Match
from ruleslang.match.view import View

MOST_ANSWERS = 2  # of a player, that are tried beside his own
MOST_STEPS = 50  # of his run, before another is asked
MOST_SECRETS = 2  # of one match, that are looked into


def check(subject: Subject, line: Line) -> Breach | None:
    """Change a secret answer, and compare what the next players are asked."""
    looked = 0
    for made, match in along(subject.compiled, line):
        decision = match.decision
        if decision is None or match.together is None or made >= len(line.picks):
            continue
        looked += 1
        if looked > MOST_SECRETS * subject.tries:
            return None
        own = line.picks[made] % len(decision.choices)
        expected = _next(match, decision.player, own)
        for further in range(1, min(MOST_ANSWERS + 1, len(decision.choices))):
            other = (own + further) % len(decision.choices)
            found = _compared(expected, _next(match, decision.player, other))
            if found:
                answer = decision.choices[other].id
                return Breach(made, f"if {decision.asked.name} answered `{answer}`, {found}")
    return None


def _next(match: Match, player: int, answer: int) -> tuple[object, View] | None:
    """The next question to another player in the same `together`, and that player's view; None when
    nobody is asked.
    """
    copy = match.copy()
    over = _secrets_told(copy)
    copy.choose(answer)
    for _ in range(MOST_STEPS):
        decision = copy.decision
        if decision is None or _secrets_told(copy) != over:
            return None
        if decision.player != player:
            asked = (
                decision.player,
                decision.kind,
                decision.name,
                decision.prompt,
                tuple((each.id, each.text) for each in decision.choices),
            )
            return asked, copy.view(decision.player)
        copy.choose(0)
    return None


def _secrets_told(match: Match) -> int:
    """The number of rounds of secret answers that are over, plus one when none is under way."""
    told = sum(isinstance(event, DecidedTogether) for event in match.events)
    return told if match.together is not None else told + 1


def _compared(expected: tuple[object, View] | None, found: tuple[object, View] | None) -> str:
    """How the next player's question differs; empty when it does not, or when nobody is asked."""
    if expected is None or found is None:
        return ""
    (asked, seen), (asked_now, seen_now) = expected, found
    if asked != asked_now:
        return f"who is asked after him would be asked {asked_now} instead of {asked}"
    told = difference(seen, seen_now)
    return f"who is asked after him would see it: {told}" if told else ""


LAW = Law(
    "simultaneous_leak",
    "a secret answer changes nothing for the others before its time",
    in_matches(check),
)
