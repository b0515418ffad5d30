"""Laws about what a player is shown: views and steps reveal no secret."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import islice

from attrs import define, fields

from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.decision import View
from ruleslang.engine.match.interface import Match, Observer
from ruleslang.engine.match.position import Rearrangement
from ruleslang.engine.match.runtime_values import Player
from ruleslang.evaluation.laws.law import Breach, Law, Line, Subject
from ruleslang.evaluation.laws.noninterference.announcements import differing, in_words
from ruleslang.evaluation.laws.noninterference.run_perturbed_copies import Go, Lockstep
from ruleslang.evaluation.laws.play_lines import along, begin
from ruleslang.evaluation.laws.shrink import in_matches, of_secrets, revealing_change
from ruleslang.players.secrecy.rearrange_hidden import is_noticed, supposed
from ruleslang.players.secrecy.secret_bodies import has_secrets


def check_view_leak(subject: Subject, line: Line) -> Breach | None:
    """Check every player's view at every decision."""
    stream = Stream(derive(line.seed, stream_number("law seeing")))
    for choices_made, match in along(subject, line):
        for who in match.population.players:
            leak = _leak(subject, match, who, stream)
            if leak:
                return Breach(choices_made, leak)
    return None


def _leak(subject: Subject, match: Match, who: Player, stream: Stream) -> str:
    """Return how a view depends on what is hidden; empty when it does not."""
    before = match.view(who.order)

    def differs(change: Rearrangement) -> str:
        if is_noticed(match, change, who):
            return ""
        with match.rearranged(change):
            return difference(before, match.view(who.order))

    least = revealing_change(match, who, subject.tries, stream, differs)
    if least is None:
        return ""
    return f"if {supposed(match, least)}, {who.name} would see it: {differs(least)}"


def difference(mine_view: View, other: View) -> str:
    """Return where two views differ, in words; empty when they do not."""
    for field in fields(View):
        mine, theirs = getattr(mine_view, field.name), getattr(other, field.name)
        if field.name == "decision" or mine == theirs:
            continue
        if isinstance(mine, Mapping):
            names = islice(differing(mine, theirs).items(), 3)
            return "; ".join(f"{name}: {words}" for name, words in names)
        return f"{field.name}: {in_words(theirs)} instead of {in_words(mine)}"
    return ""


VIEW_LEAK = Law(
    "view_leak",
    "situations that a player can't distinguish look the same",
    of_secrets(check_view_leak),
)


BEGINNINGS = 30  # for each try: there hands are dealt
FEWER_BEGINNINGS = 8  # in the position of an example
MOST_STEPS = 20  # there
MOST_EXAMPLES = 60
FREE_COPIES = 200  # choices that copying may make again, besides twice all of the match


def check_step_leak(subject: Subject, line: Line) -> Breach | None:
    """Play a match in lockstep with copies; short matches several times."""
    if not has_secrets(subject.program):
        return None
    seed = derive(line.seed, stream_number("law telling"))
    times = range(line.times(subject.times))
    breaches = (_in_lockstep(subject, line, derive(seed, number)) for number in times)
    return next((breach for breach in breaches if breach is not None), None)


def _in_lockstep(subject: Subject, line: Line, seed: int) -> Breach | None:
    lockstep = Lockstep(subject)

    def start(observer: Observer) -> Match:
        return begin(subject, line, observers=[observer])

    in_example = line.example is not None
    beginnings = (FEWER_BEGINNINGS if in_example else BEGINNINGS) * subject.tries
    difference = lockstep.run(start, [start] * beginnings, Stream(derive(seed, 0)))
    if difference:
        return Breach(0, difference)
    steps = line.picks[: MOST_STEPS if in_example else subject.longest]
    copies = _Copies(2 * len(steps) + FREE_COPIES)
    for step, place in enumerate(steps, 1):
        match = lockstep.match
        assert match is not None
        if match.decision is None:
            break
        index = place % len(match.decision.choices)
        beside = lockstep.beside(subject.tries, partial(copies.make, match))
        difference = lockstep.run(
            _chooses(match, index),
            [_chooses(copy, index) for copy in beside],
            Stream(derive(seed, step)),
        )
        if difference:
            return Breach(step, difference)
    return None


@define(eq=False)
class _Copies:
    """Makes copies within a budget; each costs as much as playing the match that far."""

    left: int

    def make(self, match: Match) -> Match | None:
        """Return a copy, or None when the budget is spent."""
        self.left -= len(match.chosen)
        return match.copy() if self.left >= 0 else None


def _chooses(match: Match, index: int) -> Go:
    def go(observer: Observer) -> Match:
        match.observe(observer)
        match.choose(index)
        return match

    return go


STEP_LEAK = Law(
    "step_leak",
    "hidden information becomes known only by being shown",
    in_matches(check_step_leak, MOST_EXAMPLES),
)
