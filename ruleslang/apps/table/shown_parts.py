"""Parts of what a tab is shown of a match, as data: its question, and who is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleslang.api import Match, as_data
from ruleslang.apps.table.early_answers import EarlyAnswers, all_asked_together
from ruleslang.apps.table.reader_ids import FINISHED, Reader
from ruleslang.engine.match.decision import Decision, View
from ruleslang.engine.match.wording import worded, wording_of
from ruleslang.explanation.story.choice_parts import so_far
from ruleslang.explanation.story.shown_values import shown_values
from ruleslang.explanation.story.window_moments import Moments


def view_of(seen: View, match: Match, reader: Reader, is_open: bool) -> dict[str, Any]:
    """Return a view as data, with values and measures that looks show; all, in an open match."""
    played = match.engine
    who = None if reader in (None, FINISHED) else played.population.players[reader or 0]
    measures = match.game.compiled.measures
    values = shown_values(played, who, measures, is_open=is_open)
    view = {name: part for name, part in as_data(seen).items() if name != "decision"}
    return {**view, "values": values}


def question_of(
    asked: tuple[Match, Decision, str] | None, moments: Moments
) -> dict[str, Any] | None:
    """Return what a seat is asked: by this match, with this ticket; a window with its occasion."""
    if asked is None:
        return None
    match, decision, ticket = asked
    moment = moments.of(match.engine, decision)
    choices = zip(decision.choices, match.parts, strict=True)
    return {
        "kind": decision.kind,
        "prompt": decision.prompt,
        "moment": [] if moment is None else [*moment.words],
        "so_far": so_far(match.engine, decision),
        "ticket": ticket,
        "choices": [
            {"id": choice.id, "text": choice.text, "parts": [as_data(part) for part in parts]}
            for choice, parts in choices
        ],
    }


def waiting_for(match: Match, early: EarlyAnswers, *, is_over: bool) -> dict[str, Sequence[int]]:
    """
    Return who is asked, as far as everybody may know, and who has chosen of all that choose
    together.

    Nothing in a window, and where it is not the public turn of the player: who is asked then may be
    what is hidden.
    """
    decision = match.decision
    if is_over or decision is None or decision.kind == "window":
        return {"for": [], "chosen": []}
    seats = all_asked_together(match)
    if seats:
        ahead = [seat for seat, each in early.seats.items() if each.decision is None]
        chosen = {*seats[: seats.index(decision.player)], *ahead}
        return {
            "for": [seat for seat in seats if seat not in chosen],
            "chosen": [seat for seat in seats if seat in chosen],
        }
    is_public = match.engine.together is None and match.view(None).active == decision.player
    return {"for": [decision.player] if is_public else [], "chosen": []}


def over_of(match: Match, ended: str) -> dict[str, Any] | None:
    """Return how a match ended, by its rules or otherwise; `None` while it is under way."""
    if ended:
        return {"text": ended}
    if not match.is_over:
        return None
    outcome = match.outcome
    if outcome is None:
        wording = wording_of(match.game.program)
        return {"text": worded(wording, "The rules can't continue: the rulebook has an error.")}
    return {"text": match.story(None)[-1].text, **as_data(outcome)}
