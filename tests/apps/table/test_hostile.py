"""Bad clients: other seats' questions, stale pages, floods, nonsense; two honest ones play on."""

from __future__ import annotations

import base64
import gc
import json
import random
import re
import secrets
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import ruleslang
from ruleslang.apps.table import lobby, tables_and_tabs, web_app
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.reader_ids import BadRequest
from ruleslang.apps.table.store import MemoryStore
from ruleslang.source.budget import spend
from tests.apps.table.conftest import Client, Served
from tests.apps.table.test_table import first

CHECKOUT = Path(__file__).parents[3]
NESTED = b"[" * 900 + b"]" * 900  # less than what cannot be read
JUNK: tuple[Any, ...] = (
    "",
    "{",
    "[]",
    "null",
    "0",
    '"do"',
    "[" * 3000,
    '{"do": "choose"}',
    '{"do": "choose", "ticket": null, "place": -1}',
    '{"do": "choose", "ticket": "0", "place": 1e99}',
    '{"do": ["choose"]}',
    '{"do": "bot", "bot": "search:9999999"}',
    '{"do": "bot", "bot": 3}',
    '{"do": "agree", "yes": true}',
    '{"do": "choose", "ticket": "0", "place": NaN, "place": Infinity}',
    '{"do": "choose", "ticket": "0", "place": true, "id": ' + "9" * 3000 + "}",
    '{"do": "choose", "ticket": {"a": 1}, "place": ' + "9" * 4000 + "}",
    '{"do": "choose", "ticket": ' + "[" * 900 + "]" * 900 + ', "place": 0}',
    '{"do": "say", "text": "\\ud800\\u202e", "id": "\\udfff"}',
    '{"do": "why", "action": "\\ud800"}',
    '{"do": "why", "zone": "\\u0000", "nth": 1e400}',
    '{"do": "undo"}',
    '{"do": "resign"}',
    '{"do": "pass", "until": ["turn"]}',
    '{"do": "pass", "until": "turn"}',
    "\x00\ud7ff",
    b"\xff\x00",
)


def gone(client: Client) -> bool:
    """Whether the server closes the socket, after words."""
    try:
        for _ in range(400):
            client.hear(20)
    except ConnectionClosed:
        return True
    return False


def test_what_is_not_ones_own_is_refused_in_words(served: Served) -> None:
    x, o, public = map(served.sit, served.make("tic_tac_toe", ["", ""])[:3])
    for client in (x, o, public):
        first(client)
    ticket = x.state["question"]["ticket"]
    for client, said in ((o, "not asked"), (public, "only watch")):
        client.say(do="choose", ticket=ticket, place=0)
        assert said in client.until(lambda m: m["type"] == "refused")["text"]
    x.choose(0)
    o.until(lambda message: message.get("question"))
    x.say(do="choose", ticket=ticket, place=1)
    assert "not asked" in x.until(lambda m: m["type"] == "refused")["text"]
    o.say(do="choose", ticket=ticket, place=1)
    assert "already answered" in o.until(lambda m: m["type"] == "refused")["text"]


def test_two_honest_clients_play_on_beside_a_fuzzing_one(served: Served) -> None:
    tokens = served.make("tic_tac_toe", ["", ""])
    x, o = first(served.sit(tokens[0])), first(served.sit(tokens[1]))
    stream, closed = random.Random(3), 0
    for turn in range(9):
        bad = served.sit(tokens[2])
        try:
            for _ in range(60):
                bad.at.send(stream.choice(JUNK))
        except ConnectionClosed:
            pass
        closed += gone(bad)
        mine, other = (x, o) if turn % 2 == 0 else (o, x)
        while not mine.state["question"]:
            mine.hear()
        mine.choose(0)
        mine.until(lambda message: message["type"] == "state" and not message["question"])
        if mine.state["over"]:
            break

    assert closed >= 5
    assert other.until(lambda message: message.get("over"))
    assert not any('"refused"' in frame for frame in (*x.frames, *o.frames))


def test_a_long_message_and_a_wrong_link_are_closed(served: Served) -> None:
    token = served.make("tic_tac_toe", ["", ""])[0]
    for length in (5000, 1_000_000):
        client = first(served.sit(token))
        client.at.send("x" * length)
        assert gone(client)
    assert gone(served.sit("x" * 30))
    assert gone(served.sit("x" * 3000))


