"""A choice that may be taken back has told its player nothing.

At some decisions the law asks whether the choice may be taken back. If so, the choice is made in
copies with other hidden cards, states and dice, and in copies with other chance: the player has to
see the same and be asked the same in all of them. After an undo the match is the same as before the
choice, for every player.
"""

from __future__ import annotations

from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import along, some_of
from ruleslang.law_harness.shrink import in_matches
from ruleslang.laws.view_leak import difference
from ruleslang.match.chance import Stream, Streams, derive, stream_number
from ruleslang.match.match import Match
from ruleslang.match.position import Rearrangement
from ruleslang.match.view import View
from ruleslang.secrecy.choice_informs_chooser import teaches
from ruleslang.secrecy.hidden_declarations import has_secrets
from ruleslang.secrecy.rearrange_hidden import hidden, smallest
from ruleslang.secrecy.rearrangement_text import in_words

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
    """What a choice that may be taken back tells; empty when it tells nothing, or may not be taken
    back.
    """
    assert match.decision is not None
    if teaches(match, index):
        return ""
    who = match.decision.asked
    unseen = hidden(match, who)
    usual = _after(match, index, Rearrangement(), None)
    name = f"{who.name} may take back `{match.decision.choices[index].id}`"

    def tells(change: Rearrangement) -> str:
        return _difference(usual, _after(match, index, change, None))

    for attempt in range(subject.tries):
        told = _difference(usual, _after(match, index, Rearrangement(), attempt))
        if told:
            return f"{name}, though chance decided what it tells him: {told}"
        change = unseen.shuffled(stream)
        if tells(change):
            least = smallest(unseen, change, lambda each: bool(tells(each)))
            return f"{name}, though he learns by it: if {in_words(match, least)}, {tells(least)}"
    return ""


def _after(match: Match, index: int, change: Rearrangement, seed: int | None) -> View:
    """What the player sees after the choice; `seed` sets the chance that follows."""
    assert match.decision is not None
    seat = match.decision.player
    copy = match.copy(None if seed is None else Streams(seed))
    perturbation = copy.perturb(change)
    try:
        copy.choose(index)
        return copy.view(seat)
    finally:
        perturbation.end()


def _difference(usual: View, other: View) -> str:
    """How the player's view or question differs; empty when it does not."""
    seen = difference(usual, other)
    if seen:
        return f"he would see {seen}"
    if _asked(usual) != _asked(other):
        return "he would be asked something else"
    return ""


def _asked(seen: View) -> object:
    if seen.decision is None:
        return None
    return seen.decision.name, seen.decision.prompt, [each.id for each in seen.decision.choices]


LAW = Law(
    "undo_leak", "what a player may take back has told him nothing", in_matches(check, EXAMPLES)
)
