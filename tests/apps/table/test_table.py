"""Honest clients: seats, spectators, bots, taking back, resigning, coming back."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import ruleslang
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.reader_ids import BadRequest
from ruleslang.apps.table.sqlite_store import SqliteStore
from ruleslang.apps.table.store import MemoryStore
from tests.apps.table.conftest import Client, Served


def first(client: Client) -> Client:
    """The tab, once it was shown the table."""
    client.until(lambda message: message["type"] == "state")
    return client


def test_two_persons_play_to_the_end_and_a_spectator_looks_on(served: Served) -> None:
    x, o, public = map(served.sit, served.make("tic_tac_toe", ["", ""])[:3])
    for client in (x, o, public):
        first(client)
    players = [x, o]
    for turn in range(9):
        mine = players[turn % 2]
        while not mine.state["question"]:
            mine.hear()
        mine.choose(0)
        mine.until(lambda message: message["type"] == "state" and not message["question"])
        if mine.state["over"]:
            break

    public.until(lambda message: message["type"] == "state" and message["over"])
    assert public.state["over"]["text"] == mine.state["over"]["text"]
    assert all(json.loads(frame).get("question") is None for frame in public.frames)


def is_asked(client: Client) -> bool:
    """Whether a tab is asked, once it is or the match is over: few deals have few questions."""
    while not client.state["question"] and not client.state["over"]:
        client.hear()
    return bool(client.state["question"])


def test_no_frame_names_a_card_that_its_seat_never_saw(served: Served) -> None:
    tokens = served.make("hearts", ["", "random", "random", "random"])
    me, public = first(served.sit(tokens[0])), first(served.sit(tokens[4]))
    cards = {each["name"] for each in json.loads(me.frames[0])["cards"]}
    for _ in range(8):
        if not is_asked(me):
            break
        me.choose(0)
        me.until(lambda message: message["type"] == "state")
    is_asked(me)  # until then the bots move the match
    seats = served.lobby.find(tokens[0])
    assert seats is not None
    for client, reader in ((me, 0), (public, None)):
        seen: set[str] = set()
        for frame in client.frames[1:]:
            zones = json.loads(frame)["view"]["zones"].values()
            seen |= {card for zone in zones for card in zone["cards"] if card}
            entries = json.loads(frame)["entries"]
            moved = (part for each in entries for part in each.get("parts", ()))
            seen |= {c for part in moved if part["kind"] == "moved" for c in part["cards"] if c}
        named = {card for card in cards if any(f'"{card}"' in f for f in client.frames[1:])}
        assert named <= seen
        hidden = {
            card
            for name, zone in seats.match.view(1).zones.items()
            if name == "hand(east)"
            for card in zone.cards
        }
        assert reader is not None or not named & hidden


def test_bots_are_not_announced_and_nobody_hears_of_what_does_not_concern_him(
    served: Served,
) -> None:
    tokens = served.make("kuhn_poker", ["", ""])
    opener, dealer = first(served.sit(tokens[0])), first(served.sit(tokens[1]))
    while not opener.state["question"]:
        opener.hear()
    before = len(dealer.frames)
    opener.say(do="nonsense")
    opener.until(lambda message: message["type"] == "refused")

    assert len(dealer.frames) == before


def test_a_choice_is_taken_back_when_the_other_agrees(served: Served) -> None:
    x, o = map(served.sit, served.make("tic_tac_toe", ["", ""])[:2])
    first(x), first(o)
    x.choose(0)
    o.until(lambda message: message.get("question"))
    o.choose(0)
    x.until(lambda message: message.get("question"))
    x.say(do="undo")
    wish = o.until(lambda message: message.get("wish"))
    assert (wish["wish"]["by"], wish["wish"]["asked"]) == (0, True)
    o.say(do="agree", wish=wish["wish"]["id"], yes=True)
    back = x.until(lambda message: message["type"] == "state" and message["afresh"])

    assert len(back["question"]["choices"]) == 9


def test_what_taught_nothing_is_taken_back_at_once(served: Served) -> None:
    x, o = map(served.sit, served.make("tic_tac_toe", ["", ""])[:2])
    first(x), first(o)
    x.choose(4)
    o.until(lambda message: message.get("question"))
    x.say(do="undo")

    x.until(lambda message: message.get("question") and len(message["question"]["choices"]) == 9)


def test_a_match_that_is_over_was_seen_by_all_and_is_not_taken_back(tmp_path: Path) -> None:
    lobby = Lobby({"kuhn_poker": ruleslang.load("kuhn_poker")}, SqliteStore(tmp_path / "k"))
    seats, _ = lobby.make({"rulebook": "kuhn_poker", "seats": ["", ""], "lang": None})
    while not seats.is_over:
        decision = seats.match.decision
        assert decision is not None
        last = decision.player
        seats.choose(last, seats.ticket, len(seats.match.choices) % 2)

    with pytest.raises(BadRequest, match="the match is over"):
        seats.undo(last)


def test_a_seat_is_given_to_a_bot_and_a_match_given_up(served: Served) -> None:
    x, o = map(served.sit, served.make("tic_tac_toe", ["", ""])[:2])
    first(x), first(o)
    x.say(do="bot", bot="random")
    o.until(lambda message: message.get("question"))
    o.say(do="resign")
    over = x.until(lambda message: message.get("over"))

    assert "resigns" in over["over"]["text"]


def evening(folder: Path, until: str) -> tuple[int, str]:
    """How often a person who passes in every window is asked there, and the end of the match."""
    game = ruleslang.load("ollapion")
    store = SqliteStore(folder / f"{until}.sqlite")
    lobby = Lobby({"ollapion": game}, store, "interpreter")
    seats, _ = lobby.make({"rulebook": "ollapion", "seats": ["", ""]})
    seats.match = game.start(seed=7, players=2)
    seats.order(0, until)
    asked = 0
    while len(seats.match.choices) < 300 and not seats.is_over:
        if seats.choose_unasked():
            continue
        decision = seats.match.decision
        assert decision is not None
        asked += decision.kind == "window" and decision.player == 0
        choice = next((n for n, each in enumerate(decision.choices) if each.declines), 0)
        seats.choose(decision.player, seats.ticket, choice)
    store.close()
    return asked, seats.match.hash()


def test_windows_are_passed_for_a_person_who_wants_it(tmp_path: Path) -> None:
    everywhere, hash = evening(tmp_path, "")

    for until in ("event", "turn"):
        asked, same = evening(tmp_path, until)
        assert 0 < asked < everywhere
        assert same == hash


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_clock_runs_for_the_person_who_is_asked_and_ends_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("ruleslang.apps.table.seated_match.monotonic", clock)
    games = {"tic_tac_toe": ruleslang.load("tic_tac_toe")}
    store = SqliteStore(tmp_path / "a.sqlite")
    lobby = Lobby(games, store, "interpreter")
    seats, tokens = lobby.make({"rulebook": "tic_tac_toe", "seats": ["", ""], "minutes": 1})
    clock.now += 20
    assert seats.shown(0)["clock"] == {"left": 40, "runs": True}
    assert seats.shown(1)["clock"] == {"left": 60, "runs": False}  # of the other nothing is told
    assert seats.shown(None)["clock"] is None
    seats.choose(0, seats.ticket, 4)
    clock.now += 59
    assert not seats.end_by_clock()

    clock.now += 1000  # a server that is gone lets no clock run
    again = Lobby(games, store, "interpreter").find(tokens[0])
    assert again is not None and again.shown(0)["clock"] == {"left": 40, "runs": False}
    assert again.shown(1)["clock"] == {"left": 60, "runs": True}
    clock.now += 61
    assert again.end_by_clock() and not again.end_by_clock()
    assert again.shown(1)["over"] == {"text": "nought has no time left"}
    for minutes in (-1, True, 1.5, "5", 10**9):
        with pytest.raises(BadRequest, match="minutes is a whole number"):
            lobby.make({"rulebook": "tic_tac_toe", "seats": ["", ""], "minutes": minutes})


def test_a_match_ends_when_a_clock_has_run_out_though_nobody_moves(served: Served) -> None:
    tokens = served.make("tic_tac_toe", ["", ""], minutes=1)
    x = served.sit(tokens[0])
    first(x)
    (seats,) = served.lobby.seated.values()
    seats.left = [0.3, 60.0]
    x.say(do="pass", until="")  # whatever is said, the clock is wound anew

    over = x.until(lambda message: message.get("over"))
    assert over["over"]["text"] == "cross has no time left"


def test_a_table_is_found_again_after_the_server_has_gone(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "a.sqlite")
    games = {"crazy_eights": ruleslang.load("crazy_eights")}
    seats, tokens = Lobby(games, store, "interpreter").make(
        {"rulebook": "crazy_eights", "seats": ["", "random"]}
    )
    for _ in range(10):
        while seats.choose_unasked():
            pass
        decision = seats.match.decision
        if decision is None:
            break
        seats.choose(decision.player, seats.ticket, 0)
    store.close()

    again = Lobby(games, SqliteStore(tmp_path / "a.sqlite"), "wasm").find(tokens[0])
    assert again is not None
    assert again.match.hash() == seats.match.hash()
    assert again.shown(0) == {**seats.shown(0), "question": again.shown(0)["question"]}
    assert again.story(0) == seats.story(0)


KILLED = """
import ruleslang, sys
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.reader_ids import BadRequest
from ruleslang.apps.table.sqlite_store import SqliteStore
from ruleslang.apps.table.store import MemoryStore
store = SqliteStore(sys.argv[1])
seats, tokens = Lobby({"pig": ruleslang.load("pig")}, store, "interpreter").make(
    {"rulebook": "pig", "seats": ["", ""]}
)
print(tokens[0], flush=True)
while not seats.is_over:
    decision = seats.match.decision
    seats.choose(decision.player, seats.ticket, 0 if len(seats.match.choices) % 5 else 1)
    print(len(seats.match.choices), seats.match.hash(), flush=True)
