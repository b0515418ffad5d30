"""
Carries out the requests of clients, and answers what a person asks about a match without moving it:
why something is legal, the position, an earlier position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from ruleslang.apps.table.reader_ids import FINISHED, BadRequest, Reader, seat_of
from ruleslang.apps.table.seated_match import SeatedMatch
from ruleslang.apps.table.shown_parts import view_of
from ruleslang.explanation.story.given_lines import given_lines
from ruleslang.explanation.story.open_view import open_view
from ruleslang.explanation.story.view_text import words_of
from ruleslang.explanation.why.explain_card import ChoosingNow, why_now

LONGEST_NAME = 200  # letters of the name of a zone or an action
ASKED_FOR = ("why", "position", "look", "rules", "record")


def answered(seated: SeatedMatch, reader: Reader, message: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a question of a client, for its tab alone; raises `BadRequest`."""
    match message.get("do"):
        case "why":
            return _why_answer(seated, reader, message)
        case "position":
            return {"type": "position", "text": _position(seated, reader)}
        case "look":
            return _looked(seated, message.get("at"))
        case "record":
            return {"type": "record", **_record(seated)}
        case "rules":
            files = [{"name": name, "text": text} for name, text in seated.rules]
            return {"type": "rules", "files": files}
    raise BadRequest("this request is not valid")


def _why_answer(seated: SeatedMatch, reader: Reader, message: Mapping[str, Any]) -> dict[str, Any]:
    """Return whether a card, or an action, can be chosen now, and why; only for who is asked."""
    seat = seat_of(reader)
    action, zone, nth = (message.get(key) for key in ("action", "zone", "nth"))
    about: dict[str, Any]
    try:
        if isinstance(action, str) and len(action) <= LONGEST_NAME:
            now, about = _why_now(seated, seat, action), {"action": action}
        elif isinstance(zone, str) and type(nth) is int and nth >= 0:
            now, about = _why_now(seated, seat, zone, nth), {"zone": zone, "nth": nth}
        else:
            raise ValueError
    except ValueError:
        raise BadRequest("ask about a card that you see, or about an action") from None
    reasons = [] if seated.is_over else [*now.explanation]
    return {"type": "why", **about, "may": now.may and not seated.is_over, "reasons": reasons}


def invitation(seated: SeatedMatch, reader: Reader) -> dict[str, Any] | None:
    """Return where a reader of a match that is over finds the one that its seats play next."""
    if not seated.again:
        return None
    seat = reader if reader is not None and reader != FINISHED else len(seated.match.seats)
    return {"type": "again", "link": seated.again[seat]}


def may_begin_again(seated: SeatedMatch, reader: Reader) -> None:
    """Raise `BadRequest` unless a reader may begin a new match with the same seats."""
    seat_of(reader)
    if not seated.is_over:
        raise BadRequest("the match is not over")


def _why_now(seated: SeatedMatch, seat: int, about: str, nth: int | None = None) -> ChoosingNow:
    seated.catch_up()
    asked, early = seated.asked_of(seat), seated.early.waiting(seated.match, seat)
    if asked is None or early is None:
        return seated.match.why(seat, about, nth)
    match = early.copy.engine
    now = why_now(match, seat, about, nth)
    words = evolve(words_of(match), own=match.population.players[seat].name)
    return evolve(now, explanation=tuple(words.text_of(reason.sentence) for reason in now.reasons))


def _position(seated: SeatedMatch, reader: Reader) -> str:
    """Return the position as lines for `--from`, as the reader sees it; complete after the end."""
    if seated.is_open:
        return given_lines(seated.match.engine, open_view(seated.match.engine))
    return seated.match.given(None if reader == FINISHED else reader)


def _looked(seated: SeatedMatch, at: object) -> dict[str, Any]:
    """Return the position of a finished match after a number of choices, with nothing hidden."""
    if not seated.is_open:
        raise BadRequest("the match is not over, so hidden things stay hidden")
    number = len(seated.match.choices)
    if type(at) is not int or not 0 <= at <= number:
        raise BadRequest(f"a match of {number} choices can be viewed after 0 to {number} of them")
    before = seated.match if at == number else seated.match.before(at)
    view = view_of(open_view(before.engine), before, FINISHED, is_open=True)
    return {"type": "past", "at": at, "of": number, "view": view, "chose": _chose(seated, at)}


def _record(seated: SeatedMatch) -> dict[str, str]:
    """Return a finished match as a line that `replay` reads; one that was given up, as a save."""
    if not seated.is_open:
        raise BadRequest("the match is not over, so hidden things stay hidden")
    names = [sitter or "person" for sitter in seated.sitters]
    name = seated.game.name
    if seated.match.is_over and seated.match.outcome is not None:
        return {"name": f"{name}.jsonl", "text": f"{seated.match.record(names)}\n"}
    return {"name": f"{name}.save", "text": f"{seated.match.to_json()}\n"}


def _chose(seated: SeatedMatch, at: int) -> str:
    """Return the last of the first `at` choices, in words."""
    if at == 0:
        return ""
    choice = seated.match.choices[at - 1]
    name = seated.match.seats[choice.player].replace("_", " ")
    return f"{name}: {seated.match.before(at - 1).parse(choice.choice).text}"


def done_by(seated: SeatedMatch, reader: Reader, message: Mapping[str, Any]) -> None:
    """Carry out the request of a client; raises `BadRequest`."""
    seat = seat_of(reader)
    match message.get("do"):
        case "choose":
            seated.choose(seat, message.get("ticket"), message.get("place"))
        case "undo":
            seated.undo(seat)
        case "agree":
            seated.answer_wish(seat, message.get("wish"), message.get("yes"))
        case "bot":
            seated.seat_bot(seat, message.get("bot"))
        case "stand in":
            seated.stand_in(message.get("seat"), message.get("bot"))
        case "name":
            seated.presence.rename(seat, message.get("name"))
        case "pass":
            seated.order(seat, message.get("until"))
        case "resign":
            seated.resign(seat)
        case _:
            raise BadRequest("this request is not valid")
