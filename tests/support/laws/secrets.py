"""
Laws about secrets of which no text can break only one: undo, and players that a rulebook declares.

What may be taken back is decided by the engine, and such players read through the eyes of their
seat. A text that breaks these laws shows a secret, and breaks those of views and steps as well.
"""

from __future__ import annotations

from ruleslang.engine.match.chance import Stream, Streams, derive, stream_number
from ruleslang.engine.match.decision import View
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.position import Rearrangement
from ruleslang.evaluation.laws.law import Breach, Law, Line, Subject
from ruleslang.evaluation.laws.play_lines import along
from ruleslang.evaluation.laws.shrink import in_matches, revealing_change
from ruleslang.evaluation.laws.view_leaks import difference
from ruleslang.players.registry import make_bot
from ruleslang.players.secrecy.deal_again import teaches
from ruleslang.players.secrecy.rearrange_hidden import is_noticed, supposed
from ruleslang.players.secrecy.secret_bodies import has_secrets
from tests.support.laws.matches import sample

EXAMPLES = 20
POINTS = 6  # points of a line for each try


def check_undo_leak(subject: Subject, line: Line) -> Breach | None:
    """Check choices that may be taken back, at some decisions of a line."""
    if not has_secrets(subject.program) and not subject.program.dice:
        return None
    stream = Stream(derive(line.seed, stream_number("law undoing")))
    points = sample(len(line.picks), POINTS * subject.tries)
    for choices_made, match in along(subject, line):
        if choices_made in points and choices_made < len(line.picks) and match.decision is not None:
            index = line.picks[choices_made] % len(match.decision.choices)
            leak = _revealed_by_undo(subject, match, index, stream)
            if leak:
                return Breach(choices_made, leak)
    return None


def _revealed_by_undo(subject: Subject, match: Match, index: int, stream: Stream) -> str:
    """Return the information that a choice reveals if it may be taken back; otherwise empty."""
    assert match.decision is not None
    if teaches(match, index):
        return ""
    who = match.decision.asked
    usual = _view_after(match, index, Rearrangement(), None)
    name = f"{who.name} may take back `{match.decision.choices[index].id}`"

    def revealed_by(change: Rearrangement) -> str:
        if is_noticed(match, change, who):
            return ""
        return _difference(usual, _view_after(match, index, change, None))

    for attempt in range(subject.tries):
        learnt = _difference(usual, _view_after(match, index, Rearrangement(), attempt))
        if learnt:
            return f"{name}, though it showed a random result: {learnt}"
        least = revealing_change(match, who, 1, stream, revealed_by)
        if least is not None:
            supposing = supposed(match, least)
            return f"{name}, though it reveals something: if {supposing}, {revealed_by(least)}"
    return ""


def _view_after(match: Match, index: int, change: Rearrangement, seed: int | None) -> View:
    """Return the player's view after the choice; `seed` sets the chance that follows."""
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
    """Return how the player's view or question differs; empty when it does not."""
    seen = difference(usual, other)
    if seen:
        return f"they would see {seen}"
    if _question_in(usual) != _question_in(other):
        return "they would be asked something else"
    return ""


def _question_in(seen: View) -> object:
    if seen.decision is None:
        return None
    return seen.decision.name, seen.decision.prompt, [choice.id for choice in seen.decision.choices]


UNDO_LEAK = Law(
    "undo_leak",
    "choices that can be taken back reveal nothing",
    in_matches(check_undo_leak, EXAMPLES),
)


def check_preference_leak(subject: Subject, line: Line) -> Breach | None:
    """Check every player of the rulebook at every decision."""
    stream = Stream(derive(line.seed, stream_number("law preferring")))
    names = [chooser.name for chooser in subject.compiled.choosers]
    for choices_made, match in along(subject, line) if names else ():
        if match.decision is not None:
            for name in names:
                leak = _peeks(subject, match, name, stream)
                if leak:
                    return Breach(choices_made, leak)
    return None


def _peeks(subject: Subject, match: Match, name: str, stream: Stream) -> str:
    """Return a preference's choice with other hidden cards; empty: the choice is the same."""
    assert match.decision is not None
    decision = match.decision

    def chosen() -> str:
        bot = make_bot(name, subject.compiled, 0, decision.player)
        return decision.choices[bot.choose(match)].id

    def differs(change: Rearrangement) -> bool:
        with match.rearranged(change):
            return chosen() != before

    before = chosen()
    least = revealing_change(match, decision.asked, subject.tries, stream, differs)
    if least is None:
        return ""
    with match.rearranged(least):
        after = chosen()
    return (
        f"`{name}`, asked `{decision.name}`, takes `{before}`; "
        f"if {supposed(match, least)}, which they cannot see, they would take `{after}`"
    )


PREFERENCE_LEAK = Law(
    "preference_leak",
    "players of the language use only what they see",
    in_matches(check_preference_leak),
)
