"""Parses and sets the standing orders to pass that a player types at the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.engine.match.runtime_values import enumerated
from ruleslang.explanation.story.standing_orders import EVENT, MOMENT, TURN, Order, Passing
from ruleslang.explanation.story.window_moments import Moment, Moments

UNTIL = "pass until "
AUTOMATIC = {"": EVENT, "turn": TURN}
_MODES = {
    EVENT: "you now pass automatically until something happens; `auto` ends it",
    TURN: "you now pass automatically on others' turns, until one of them chooses you; "
    "`auto` ends it",
    "": "you are now asked everywhere",
}


def toggle(passing: Passing, until: str) -> list[str]:
    """
    Turn automatic passing on or off: until something happens, or, in the turns of others, until
    another chooses this player for something. Returns the message to print.
    """
    if until not in AUTOMATIC:
        return [f"`auto {until}`: only `auto` and `auto turn` are known"]
    passing.always = "" if passing.always and not until else AUTOMATIC[until]
    return [_MODES[passing.always]]


def stop(passing: Passing, name: str, moments: Moments) -> list[str]:
    """Ask always at moments whose names begin with `name`; returns the settings to print."""
    matching = [moment for moment in moments.names if name and moment.startswith(name.lower())]
    for moment in matching:
        passing.stops.setdefault(moment)
    passing.skipped = {moment: None for moment in passing.skipped if moment.name not in matching}
    if name and not matching:
        return [f"no moment begins with `{name}`; choose from: {enumerated(moments.names)}"]
    always = f"until {passing.always}" if passing.always else "off"
    return [
        f"passing automatically: {always} (`auto`, `auto turn`)",
        f"always asked at: {enumerated(list(passing.stops)) or 'none'}",
        f"skipped: {enumerated(list(map(_moment_text, passing.skipped))) or 'none'}",
    ]


def _moment_text(moment: Moment) -> str:
    return f"{moment.name}, in {'your own turn' if moment.own else 'the turn of another player'}"


def order_of(answer: str, turns: int, names: Sequence[str]) -> Order | None:
    """Return the order in an answer such as `pass until my turn`; `None` if it is not one."""
    words = answer.lower()
    if words in ("pp", "pass until something happens"):
        return Order(EVENT)
    if words in ("pt", "pass until my turn"):
        return Order(TURN, turns)
    name = words.removeprefix(UNTIL)
    if name != words and name and any(moment.startswith(name) for moment in names):
        return Order(MOMENT, turns, name)
    return None


def not_passed(answer: str, names: Sequence[str]) -> str:
    """Return the message for an invalid order to pass; empty for any other answer."""
    if answer == "skip":
        return "only questions that a window repeats can be skipped"
    if not answer.lower().startswith("pass until"):
        return ""
    here = enumerated([*names, TURN, EVENT])
    return f"`{answer}`: until what? Choose from: {here}"
