"""The preferences of a player written in the language depend only on what that player sees."""

from __future__ import annotations

from ruleslang.bots.registry import make_bot
from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import along
from ruleslang.law_harness.shrink import in_matches
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.match import Match
from ruleslang.match.position import Rearrangement
from ruleslang.secrecy.rearrange_hidden import hidden, smallest
from ruleslang.secrecy.rearrangement_text import in_words


def check(subject: Subject, line: Line) -> Breach | None:
    """Ask every player of the rulebook's text at every decision."""
    stream = Stream(derive(line.seed, stream_number("law preferring")))
    names = [chooser.name for chooser in subject.compiled.choosers]
    for made, match in along(subject.compiled, line) if names else ():
        if match.decision is not None:
            for name in names:
                found = _peeks(subject, match, name, stream)
                if found:
                    return Breach(made, found)
    return None


def _peeks(subject: Subject, match: Match, name: str, stream: Stream) -> str:
    """What a preference would choose with other hidden cards; empty when the choice is the same."""
    assert match.decision is not None
    decision = match.decision
    unseen = hidden(match, decision.asked)
    if unseen.is_empty:
        return ""

    def chosen() -> str:
        bot = make_bot(name, subject.compiled, 0, decision.player)
        return decision.choices[bot.choose(match)].id

    def differs(change: Rearrangement) -> bool:
        with match.rearranged(change):
            return chosen() != before

    before = chosen()
    for _ in range(subject.tries):
        change = unseen.shuffled(stream)
        if differs(change):
            least = smallest(unseen, change, differs)
            with match.rearranged(least):
                after = chosen()
            return (
                f"`{name}`, asked `{decision.name}`, takes `{before}`; "
                f"if {in_words(match, least)}, which he cannot see, he would take `{after}`"
            )
    return ""


LAW = Law("preference_leak", "players of the language go by what they see", in_matches(check))
