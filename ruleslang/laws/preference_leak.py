"""
A player of the language goes by what he may see: put what is hidden otherwise, and he does alike.
"""

from __future__ import annotations

from ruleslang.bots.registry import make_bot
from ruleslang.law_harness.law import Breach, Law, Line, Subject
from ruleslang.law_harness.play_lines import along
from ruleslang.law_harness.shrink import in_matches
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.match.position import Rearrangement
from ruleslang.meaning.match import Match
from ruleslang.secrecy.hidden_arrangement import arranged, said
from ruleslang.secrecy.rearrange_hidden import hidden, smallest


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
    """What a player of the language would do otherwise; empty when he keeps to what he sees."""
    assert match.decision is not None
    m, decision = match.machine, match.decision
    unseen = hidden(m, decision.asked)
    if unseen.is_empty:
        return ""

    def chosen() -> str:
        bot = make_bot(name, subject.compiled, 0, decision.player)
        return decision.choices[bot.choose(match)].id

    def differs(arrangement: Rearrangement) -> bool:
        with arranged(m, arrangement):
            return chosen() != before

    before = chosen()
    for _ in range(subject.tries):
        arrangement = unseen.some(stream)
        if differs(arrangement):
            least = smallest(unseen, arrangement, differs)
            with arranged(m, least):
                after = chosen()
            return (
                f"`{name}`, asked `{decision.name}`, takes `{before}`; if {said(m, least)}, "
                f"which he cannot see, he would take `{after}`"
            )
    return ""


LAW = Law("preferring", "players of the language go by what they see", in_matches(check))