def test_a_link_is_not_guessed(served: Served) -> None:
    links = [each for _ in range(3) for each in served.make("tic_tac_toe", ["", ""])]
    bits = [base64.urlsafe_b64decode(each) for each in links]

    assert len(set(links)) == len(links)
    assert all(len(each) == 144 // 8 for each in bits)
    assert all(len({each[place] for each in bits}) > 1 for place in range(18))
    for wrong in (links[0][:-1], links[0].swapcase(), links[0] + "A"):
        assert gone(served.sit(wrong))


def test_so_many_tabs_and_no_more(served: Served) -> None:
    token = served.make("tic_tac_toe", ["", ""])[0]
    tabs = [first(served.sit(token)) for _ in range(12)]

    assert gone(served.sit(token))
    tabs[0].choose(0)
    for tab in tabs:
        tab.until(lambda message: message["type"] == "state" and not message["question"])


def test_tabs_that_come_at_once_are_no_more_either(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = served.make("tic_tac_toe", ["", ""])[0]
    monkeypatch.setattr(Lobby, "find", slow(Lobby.find))
    with ThreadPoolExecutor(20) as pool:
        tabs = [*pool.map(served.sit, [token] * 20)]

    said = [tab.hear()["type"] for tab in tabs]
    assert said.count("declared") == 12
    assert said.count("closed") == 8


def slow(find: Callable[[Lobby, str], Any]) -> Callable[[Lobby, str], Any]:
    """The same, after a while."""

    def found(lobby: Lobby, token: str) -> Any:
        time.sleep(0.05)
        return find(lobby, token)

    return found


def test_links_that_were_guessed_are_not_kept(served: Served) -> None:
    for number in range(5):
        assert gone(served.sit(f"{number}" * 2000))

    [found] = [
        each
        for each in gc.get_objects()
        if type(each) is tables_and_tabs.Hall and each.lobby is served.lobby
    ]
    assert not found.of_link


def test_nobody_waits_for_a_page_that_does_not_read(served: Served) -> None:
    long = secrets.token_hex(1_000_000)  # which is not sent in short
    served.lobby.rules = lambda _: (("long.rules", long),)
    tokens = served.make("tic_tac_toe", ["", ""])
    x = first(served.sit(tokens[0]))
    deaf = served.sit(tokens[2], max_queue=1)
    for _ in range(12):  # more than what is between us takes
        deaf.say(do="rules")

    for _ in range(20):
        x.say(do="position")
        x.until(lambda message: message["type"] == "position", seconds=8)


def test_who_reads_late_is_shown_what_is_now(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_and_tabs, "MOST_STATES", 1)
    long = secrets.token_hex(300_000)
    served.lobby.rules = lambda _: (("long.rules", long),)
    tokens = served.make("tic_tac_toe", ["", ""])
    x, o, late = map(first, map(served.sit, tokens[:3]))
    late.say(do="rules")
    late.say(do="rules")
    for mine, other in ((x, o), (o, x), (x, o)):
        mine.choose(0)
        other.until(lambda message: message.get("question"))

    pieces = o.state["view"]["pieces"]
    late.until(lambda m: m["type"] == "state" and m["view"]["pieces"] == pieces)


def test_the_server_has_no_more_sockets_than_stated(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_app, "MOST_SOCKETS", 2)
    for token in served.make("tic_tac_toe", ["", ""])[:2]:
        first(served.sit(token))

    assert gone(served.sit(served.make("tic_tac_toe", ["", ""])[0]))


@pytest.mark.parametrize(
    "asked",
    [
        b"",
        b"\xff",
        b"[]",
        b"[" * 60000,
        {"rulebook": "nothing", "seats": [""]},
        {"rulebook": ["chess"], "seats": [""]},
        {"rulebook": "../../etc/passwd", "seats": ["", ""]},
        {"rulebook": "chess", "seats": 2},
        {"rulebook": "chess", "seats": [""] * 500},
        {"rulebook": "chess", "seats": ["", "search:99999999"]},
        {"rulebook": "chess", "seats": ["", ""], "options": {"no": "such"}},
        {"rulebook": "chess", "seats": ["", ""], "options": [1]},
        {"rulebook": "chess", "seats": ["", ""], "lang": "xx"},
        {"rulebook": "chess", "seats": ["", ""], "lang": 7},
        {"rulebook": "chess", "seats": ["", ""], "lang": ["xx"]},
        {"rulebook": "chess\ud800", "seats": ["", ""]},
        {"rulebook": "chess", "seats": ["", "\ud800"]},
        {"rulebook": "chess", "seats": ["", ""], "lang": "\ud800\u202e"},
        {"rulebook": "chess", "seats": ["", ""], "options": {"\ud800\x1b[31m": "\udfff"}},
        {"rulebook": "chess", "seats": ["", ""], "minutes": True},
        b'{"rulebook": "chess", "seats": ["", ""], "minutes": NaN}',
        b'{"rulebook": "chess", "seats": ["", ""], "minutes": 1e999}',
        b'{"rulebook": "chess", "seats": ["", ""], "minutes": ' + b"9" * 5000 + b"}",
        b'{"rulebook": "chess", "seats": ["", ""], "seats": 3}',
        b'{"rulebook": "chess", "seats": ["", ""], "options": {"a": ' + NESTED + b"}}",
        b'{"rulebook": "chess", "seats": ["", ' + NESTED + b"]}",
        b'{"rulebook": "chess", "seats": ["", ""], "position": "\\ud800"}',
        b'{"rulebook": "chess", "seats": ["", ""], "position": "\\u0000given"}',
    ],
)
def test_a_match_that_cannot_be_is_refused_in_words(served: Served, asked: Any) -> None:
    status, found = served.post(asked)

    assert status == 400
    assert found["text"]


def test_a_body_without_end_is_cut(served: Served) -> None:
    assert served.post(b" " * 200_000)[0] == 413


def test_new_matches_are_not_for_a_flood(served: Served) -> None:
    asked = {"rulebook": "tic_tac_toe", "seats": ["", ""]}

    assert 429 in [served.post(asked)[0] for _ in range(40)]


def test_few_matches_with_a_position_of_their_own_are_in_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby, "MOST_POSITIONED", 2)
    game = ruleslang.load("pig")
    positioned = Lobby(
        {"pig": game},
        MemoryStore(),
        positioned=lambda name, lines: ruleslang.load(name, position=lines),
    )
    asked = {"rulebook": "pig", "seats": ["", ""], "position": "given score(p1) is 1"}
    for _ in range(3):
        seats, _ = positioned.make(asked)
    assert len(positioned.seated) == 2

    for seats in positioned.seated.values():
        seats.watchers = 1
    with pytest.raises(BadRequest, match="wait a little"):
        positioned.make(asked)
    positioned.make({**asked, "position": ""})


def test_new_positions_are_not_for_a_flood(served: Served) -> None:
    asked = {"rulebook": "tic_tac_toe", "seats": ["", ""], "position": "given nothing is so"}

    assert [served.post(asked)[0] for _ in range(12)].count(429) >= 1


def test_a_page_of_another_server_may_not_speak(served: Served) -> None:
    from websockets.sync.client import connect

    token = served.make("tic_tac_toe", ["", ""])[0]
    url = f"ws://127.0.0.1:{served.port}/socket/{token}"
    with connect(url, origin="http://evil.example") as other:  # type: ignore[arg-type]
        assert json.loads(other.recv())["type"] == "closed"


def test_pages_come_with_headers_that_keep_them_here(served: Served) -> None:
    at = f"http://127.0.0.1:{served.port}"
    with urllib.request.urlopen(f"{at}/table/whatever") as page:
        assert "default-src 'self'" in page.headers["content-security-policy"]
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/socket/x"):
        with pytest.raises((urllib.error.HTTPError, InvalidStatus)):
            urllib.request.urlopen(f"{at}{path}")


HTML = re.compile(r"innerHTML|outerHTML|AdjacentHTML|document\.write|srcdoc|\beval\(|Function\(")


def test_pages_write_no_html() -> None:
    """What a text says can only be put in as text, where nothing is put in as HTML."""
    folders = (CHECKOUT / "ruleslang" / "apps" / "table" / "static", CHECKOUT / "site" / "src")
    scripts = [path for folder in folders for path in folder.rglob("*.js")]

    assert len(scripts) > 10
    assert [path.name for path in scripts if HTML.search(path.read_text(encoding="utf-8"))] == []


def test_what_takes_too_long_is_refused_in_words() -> None:
    with pytest.raises(BadRequest, match="that takes too long"):
        tables_and_tabs.with_budget(lambda: spend(4_000_001))
