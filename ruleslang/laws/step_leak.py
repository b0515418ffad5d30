"""
A step may tell a player hidden information only by `reveal` or by moving things where they are
seen.

The match is stepped together with copies that differ in something hidden from the player; as long
as the difference stays hidden, the player must see and be asked the same. How a match ends may
depend on anything.
"""

from __future__ import annotations

from functools import partial

from attrs import define

from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import begin
from ruleslang.law_harness.shrink import in_matches
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.match import Match
from ruleslang.match.observer import Observer
from ruleslang.noninterference.lockstep import Go, Lockstep
from ruleslang.secrecy.hidden_declarations import has_secrets

BEGINNINGS = 30  # for each try: there hands are dealt
FEWER_BEGINNINGS = 8  # in the position of an example
MOST_STEPS = 20  # there
MOST_EXAMPLES = 60
FREE_COPIES = 200  # choices that copying may make again, besides twice all of the match


def check(subject: Subject, line: Line) -> Breach | None:
    """Play a match in lockstep with copies; short matches several times."""
    if not has_secrets(subject.program):
        return None
    seed = derive(line.seed, stream_number("law telling"))
    times = range(line.times(subject.times))
    found = (_in_lockstep(subject, line, derive(seed, number)) for number in times)
    return next((breach for breach in found if breach is not None), None)


def _in_lockstep(subject: Subject, line: Line, seed: int) -> Breach | None:
    lockstep = Lockstep(subject)

    def start(observer: Observer) -> Match:
        return begin(subject.compiled, line, observers=[observer])

    in_example = line.example is not None
    beginnings = (FEWER_BEGINNINGS if in_example else BEGINNINGS) * subject.tries
    found = lockstep.run(start, [start] * beginnings, Stream(derive(seed, 0)))
    if found:
        return Breach(0, found)
    steps = line.picks[: MOST_STEPS if in_example else subject.longest]
    copies = _Copies(2 * len(steps) + FREE_COPIES)
    for made, place in enumerate(steps, 1):
        match = lockstep.match
        assert match is not None
        if match.decision is None:
            break
        index = place % len(match.decision.choices)
        beside = lockstep.beside(subject.tries, partial(copies.make, match))
        found = lockstep.run(
            _chooses(match, index),
            [_chooses(copy, index) for copy in beside],
            Stream(derive(seed, made)),
        )
        if found:
            return Breach(made, found)
    return None


@define(eq=False)
class _Copies:
    """Makes copies of a match within a budget: each copy costs as much as playing the match that
    far.
    """

    left: int

    def make(self, match: Match) -> Match | None:
        """A copy, or None when the budget is spent."""
        self.left -= len(match.chosen)
        return match.copy() if self.left >= 0 else None


def _chooses(match: Match, index: int) -> Go:
    def go(observer: Observer) -> Match:
        match.observe(observer)
        match.choose(index)
        return match

    return go


LAW = Law(
    "step_leak",
    "what is hidden becomes known only by being shown",
    in_matches(check, MOST_EXAMPLES),
)
