"""A match of thousands of choices goes through a restart of the server."""

from __future__ import annotations

import json
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

import ruleslang
from ruleslang.apps.table.kept_story import LateStory
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.seated_match import SeatedMatch
from ruleslang.apps.table.sqlite_store import SqliteStore
from ruleslang.apps.table.store import MemoryStore
from ruleslang.explanation.story.story import Story
from ruleslang.simulation.records.saves import Made
from tests.apps.table.conftest import ClientConnection, connect, serve
from tests.support.long_game import LONG

OLD = Path(__file__).parent / "old_stores"


HIDDEN = """rulebook hidden "Hidden"
    language 1
    players 2: ann, bob
    starts with game
    at most 6000 decisions, then nobody wins
kind stone
    has weight: 1..9
card pebble x20: stone
    weight: 1
card rock x20: stone
    weight: 9
zone bag: stone, ordered, seen by nobody
zone hand(player): stone, seen by owner
zone shore: stone, seen by all
state rounds: 0..9999 = 0
phase game
    move cards to bag
    shuffle bag
    for each p in players: move top(bag, 5) to hand(p)
    take turns p among players
        turn(p)
phase turn(p: player)
    p must do one of drop, take
    add 1 to rounds
    if p is ann and remainder(rounds, 7) is 0
        together
            ann chooses hers "weight to guess" from 1..9
            bob chooses his "weight to guess" from 1..9
        if hers is his: add 1 to rounds
action drop "drop" by p choosing s "stone" from hand(p)
    move s to shore
action take "take" by p
    only if bag is not empty or shore is not empty
    if bag is empty
        move shore to bag
        shuffle bag
    move top(bag) to hand(p)
"""


