"""
An answer given in secret changes nothing for the others until all are given.

Whoever is asked after him in the same `together` sees the same, and is offered the same, whatever
he answers.
"""

from __future__ import annotations

from typing import Any

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
    """Let whoever is asked in secret give another answer, and look at who is asked next."""
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


def _next(match: Match, player: int, answer: int) -> tuple[Any, View] | None:
    """What another player is asked next in the same secret, and his view; None: nobody is."""
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
    """How many rounds of secret answers are over; where none is under way, one more."""
    told = sum(isinstance(event, DecidedTogether) for event in match.events)
    return told if match.together is not None else told + 1


def _compared(expected: tuple[Any, View] | None, found: tuple[Any, View] | None) -> str:
    """How the next of another is different; empty when it is not, or when nobody is asked."""
    if expected is None or found is None:
        return ""
    (asked, seen), (asked_now, seen_now) = expected, found
    if asked != asked_now:
        return f"who is asked after him would be asked {asked_now} instead of {asked}"
    told = difference(seen, seen_now)
    return f"who is asked after him would see it: {told}" if told else ""


LAW = Law(
    "answers", "a secret answer changes nothing for the others before its time", in_matches(check)
)
