"""A player's view does not depend on what is hidden from that player.

At every decision and at the end, what is hidden is rearranged, and the view has to stay the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import fields

from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import along
from ruleslang.law_harness.shrink import in_matches
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.match import Match
from ruleslang.match.position import Rearrangement
from ruleslang.match.values import Player
from ruleslang.match.view import View
from ruleslang.noninterference.view_diff import in_words
from ruleslang.secrecy import rearrangement_text
from ruleslang.secrecy.rearrange_hidden import hidden, smallest


def check(subject: Subject, line: Line) -> Breach | None:
    """Every player's view, at every decision."""
    stream = Stream(derive(line.seed, stream_number("law seeing")))
    for made, match in along(subject.compiled, line):
        for who in match.population.players:
            found = _leak(subject, match, who, stream)
            if found:
                return Breach(made, found)
    return None


def _leak(subject: Subject, match: Match, who: Player, stream: Stream) -> str:
    """How a view depends on what is hidden; empty when it does not."""
    unseen = hidden(match, who)
    if unseen.is_empty:
        return ""
    before = match.view(who.order)

    def differs(change: Rearrangement) -> str:
        with match.rearranged(change):
            return difference(before, match.view(who.order))

    for _ in range(subject.tries):
        change = unseen.shuffled(stream)
        if differs(change):
            least = smallest(unseen, change, lambda each: bool(differs(each)))
            told = rearrangement_text.in_words(match, least)
            return f"if {told}, {who.name} would see it: {differs(least)}"
    return ""


def difference(one: View, other: View) -> str:
    """Where two views differ, in words; empty when they do not."""
    for field in fields(View):
        mine, theirs = getattr(one, field.name), getattr(other, field.name)
        if field.name == "decision" or mine == theirs:
            continue
        if isinstance(mine, Mapping):
            return _in_mapping(mine, theirs)
        return f"{field.name}: {in_words(theirs)} instead of {in_words(mine)}"
    return ""


def _in_mapping(mine: Mapping[str, object], theirs: Mapping[str, object]) -> str:
    names = [name for name in {**mine, **theirs} if mine.get(name) != theirs.get(name)]
    return "; ".join(
        f"{name}: {in_words(theirs.get(name))} instead of {in_words(mine.get(name))}"
        for name in names[:3]
    )


LAW = Law("view_leak", "what a player cannot tell apart looks the same to him", in_matches(check))
