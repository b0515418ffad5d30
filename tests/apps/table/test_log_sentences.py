"""The log of a table in plain language."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra `table` is not installed")

import ruleslang
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.log_sentences import plain
from ruleslang.apps.table.store import MemoryStore

SEATS = ("ann", "ben")


def did(what: str, label: str, *chosen: str) -> dict[str, Any]:
    return {"kind": "did", "what": what, "label": label, "chosen": chosen}


def moved(end: str, text: str = "") -> dict[str, Any]:
    return {"kind": "moved", "end": end, "text": text}


@pytest.mark.parametrize(
    ("text", "parts", "expected"),
    [
        (
            "ben: lay: Tower of Lamps → street · laid(ben) 0 → 1",
            [did("action", "lay", "tower"), moved("street")],
            "Ben lays Tower of Lamps · ben's laid 0 → 1",
        ),
        (
            "ben: lay: Opal → street",
            [did("action", "lay", "opal"), moved("street(ben)")],
            "Ben lays Opal",
        ),
        (
            "ben: card to play: Opal → taken(ann)",
            [did("choice", "card to play", "opal"), moved("taken(ann)")],
            "Ben plays Opal → your taken",
        ),
        ("ben: carry it on", [did("action", "carry it on")], "Ben carries it on"),
        (
            "ben: cast a spell: Bolt",
            [did("action", "cast a spell", "b")],
            "Ben casts a spell: Bolt",
        ),
        ("ben: Bolt: ann", [did("play", "Bolt", "ann")], "Ben plays Bolt: ann"),
        ("ben: card to buy: Opal", [did("choice", "card to buy", "opal")], "Ben buys Opal"),
        (
            "ben: cards to pass on: Opal, Ruby",
            [did("choice", "cards to pass on", "opal", "ruby")],
            "Ben passes on Opal, Ruby",
        ),
        (
            "ben: card to sell for a coin: Opal",
            [did("choice", "card to sell for a coin", "opal")],
            "Ben sells Opal for a coin",
        ),
        (
            "hand(ann): - Opal, + Ruby · hand(ben): 4 → 3 cards · field(ann): + Opal",
            [],
            "your field: + Opal · your hand: - Opal, + Ruby · ben's hand: 4 → 3 cards",
        ),
        ("ben: your bid: 3", [did("choice", "your bid", "3")], "Ben chooses 3 (your bid)"),
        ("ben: take it", [did("choice", "take it")], "Ben takes it"),
        (
            "ben: lay: Opal; suit to follow: hearts",
            [did("action", "lay", "opal"), did("choice", "suit to follow", "hearts")],
            "Ben lays Opal, and chooses hearts (suit to follow)",
        ),
        (
            "Wheat field: field(ben) → pile · coins(ann) 3 → 2",
            [moved("pile", "Wheat field: field(ben) → pile")],
            "Wheat field goes from ben's field to pile · your coins 3 → 2",
        ),
        (
            "Opal: hand(ann) → field(ann) · coins(ann) 3 → 2 · hand(ben): 4 → 3 cards · "
            "hand(ann): - Ruby · field(ben): + Penny",
            [moved("field(ann)", "Opal: hand(ann) → field(ann)")],
            "Opal goes from your hand to your field · ben's field: + Penny · your coins 3 → 2 · "
            "your hand: - Ruby · ben's hand: 4 → 3 cards",
        ),
        (
            "Penny ×4: hand(ann) → table(ann)",
            [moved("table(ann)", "Penny ×4: hand(ann) → table(ann)")],
            "Penny ×4 go from your hand to your table",
        ),
        (
            "2 cards: pile → heap",
            [moved("heap", "2 cards: pile → heap")],
            "2 cards go from pile to heap",
        ),
        ("worn(ann, left hand) + Opal", [], "your worn left hand + Opal"),
        (
            "hand(ann): 1 → 4 cards · heap: + Opal",
            [moved("hand(ann)", "hand(ann): 1 → 4 cards")],
            "heap: + Opal · your hand: 1 → 4 cards",
        ),
        # what begins with no verb, and what does not fit, stays as the story has it
        ("ben: a great leap", [did("action", "a great leap")], "ben: a great leap"),
        ("ben: red", [did("choice", "red")], "ben: red"),
        # nobody plays an event
        ("ben: Call for Help", [did("event", "Call for Help")], "ben: Call for Help"),
        ("hand(ben) + Opal", [], "ben's hand + Opal"),
    ],
)
def test_actions_are_logged_in_a_sentence(text: str, parts: list[Any], expected: str) -> None:
    by = 1 if text.startswith("ben: ") else None
    assert plain({"text": text, "parts": parts, "by": by}, SEATS, 0) == expected


def test_a_reader_sees_their_own_moves_in_the_log() -> None:
    entry = {"text": "ben: carry it on", "parts": [did("action", "carry it on")], "by": 1}
    assert plain(entry, SEATS, 1) == "You carry it on"


def log_of(name: str, lang: str = "") -> list[str]:
    lobby = Lobby({"game": ruleslang.load(name)}, MemoryStore(), "interpreter")
    seats, _ = lobby.make({"rulebook": "game", "seats": ["", ""], "lang": lang})
    for _ in range(3):
        assert seats.match.decision is not None
        seats.choose(seats.match.decision.player, seats.ticket, 0)
    return [entry["text"].split(" · ")[0] for entry in seats.story(1) if "by" in entry]


def test_a_page_is_sent_sentences() -> None:
    first, second, *_ = log_of("chess")
    assert first.startswith("White moves ") and " → " in first
    assert second.startswith("You move ")
