"""
What a player may take back has told him nothing.

At some decisions the choice that is made is asked about first: may it be taken back? If so, it is
made in copies in which what is hidden from him is put otherwise, and which go on by other chance.
He has to see the same in all, and to be asked the same. A match in which something was taken back
stands where it stood before, for everybody.
"""

from __future__ import annotations

from typing import Any

from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import along, some_of
from ruleslang.law_harness.shrink import in_matches
from ruleslang.laws.view_leak import difference
from ruleslang.match.chance import Stream, Streams, derive, stream_number
from ruleslang.match.position import Rearrangement
from ruleslang.match.view import View
from ruleslang.meaning.match import Match
from ruleslang.meaning.view import view
from ruleslang.secrecy import hidden_arrangement as put
from ruleslang.secrecy.choice_teaches import teaches
from ruleslang.secrecy.hidden_arrangement import arranged
from ruleslang.secrecy.hidden_declarations import has_secrets
from ruleslang.secrecy.rearrange_hidden import hidden, smallest

EXAMPLES = 20
POINTS = 6  # of a line, for each try


def check(subject: Subject, line: Line) -> Breach | None:
    """Take back what may be taken back, at some decisions of a line."""
    if not has_secrets(subject.program) and not subject.program.dice:
        return None
    stream = Stream(derive(line.seed, stream_number("law undoing")))
    points = some_of(len(line.picks), POINTS * subject.tries)
    for made, match in along(subject.compiled, line):
        if made in points and made < len(line.picks) and match.decision is not None:
            index = line.picks[made] % len(match.decision.choices)
            found = _told(subject, match, index, stream)
            if found:
                return Breach(made, found)
    return None


def _told(subject: Subject, match: Match, index: int, stream: Stream) -> str:
    """What a choice tells that may be taken back; empty when it tells nothing, or may not be."""
    assert match.decision is not None
    if teaches(match, index):
        return ""
    m = match.machine
    seat = match.decision.player
    unseen = hidden(m, m.tables.players[seat])
    usual = _after(match, index, Rearrangement(), None)
    name = f"{m.tables.players[seat].name} may take back `{match.decision.choices[index].id}`"

    def tells(arrangement: Rearrangement) -> str:
        return _difference(usual, _after(match, index, arrangement, None))

    for attempt in range(subject.tries):
        told = _difference(usual, _after(match, index, Rearrangement(), attempt))
        if told:
            return f"{name}, though chance decided what it tells him: {told}"
        arrangement = unseen.some(stream)
        if tells(arrangement):
            least = smallest(unseen, arrangement, lambda each: bool(tells(each)))
            return f"{name}, though he learns by it: if {put.said(m, least)}, {tells(least)}"
    return ""


def _after(match: Match, index: int, arrangement: Rearrangement, seed: int | None) -> View:
    """What the player sees after his choice; of a seed, with its chance."""
    assert match.decision is not None
    seat = match.decision.player
    twin = match.copy(None if seed is None else Streams(seed))
    with arranged(twin.machine, arrangement):
        twin.choose(index)
        return view(twin, seat)


def _difference(usual: View, other: View) -> str:
    """What he would see, or be asked, otherwise; empty when it is the same."""
    seen = difference(usual, other)
    if seen:
        return f"he would see {seen}"
    if _asked(usual) != _asked(other):
        return "he would be asked otherwise"
    return ""


def _asked(seen: View) -> Any:
    if seen.decision is None:
        return None
    return seen.decision.name, seen.decision.prompt, [each.id for each in seen.decision.choices]


LAW = Law(
    "undoing", "what a player may take back has told him nothing", in_matches(check, EXAMPLES)
)