"""


def test_what_somebody_heard_of_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "k.sqlite"
    command = [sys.executable, "-c", KILLED, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        token = process.stdout.readline().strip()
        heard = [process.stdout.readline().split() for _ in range(6)]
        os.kill(process.pid, signal.SIGKILL)

    found = Lobby({"pig": ruleslang.load("pig")}, SqliteStore(path), "interpreter").find(token)
    assert found is not None
    assert len(found.match.choices) >= 6
    assert found.match.before(6).hash() == heard[-1][1]


def test_the_lobby_shows_the_questions_and_meanings_of_options() -> None:
    lobby = Lobby({"ollapion": ruleslang.load("ollapion")}, MemoryStore())
    (listed,) = lobby.listed()

    assert listed["meanings"].keys() == listed["options"].keys()
    assert listed["meanings"]["game_mode"] == {
        "asked": "Each for himself, or two against two?",
        "values": {"two_against_two": "with four players; the seats alternate"},
    }


def test_the_same_seats_play_again(served: Served) -> None:
    """Once, whoever asks first; each is led to their own seat, and nobody to another's."""
    tokens = served.make("tic_tac_toe", ["", "random"], minutes=7, chat=True)
    x = first(served.sit(tokens[0]))
    x.say(do="again")
    assert "not over" in x.until(lambda m: m["type"] == "refused")["text"]
    x.say(do="resign")
    x.until(lambda m: m["type"] == "state" and m["over"])

    public, other = first(served.sit(tokens[2])), first(served.sit(tokens[0]))
    public.say(do="again")
    assert "only watch" in public.until(lambda m: m["type"] == "refused")["text"]
    x.say(do="again")
    link = x.until(lambda m: m["type"] == "again")
    assert link["goes"] is True
    invited = other.until(lambda m: m["type"] == "again")
    assert invited == {"type": "again", "link": link["link"], "goes": False}
    other.say(do="again")
    assert other.until(lambda m: m["type"] == "again")["link"] == link["link"]
    watched = public.until(lambda m: m["type"] == "again")["link"]
    assert watched != link["link"]

    again = served.sit(link["link"])
    declared = again.until(lambda m: m["type"] == "declared")
    assert declared["seat"] == 0 and declared["chat"] is True
    first(again)
    assert again.state["sitters"] == ["person", "bot"]
    assert again.state["clock"]["left"] in (419, 420)
    assert again.state["over"] is None
    looks_on = served.sit(watched)
    assert looks_on.until(lambda m: m["type"] == "declared")["seat"] is None
    late = served.sit(tokens[0])
    assert late.until(lambda m: m["type"] == "again")["link"] == link["link"]