@pytest.mark.parametrize(("text", "number"), [(LONG, 260), (HIDDEN, 300)])
def test_a_long_match_has_the_same_log_after_a_restart(
    tmp_path: Path, text: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = {"a": ruleslang.load_text(text, name="a.rules")}
    store, chance = SqliteStore(tmp_path / "a.sqlite"), random.Random(1)

    def go_on(seats: SeatedMatch) -> None:
        asked = seats.asked_of(seats.asked()[0])
        assert asked is not None
        _, decision, ticket = asked
        seats.choose(decision.player, ticket, chance.randrange(len(decision.choices)))
        while seats.choose_unasked():
            pass

    before, tokens = Lobby(games, store, "wasm").make({"rulebook": "a", "seats": ["", ""]})
    for _ in range(number):
        go_on(before)
    store.close()
    heard: list[int] = []
    go_on_telling = Story.go_on
    monkeypatch.setattr(
        Story, "go_on", lambda story, of: (heard.append(len(of)), go_on_telling(story, of))
    )
    store = SqliteStore(tmp_path / "a.sqlite")
    again = Lobby(games, store, "wasm").find(tokens[0])
    assert again is not None
    assert not heard  # what was stored is shown before any story is told
    for reader in (None, 0, 1):
        shown, whole = again.story(reader), before.story(reader)
        assert [*shown] == [*whole][: len(shown)]
        assert len(shown) > len(whole) - 20  # of the last choice nothing is stored yet
    again.catch_up()
    assert min(heard) > len(before.match.choices) - 160  # the choices before are not told again
    seen: Any = [(seats, seats.match.hash()) for seats in (before, again)]
    assert seen[0][1] == seen[1][1]

    for _ in range(20):
        for reader in (None, 0, 1):
            assert before.story(reader) == again.story(reader)
            shown = [{**seats.shown(reader), "question": None} for seats in (before, again)]
            assert shown[0] == shown[1]
            turns = [
                [each.turns for each in seats.match.story(reader)] for seats in (before, again)
            ]
            assert turns[0] == turns[1]
        state = chance.getstate()
        store_of_before, before.store = before.store, MemoryStore()
        go_on(before)
        before.store = store_of_before
        chance.setstate(state)
        go_on(again)
    again.undo(again.match.choices[-1].player)
    if again.wish is not None:
        again.answer_wish(1 - again.wish.by, again.wish.id, True)
    number = len(again.match.choices)
    told = [
        entry.text for part in range(number + 1) for entry in before.match.added_to_story(part)[1]
    ]
    assert [entry.text for entry in again.match.story(1)] == told


def test_a_long_match_is_shown_at_once_and_choices_wait_for_its_story(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = {"a": ruleslang.load_text(LONG, name="a.rules")}
    store = SqliteStore(tmp_path / "a.sqlite")
    before, tokens = Lobby(games, store, "wasm").make(
        {"rulebook": "a", "seats": ["", ""], "minutes": 5}
    )
    for number in range(240):
        before.choose(number % 2, before.ticket, number % 3)
    others = Lobby(games, store, "wasm").make({"rulebook": "a", "seats": ["", ""]})[1]
    store.close()
    complete, may_go_on = LateStory.complete, threading.Event()
    monkeypatch.setattr(LateStory, "complete", lambda late: may_go_on.wait(30) and complete(late))

    with contextmanager(serve)(tmp_path / "a.sqlite", "wasm", games) as served:
        ann, bob = (served.sit(token) for token in tokens[:2])
        for tab in (ann, bob):
            tab.until(lambda message: message["type"] == "state")
            assert len(tab.log) >= 238  # the last choice is reported later
        assert ann.state["view"]["states"] == before.match.view(0).states
        assert not ann.state["clock"]["runs"]
        ann.say(do="choose", ticket=ann.state["question"]["ticket"], place=2, id="a")
        other = served.sit(others[0])
        other.until(lambda message: message.get("question"))
        other.say(do="choose", ticket=other.state["question"]["ticket"], place=2, id="b")
        other.until(lambda message: message["type"] == "done")  # nobody else waits
        may_go_on.set()
        ann.until(lambda message: message["type"] == "done")
        bob.until(lambda message: message.get("question"))

    assert bob.log[-1] == "Ann steps 3 · counter 240 → 243"


# Serves a rulebook whose stories never catch up.
WITH_A_LATE_STORY = """
import sys, threading
from ruleslang.apps.cli.main import run
from ruleslang.apps.table.kept_story import LateStory
LateStory.complete = lambda late: threading.Event().wait()
run(sys.argv[1:])
"""


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_server_ends_quietly_while_a_story_catches_up(tmp_path: Path, sign: int) -> None:
    rules, path = tmp_path / "long.rules", tmp_path / "a.sqlite"
    rules.write_text(LONG)
    store = SqliteStore(path)
    seats, tokens = Lobby({"long": ruleslang.load(rules)}, store, "wasm").make(
        {"rulebook": "long", "seats": ["", ""]}
    )
    for number in range(240):
        seats.choose(number % 2, seats.ticket, number % 3)
    store.close()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    served = ("serve", str(rules), "--store", str(path), "--port", str(port))
    server = subprocess.Popen(
        [sys.executable, "-c", WITH_A_LATE_STORY, *served],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    with server, first_tab(f"ws://127.0.0.1:{port}/socket/{tokens[0]}") as tab:
        while json.loads(tab.recv(timeout=40))["type"] != "state":
            pass
        server.send_signal(sign)
        _, errors = server.communicate(timeout=60)

    assert server.returncode == 2
    assert errors == "ruleslang: interrupted\n"
    with closing(SqliteStore(path)) as again:
        assert len(again.choices(seats.kept.id)) == 240


def first_tab(url: str) -> ClientConnection:
    """A tab at a table, as soon as its server listens."""
    for _ in range(400):
        try:
            return connect(url, max_size=None, close_timeout=1)
        except OSError:
            time.sleep(0.1)
    raise AssertionError(url)


@pytest.mark.parametrize("recorded", ["without_told", "without_minutes"])
def test_a_store_of_an_older_version_is_opened_and_played_on(recorded: str, tmp_path: Path) -> None:
    """Recorded by older versions, whose tables have fewer columns."""
    games = {"bids": ruleslang.load_text((OLD / "bids.rules").read_text(), name="bids.rules")}
    path = tmp_path / "a.sqlite"
    with closing(sqlite3.connect(path)) as file:
        file.executescript((OLD / f"{recorded}.sql").read_text())
        tokens = [row[0] for row in file.execute("select token from tokens order by place")]

    for number in (12, 13):  # and once more, by the version that has altered it
        store = SqliteStore(path)
        seats = Lobby(games, store, "wasm").find(tokens[0])
        assert seats is not None
        assert not seats.is_over
        assert len(seats.match.choices) == number
        assert sum("bid" in entry["text"] for entry in seats.story(0)) >= 4
        assert seats.left is not None
        assert 0 < min(seats.left) < 300
        assert seats.say(0, "still here?")
        if number == 12:
            assert seats.match.hash() == "0d83c2ff46512809"
        seats.choose(seats.asked()[0], seats.ticket, 0)
        assert len(store.entries(seats.kept.id)) == number + 1
        store.close()
        if number == 12:
            with closing(sqlite3.connect(path)) as file:  # as the column was called at first
                file.execute("alter table decisions rename column entries to told")


def test_a_match_of_five_thousand_choices_goes_on_after_a_restart(tmp_path: Path) -> None:
    games = {"long": ruleslang.load_text(LONG, name="long.rules")}
    store = SqliteStore(tmp_path / "a.sqlite")
    before, tokens = Lobby(games, store, "wasm").make({"rulebook": "long", "seats": ["", ""]})
    for number in range(5000):
        asked, place = before.match.decision, number % 3
        assert asked is not None
        made = Made(asked.player, asked.choices[place].id, place)
        store.made(before.kept.id, number, made)
        before.match.choose(place)
    store.close()

    again = Lobby(games, SqliteStore(tmp_path / "a.sqlite"), "wasm").find(tokens[0])
    assert again is not None
    assert again.match.hash() == before.match.hash()
    again.choose(0, again.ticket, 2)

    assert len(again.match.choices) == 5001
    assert again.match.view(1).states == {"counter(ann)": 5002, "counter(bob)": 5000}
    last = [entry["text"] for entry in again.story(0)[-2:]]
    assert last == ["Bob steps 2 · counter 4998 → 5000", "You step 3 · counter 4999 → 5002"]
