"""What is asked at a table without moving the match: why, where it stands, how it stood; talk."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ruleslang
from ruleslang.apps.table.client_requests import answered
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.reader_ids import FINISHED, BadRequest
from ruleslang.apps.table.seated_match import SeatedMatch
from ruleslang.apps.table.sqlite_store import SqliteStore
from ruleslang.apps.table.store import MemoryStore
from ruleslang.apps.table.tables_and_tabs import Hall, Tab
from tests.apps.table.conftest import Served, unread
from tests.apps.table.test_table import first


def seated(name: str, seats: list[str], **more: Any) -> tuple[SeatedMatch, list[str]]:
    """A match at a table."""
    games = {name: ruleslang.load(name)}

    def positioned(name: str, lines: str) -> ruleslang.Game:
        return ruleslang.load(name, position=lines)

    lobby = Lobby(games, MemoryStore(), "interpreter", positioned=positioned)
    return lobby.make({"rulebook": name, "seats": seats, **more})


def test_the_log_of_a_table_begins_with_the_rolls_before_the_first_question() -> None:
    seats, _ = seated("backgammon", ["", ""])

    for reader in (0, 1, None):
        texts = [entry["text"] for entry in seats.story(reader)]
        assert "rolled d6: " in texts[0]
        assert len(texts) == len(set(texts))


def place_in_hand(seats: SeatedMatch, seat: int, may: bool) -> tuple[str, int]:
    """A card of a hand of hearts that can be chosen, or not."""
    hand = seats.match.view(seat).zones[zone := f"hand({seats.match.seats[seat]})"].cards
    decision = seats.match.decision
    assert decision is not None
    offered = {part.name for parts in seats.match.parts for part in parts}
    return zone, next(n for n, card in enumerate(hand) if (card in offered) is may)


def at_a_trick(name: str = "hearts") -> tuple[SeatedMatch, int]:
    """A table at which a seat holds cards that it may play, and others."""
    seats, _ = seated(name, [""] * 4)
    for _ in range(60):
        decision = seats.match.decision
        assert decision is not None
        hand = seats.match.view(decision.player).zones[
            f"hand({seats.match.seats[decision.player]})"
        ]
        if decision.kind == "choose" and 0 < len(decision.choices) < len(hand.cards):
            return seats, decision.player
        seats.choose(decision.player, seats.ticket, 0)
    raise AssertionError("nobody ever had to follow suit")


def test_a_card_shows_why_it_can_or_cannot_be_chosen() -> None:
    seats, player = at_a_trick()
    zone, nth = place_in_hand(seats, player, may=True)
    yes = answered(seats, player, {"do": "why", "zone": zone, "nth": nth})
    zone, nth = place_in_hand(seats, player, may=False)
    no = answered(seats, player, {"do": "why", "zone": zone, "nth": nth})

    assert yes["may"] is True and yes["reasons"]
    assert no["may"] is False and no["reasons"] and not any("`" in text for text in no["reasons"])


def test_others_learn_nothing_about_the_moment() -> None:
    seats, player = at_a_trick()
    other = (player + 1) % 4
    own = f"hand({seats.match.seats[other]})"
    said = answered(seats, other, {"do": "why", "zone": own, "nth": 0})

    assert said["reasons"] == ["you are not asked now"]


def test_an_action_shows_why_it_cannot_be_done() -> None:
    seats, _ = seated("nim", ["", ""])
    ask = {"do": "why", "action": "take_matches"}

    assert answered(seats, 0, ask)["may"] is True
    assert answered(seats, 1, ask)["reasons"] == ["you are not asked now"]


def test_an_action_that_reads_an_unset_state_cannot_be_judged() -> None:
    seats, _ = seated("super_team", ["", "automatic"])
    for action in seats.match.engine.population.actions:
        assert answered(seats, 0, {"do": "why", "action": action})["reasons"]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"zone": "hand(east)", "nth": 0},
        {"zone": "hand(north)", "nth": -1},
        {"zone": "hand(north)", "nth": 10**9},
        {"zone": "hand(north)", "nth": True},
        {"zone": ["hand"], "nth": 0},
        {"zone": "nowhere", "nth": 0},
        {"action": "nothing"},
        {"action": "x" * 3000},
    ],
)
def test_a_question_about_what_is_not_seen_is_refused(asked: dict[str, Any]) -> None:
    seats, _ = seated("hearts", [""] * 4)

    with pytest.raises(BadRequest, match="that you see"):
        answered(seats, seats.match.seats.index("north"), {"do": "why", **asked})


def test_spectators_ask_nothing_and_nobody_looks_back_before_the_end() -> None:
    seats, _ = seated("hearts", [""] * 4)
    for reader in (None, FINISHED):
        with pytest.raises(BadRequest, match="only watch"):
            answered(seats, reader, {"do": "why", "zone": "hand(north)", "nth": 0})
    for reader in (0, None):
        with pytest.raises(BadRequest, match="stay hidden"):
            answered(seats, reader, {"do": "look", "at": 0})
    with pytest.raises(BadRequest, match="when it is over"):
        seats.declared(FINISHED)


def test_a_position_is_copied_as_the_seat_sees_it_and_whole_when_all_is_over() -> None:
    seats, _ = seated("hearts", [""] * 4)
    hands = [f"given hand({name})" for name in seats.match.seats]
    mine = answered(seats, 0, {"do": "position"})["text"]
    assert [hand in mine for hand in hands] == [True, False, False, False]
    assert not any(hand in answered(seats, None, {"do": "position"})["text"] for hand in hands)

    seats.resign(2)
    assert all(hand in answered(seats, None, {"do": "position"})["text"] for hand in hands)


def test_a_match_begins_in_a_position_that_was_copied() -> None:
    seats, _ = seated("nim", ["", ""])
    seats.choose(0, seats.ticket, 5)
    lines = answered(seats, 0, {"do": "position"})["text"]
    again, _ = seated("nim", ["", ""], position=f"{lines}when play_on\n")

    assert again.match.view(None).states == seats.match.view(None).states
    for wrong in ("given nonsense is 3", "nonsense", 7, "given x" * 9000):
        with pytest.raises(BadRequest):
            seated("nim", ["", ""], position=wrong)


def test_a_match_that_is_over_is_looked_at_from_its_beginning() -> None:
    seats, tokens = seated("crazy_eights", ["", ""])
    for _ in range(6):
        decision = seats.match.decision
        assert decision is not None
        seats.choose(decision.player, seats.ticket, 0)
    seats.resign(0)
    assert seats.reader_of(tokens[-1]) == FINISHED
    assert seats.declared(FINISHED)["seat"] is None
    hands = [name for name in seats.shown(FINISHED)["view"]["zones"] if name.startswith("hand")]
    then = answered(seats, None, {"do": "look", "at": 2})

    assert (then["at"], then["of"]) == (2, 6)
    assert then["chose"].startswith("p2: ") or then["chose"].startswith("p1: ")
    assert all(None not in then["view"]["zones"][hand]["cards"] for hand in hands)
    for wrong in (-1, 7, "1", True, None):
        with pytest.raises(BadRequest, match="0 to 6"):
            answered(seats, None, {"do": "look", "at": wrong})


def test_persons_talk_only_where_it_was_agreed(served: Served) -> None:
    x, o, public = map(served.sit, served.make("tic_tac_toe", ["", ""], chat=True)[:3])
    for client in (x, o, public):
        first(client)
    x.say(do="say", text="  well \n\x1b\u202e played\ud800 <b>")
    for client in (x, o, public):
        received = client.until(lambda message: message["type"] == "chat")
        assert received == {"type": "chat", "by": 0, "text": "well played <b>"}
    public.say(do="say", text="hear me")
    o.say(do="say", text="x" * 400)
    assert "only watch" in public.until(lambda m: m["type"] == "refused")["text"]
    assert "300 characters" in o.until(lambda m: m["type"] == "refused")["text"]

    silent = first(served.sit(served.make("tic_tac_toe", ["", ""])[0]))
    silent.say(do="say", text="hello")
    assert "chat is off" in silent.until(lambda m: m["type"] == "refused")["text"]


def test_undone_events_are_sent_again_only_to_pages_that_showed_them() -> None:
    """Whoever chooses in secret and takes it back does not make other pages draw all anew."""
    seats, _ = seated("sealed_bids", ["", ""])
    hall = Hall(Lobby({}, MemoryStore()))
    tabs = [Tab(None, seat) for seat in range(2)]  # type: ignore[arg-type]
    hall.tabs[seats.kept.id] = tabs
    asyncio.run(hall.show(seats))
    seats.choose(0, seats.ticket, 0)
    asyncio.run(hall.show(seats))
    seats.undo(0)
    for seat in range(2):
        if seats.wish is not None:
            seats.answer_wish(seat, seats.wish.id, True)
    assert len(seats.match.choices) == 0
    asyncio.run(hall.show(seats))

    first_one, *frames = [json.loads(frame) for frame in unread(tabs[1])]
    assert first_one["afresh"]
    assert [frame["afresh"] for frame in frames].count(True) == 0


def changed(text: str) -> ruleslang.Game:
    return ruleslang.load_text(text, name="takes.rules")


TAKES = """rulebook takes "Takes"
    language 1
    players 2: ann, bob
    starts with game

state left: 0..20 = 12

phase game
    take turns p among players
        p must do take, if impossible nothing_left(p)

action take "take" by p choosing n "how many" from 1..3
    only if left > 0
    set left to larger(0, left - n)

procedure nothing_left(p: player)
    p wins
"""


def test_a_match_with_a_changed_text_can_still_be_viewed(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    games = {"takes": changed(TAKES)}
    store = SqliteStore(path)
    seats, tokens = Lobby(games, store, "interpreter").make(
        {"rulebook": "takes", "seats": ["", ""]}
    )
    for place in (0, 1, 2):
        decision = seats.match.decision
        assert decision is not None
        seats.choose(decision.player, seats.ticket, place)

    longer = {"takes": changed(TAKES.replace("from 1..3", "from 1..4"))}
    again = Lobby(longer, store, "interpreter").find(tokens[0])
    assert again is not None and not again.is_over
    assert again.match.view(0).states["left"] == 6

    shorter = {"takes": changed(TAKES.replace("from 1..3", "from 1..2"))}
    kept = Lobby(shorter, store, "interpreter").find(tokens[0])
    assert kept is not None and kept.is_over
    assert "after 2 of 3 choices" in kept.shown(0)["over"]["text"]
    assert kept.match.view(0).states["left"] == 9
    with pytest.raises(BadRequest, match="stay hidden"):
        answered(kept, 0, {"do": "look", "at": 0})

    back = Lobby(games, store, "interpreter").find(tokens[0])
    assert back is not None and not back.is_over and len(back.match.choices) == 3


def test_a_match_is_exported_when_it_is_over_and_replayed(tmp_path: Path) -> None:
    """As a record; one that was given up as a save, which goes on."""
    seats, _ = seated("kuhn_poker", ["", ""])
    with pytest.raises(BadRequest, match="stay hidden"):
        answered(seats, 0, {"do": "record"})
    while not seats.is_over:
        decision = seats.match.decision
        assert decision is not None
        seats.choose(decision.player, seats.ticket, 0)
    for reader in (0, None, FINISHED):
        record = answered(seats, reader, {"do": "record"})
        assert record["name"] == "kuhn_poker.jsonl"
    (tmp_path / record["name"]).write_text(record["text"], encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "ruleslang", "replay", record["name"]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr

    given_up, _ = seated("kuhn_poker", ["", ""])
    given_up.resign(0)
    save = answered(given_up, 1, {"do": "record"})["text"]
    assert ruleslang.load("kuhn_poker").resume(save.strip()).decision is not None


def test_the_rules_play_the_last_seats_where_a_rulebook_allows_it() -> None:
    seats, _ = seated("super_team", ["", "automatic"])
    assert seats.match.start.automatic == 1
    assert seats.shown(0)["sitters"] == ["person", "bot"]
    for refused in (seats.resign, lambda seat: seats.seat_bot(seat, "")):
        with pytest.raises(BadRequest, match="the rules play"):
            refused(1)

    for wrong in (["automatic", ""], ["automatic", "automatic"]):
        with pytest.raises(BadRequest, match="the rules play 0 to 1 seats"):
            seated("super_team", wrong)
    with pytest.raises(BadRequest, match="the rules play 0 to 0 seats"):
        seated("nim", ["", "automatic"])
