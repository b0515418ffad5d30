"""Each way that was found to spoil a table for others: a hostile client beside two honest ones."""

from __future__ import annotations

import http.client
import json
import re
import resource
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import ruleslang
from ruleslang.apps.table import connections, limits, seated_match, tables_and_tabs, web_app
from ruleslang.apps.table.allowed_hosts import HostNames
from ruleslang.apps.table.limits import FrameMeter, Guests
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.reader_ids import BadRequest
from ruleslang.apps.table.seated_match import SeatedMatch
from ruleslang.apps.table.sqlite_store import SqliteStore
from ruleslang.apps.table.store import MemoryStore, StoreFault
from ruleslang.source.budget import budget, unbounded
from tests.apps.table.conftest import Client, Served
from tests.apps.table.test_table import Clock, first

PROMPT = 3.0  # seconds in which an honest click must be answered


def click(mine: Client, place: int = 0) -> float:
    """Choose, and wait until the server says that it has; returns the seconds."""
    while not mine.state["question"]:
        mine.hear()
    began = time.monotonic()
    ticket = mine.state["question"]["ticket"]
    mine.say(do="choose", ticket=ticket, place=place, id=ticket)
    answer = mine.until(lambda m: m.get("id") == ticket)
    assert answer["type"] == "done", answer
    mine.until(lambda m: m["type"] == "state" and (m["question"] or {}).get("ticket") != ticket)
    return time.monotonic() - began


def play_on(x: Client, o: Client, clicks: int = 5) -> None:
    """Two honest clients of tic_tac_toe go on, as quickly as ever."""
    for turn in range(clicks):
        mine = (x, o)[turn % 2]
        assert click(mine) < PROMPT
        if mine.state["over"]:
            return


def three(served: Served, **more: Any) -> tuple[list[Client], list[str]]:
    """Three seats of one match, the last of them hostile."""
    tokens = served.make("crazy_eights", ["", "", ""], **more)
    return [first(served.sit(token)) for token in tokens[:3]], tokens


# ------------------------------------------------------------------ tickets, clocks, agreements


def test_no_click_is_refused_since_others_send_what_changes_nothing(served: Served) -> None:
    (x, o, bad), tokens = three(served)
    more = [first(served.sit(tokens[2])) for _ in range(3)]
    bad.say(do="bot", bot="random")
    for turn in range(12):
        for nth, tab in enumerate((bad, *more)):
            tab.say(do="bot", bot="random" if (turn + nth) % 3 else "first")
            tab.say(do="pass", until="")
        if (one := asked_next((x, o))) is None:
            break
        click(one)

    assert x.frames and o.frames
    assert not any('"refused"' in frame for each in (x, o) for frame in each.frames)


def asked_next(among: tuple[Client, ...]) -> Client | None:
    """The one of some who is asked next; nobody once the match is over."""
    while True:
        for each in among:
            if each.state["question"]:
                return each
            if each.state["over"]:
                return None
            with suppress(TimeoutError):
                each.hear(0.05)


def clocked(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> SeatedMatch:
    monkeypatch.setattr("ruleslang.apps.table.seated_match.monotonic", clock)
    games = {"tic_tac_toe": ruleslang.load("tic_tac_toe")}
    lobby = Lobby(games, SqliteStore(tmp_path / "a.sqlite"), "interpreter")
    return lobby.make({"rulebook": "tic_tac_toe", "seats": ["", ""], "minutes": 1})[0]


def test_every_second_is_charged_whatever_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    seats = clocked(tmp_path, clock, monkeypatch)
    ticket = seats.ticket
    for name in ("", "random", "", ""):
        clock.now += 4
        seats.seat_bot(0, name)
    clock.now += 1
    seats.seat_bot(1, "random")
    seats.choose(0, ticket, 0)
    spent = 60 - seats.store.clocks(seats.kept.id)[0]

    assert spent == 4 + 4 + 4 + 1  # 4 of the 17 were those of the bot
    assert seats.left is not None and seats.left[0] == 60 - spent


def test_a_match_that_is_put_away_has_charged_the_time_until_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    seats = clocked(tmp_path, clock, monkeypatch)
    clock.now += 17
    monkeypatch.setattr("ruleslang.apps.table.lobby.MOST_SEATED", 1)
    games = {"tic_tac_toe": seats.game}
    lobby = Lobby(games, seats.store)
    lobby.seated[seats.kept.id] = seats
    lobby.make({"rulebook": "tic_tac_toe", "seats": ["", ""]})

    assert seats.kept.id not in lobby.seated
    assert seats.store.clocks(seats.kept.id)[0] == 43


def choose_first(seats: SeatedMatch) -> None:
    """Whoever is asked takes the first choice."""
    decision = seats.match.decision
    assert decision is not None
    seats.choose(decision.player, seats.ticket, 0)


def undo_asked_by(seats: SeatedMatch, seat: int) -> str:
    seats.undo(seat)
    assert seats.wish is not None
    return seats.wish.id


def test_an_agreement_counts_for_its_own_request() -> None:
    lobby = Lobby({"crazy_eights": ruleslang.load("crazy_eights")}, MemoryStore())
    seats, _ = lobby.make({"rulebook": "crazy_eights", "seats": ["", "", ""]})
    while len(seats.match.choices) < 9:
        choose_first(seats)
    by = next(n for n in range(3) if n != seats.match.choices[-1].player)
    others = [seat for seat in range(3) if seat != by]
    first_id = undo_asked_by(seats, by)
    assert undo_asked_by(seats, by) == first_id  # the same request again is the same request
    seats.answer_wish(others[0], first_id, False)
    with pytest.raises(BadRequest, match="did not agree"):
        seats.undo(by)
    choose_first(seats)
    while seats.match.choices[-1].player == by:
        choose_first(seats)
    before, second = len(seats.match.choices), undo_asked_by(seats, by)

    for stale in (first_id, None, 7, ""):
        with pytest.raises(BadRequest, match="no longer open"):
            seats.answer_wish(others[0], stale, True)
    waiting = next(seat for seat in others if seat != seats.match.choices[-1].player)
    with pytest.raises(BadRequest, match="another player's request"):
        seats.undo(waiting)
    assert second != first_id and seats.wish is not None and seats.wish.agreed == {by}
    for seat in others:
        seats.answer_wish(seat, second, True)
    assert seats.wish is None and len(seats.match.choices) < before


# ------------------------------------------------------------------ floods


def raw_socket(served: Served, token: str, host: str = "") -> socket.socket:
    """A WebSocket without a library, whose reading end is as small as the system allows."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    wire.settimeout(20)
    wire.connect(("127.0.0.1", served.port))
    named = host or f"127.0.0.1:{served.port}"
    lines = (
        f"GET /socket/{token} HTTP/1.1",
        f"Host: {named}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )
    wire.sendall("\r\n".join((*lines, "", "")).encode())
    assert wire.recv(12) == b"HTTP/1.1 101"
    return wire


def frame(opcode: int, payload: bytes = b"", final: bool = True) -> bytes:
    """A masked frame; the mask is nothing."""
    size = len(payload)
    length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
    return bytes([opcode | (128 if final else 0)]) + length + bytes(4) + payload


def is_cut(wire: socket.socket) -> bool:
    """Whether the server ends this connection."""
    wire.settimeout(20)
    try:
        while wire.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "flood",
    [frame(9), frame(10), frame(1, b"{", final=False) + frame(0, b"", final=False) * 999],
    ids=["pings", "pongs", "parts"],
)
def test_frames_of_all_kinds_are_counted(served: Served, flood: bytes) -> None:
    tokens = served.make("tic_tac_toe", ["", ""])
    x, o = first(served.sit(tokens[0])), first(served.sit(tokens[1]))
    with closing(raw_socket(served, tokens[2])) as bad:
        with suppress(OSError):
            bad.sendall(flood * (200_000 // (len(flood) // 6)))
        play_on(x, o)
        assert is_cut(bad)


def test_a_frame_is_counted_however_its_bytes_come() -> None:
    whole = frame(9) + frame(1, b"x" * 300) + frame(2, b"y" * 125)
    for size in (1, 2, 3, 7, len(whole)):
        meter = FrameMeter(limits.Allowance(0, 30))
        parts = [whole[at : at + size] for at in range(0, len(whole), size)]
        assert [meter.accepts(part) for _ in range(10) for part in parts].count(False) == 0
        assert not all(meter.accepts(part) for part in parts)


def test_talk_that_is_not_read_is_no_memory(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in ((web_app, "MESSAGES_AT_ONCE"), (limits, "FRAMES_AT_ONCE")):
        monkeypatch.setattr(module, name, 1e6)
    (x, o, bad), tokens = three(served, chat=True)
    with closing(raw_socket(served, tokens[2])) as deaf:
        (seats,) = served.lobby.seated.values()
        for _ in range(4000):
            bad.say(do="say", text="\N{LATIN SMALL LETTER E WITH ACUTE}" * 300)
            for reads in (x, o, bad):  # one that does not would be let go as well
                reads.until(lambda message: message["type"] == "chat")
            if seats.watchers == 3:
                break
        assert seats.watchers == 3  # the deaf one was let go
        assert is_cut(deaf)
    one = asked_next((x, o, bad))
    assert one is not None
    click(one)


def test_questions_of_one_address_are_counted_together(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "QUESTIONS_AT_ONCE", 10.0)
    monkeypatch.setattr(served.gate, "guests", Guests())
    tokens = served.make("tic_tac_toe", ["", ""])
    x, o = first(served.sit(tokens[0])), first(served.sit(tokens[1]))
    bad = [first(served.sit(tokens[2])) for _ in range(3)]
    for each in bad:
        for _ in range(8):
            each.say(do="rules")
    play_on(x, o)

    said = [each.hear()["type"] for each in bad for _ in range(8)]
    assert 10 <= said.count("rules") < 16


@contextmanager
def served_by_command(folder: Path, *options: str, files: int = 256) -> Iterator[tuple[int, Path]]:
    """`ruleslang serve` with so few open files, and where its log is."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / "log"
    command = (sys.executable, "-m", "ruleslang", "serve", "tic_tac_toe", "--port", str(port))

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    with log.open("wb") as out:
        process = subprocess.Popen(
            [*command, *options], cwd=folder, stdout=out, stderr=out, preexec_fn=limit
        )
    (folder / "pid").write_text(str(process.pid))
    try:
        deadline = time.monotonic() + 60
        while not is_open(port):
            assert process.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield port, log
    finally:
        process.terminate()
        process.wait(20)


def is_open(port: int) -> bool:
    with socket.socket() as wire:
        return wire.connect_ex(("127.0.0.1", port)) == 0


def links_of(port: int) -> list[str]:
    body = json.dumps({"rulebook": "tic_tac_toe", "seats": ["", ""]}).encode()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/matches", body, timeout=PROMPT) as answer:
        return [each["link"].rpartition("/")[2] for each in json.load(answer)["links"]]


def test_silent_connections_keep_nobody_out(tmp_path: Path) -> None:
    with served_by_command(tmp_path) as (port, log), ExitStack() as open_ones:
        for nth in range(1100):
            silent = open_ones.enter_context(socket.socket())
            silent.connect(("127.0.0.1", port))
            if nth % 2:
                silent.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        tokens = links_of(port)
        at = f"ws://127.0.0.1:{port}/socket"
        clients = [Client(open_ones.enter_context(connect(f"{at}/{t}"))) for t in tokens[:2]]
        play_on(*map(first, clients))
        text = log.read_text()

    assert len(text) < 3000
    assert not any(token in text for token in tokens)


def test_a_head_or_a_body_that_never_ends_is_cut(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0.5)
    monkeypatch.setattr(web_app, "BODY_SECONDS", 0.5)
    head = b"POST /matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n"
    for sent in (b"", head, head + b"\r\n{"):
        with closing(socket.create_connection(("127.0.0.1", served.port))) as wire:
            wire.sendall(sent)
            assert is_cut(wire)


def test_a_page_that_is_not_read_is_let_go(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_app, "REQUEST_SECONDS", 0.5)
    with closing(socket.socket()) as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        wire.connect(("127.0.0.1", served.port))
        wire.sendall(b"GET /static/draw.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
        time.sleep(1)
        deadline = time.monotonic() + 60
        while served.gate.connections.busy:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def test_an_address_has_so_many_pages_and_no_more(served: Served) -> None:
    tokens = served.make("tic_tac_toe", ["", ""])
    x, o = first(served.sit(tokens[0])), first(served.sit(tokens[1]))
    served.gate.guests.most_open = 5
    url = f"ws://127.0.0.1:{served.port}/socket/{tokens[2]}"
    for nth in range(8):
        forwarded = {"X-Forwarded-For": "203.0.113.9"}  # by a proxy of this machine
        try:
            bad = served.sockets.enter_context(connect(url, additional_headers=forwarded))
            bad.recv()
        except InvalidStatus:
            assert nth == 5
            break
    play_on(x, o)


def test_addresses_of_one_network_are_one_guest() -> None:
    guests = Guests()

    assert guests.of("2001:db8::1") is guests.of("2001:db8::ffff:2")
    assert guests.of("2001:db8::1") is not guests.of("2001:db8:0:1::1")
    assert guests.of("::ffff:192.0.2.1") is guests.of("192.0.2.1")


def test_a_log_has_one_line_of_a_kind_in_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    import logging

    log, clock = logging.getLogger("tests.once"), Clock()
    once = limits.OncePerMinute()
    log.addFilter(once)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "monotonic", clock)
        for _ in range(1000):
            log.warning("too many of %s", "this")
            log.warning("and of that")
        clock.now += 61
        log.warning("too many of %s", "this")

    said = [record.getMessage() for record in caplog.records]
    assert said[:2] == ["too many of this", "and of that"]
    assert said[2:] == ["too many of this (and 999 lines like this one before it)"]


# ------------------------------------------------------------------ names and origins


def asked_of(served: Served, method: str, path: str, **headers: str) -> int:
    """The status of a request with these headers."""
    with closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)) as wire:
        body = b'{"rulebook": "tic_tac_toe", "seats": ["", ""]}' if method == "POST" else None
        named = {"Host": f"127.0.0.1:{served.port}", **headers}
        wire.request(method, path, body, {k.replace("_", "-"): v for k, v in named.items()})
        return wire.getresponse().status


def test_a_server_answers_to_its_own_names_alone(served: Served) -> None:
    at_port = f"evil.example:{served.port}"
    for host in ("evil.example", at_port, "localhost.evil.example", "", "x@y"):
        assert asked_of(served, "GET", "/rulebooks", Host=host) == 421
        assert asked_of(served, "POST", "/matches", Host=host) == 421
    for host in ("localhost", f"localhost:{served.port}", "[::1]:80", "192.0.2.7", "a.localhost"):
        assert asked_of(served, "GET", "/rulebooks", Host=host) == 200
    served.gate.names = HostNames(frozenset({"games.example"}))
    assert asked_of(served, "GET", "/", Host="games.example") == 200
    assert asked_of(served, "GET", "/", Host="GAMES.example.:8000") == 200


def test_a_page_of_a_stranger_makes_no_match(served: Served) -> None:
    own = f"http://127.0.0.1:{served.port}"
    strangers = ("http://evil.example", "null", "https://127.0.0.1:1", "http://127.0.0.1", "x", "")
    for origin in strangers:
        assert asked_of(served, "POST", "/matches", Origin=origin) == 403
    assert asked_of(served, "POST", "/matches", Sec_Fetch_Site="cross-site") == 403
    assert asked_of(served, "POST", "/matches", Origin=own, Sec_Fetch_Site="same-origin") == 200
    assert asked_of(served, "POST", "/matches") == 200  # a program that is no browser
    served.gate.names = HostNames(frozenset({"games.example"}))
    assert asked_of(served, "POST", "/matches", Origin="https://games.example") == 200


def test_a_socket_of_a_stranger_hears_nothing(served: Served) -> None:
    token = served.make("tic_tac_toe", ["", ""])[0]
    url = f"ws://127.0.0.1:{served.port}/socket/{token}"
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
        with connect(url, origin=origin) as other:  # type: ignore[arg-type]
            assert json.loads(other.recv())["type"] == "closed"
            with pytest.raises(ConnectionClosed):
                other.recv()
    with pytest.raises(InvalidStatus):
        connect(url, additional_headers={"Host": "evil.example"})
    with connect(url, origin=f"http://127.0.0.1:{served.port}") as own:  # type: ignore[arg-type]
        assert json.loads(own.recv())["type"] == "declared"


# ------------------------------------------------------------------ the store


def test_a_store_is_for_its_owner_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    with store_at(tmp_path / "own.sqlite") as store:
        assert [path.name for path in tmp_path.iterdir() if path.stat().st_mode & 0o077] == []
        assert [*store.warnings()] == []
        (tmp_path / "own.sqlite").chmod(0o644)
        tmp_path.chmod(0o755)
        warnings = store.warnings()

    assert [re.findall("mode 0[0-7]+|chmod [0-7]+", each) for each in warnings] == [
        ["mode 0644", "chmod 600"],
        ["mode 0755", "chmod 700"],
    ]


@contextmanager
def store_at(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path)
    store.add(_kept())
    yield store
    store.close()


def _kept() -> Any:
    from ruleslang.apps.table.store import StoredMatch

    return StoredMatch("m", "pig", "", "{}", ("one", "two"), ("", ""))


def test_two_servers_on_one_store_are_one_too_many(tmp_path: Path) -> None:
    with served_by_command(tmp_path, "--store", "s.sqlite") as (port, _):
        second = subprocess.run(
            [sys.executable, "-m", "ruleslang", "serve", "pig", "--store", "s.sqlite"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert second.returncode == 2
        assert "in use by another server" in second.stderr
        assert links_of(port)
    with store_at(tmp_path / "s.sqlite") as store:  # it is free when the first has gone
        assert store.find("one") is not None


@pytest.mark.parametrize(
    ("name", "holds", "said"),
    [
        ("a", b"\xff" * 5000, "file is not a database"),
        ("folder", None, "is a folder"),
        ("no/such/folder", None, "a folder that does not exist"),
        ("cut", "cut", "damaged|malformed"),
    ],
)
def test_a_store_that_cannot_be_used_is_reported(
    tmp_path: Path, name: str, holds: Any, said: str
) -> None:
    (tmp_path / "folder").mkdir()
    path = tmp_path / name
    if holds == "cut":
        with store_at(path):
            pass
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + b"\x07" * (len(whole) - 4096))
    elif holds is not None:
        path.write_bytes(holds)

    with pytest.raises(StoreFault, match=said):
        SqliteStore(path)
    assert "mistake of ruleslang" not in said


def test_without_sqlite_serve_reports_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from ruleslang.apps.cli.commands import serve
    from ruleslang.apps.cli.error_messages import Mistake

    found = serve.importlib.util.find_spec
    monkeypatch.setattr(
        serve.importlib.util, "find_spec", lambda name: None if name == "_sqlite3" else found(name)
    )
    with pytest.raises(Mistake, match="built without it"):
        serve.run(serve.Options(rulebooks=("pig",), store=str(tmp_path / "x")))


def test_a_choice_and_its_clock_are_stored_together_or_not_at_all(served: Served) -> None:
    tokens = served.make("tic_tac_toe", ["", ""], minutes=5)
    x, o = first(served.sit(tokens[0])), first(served.sit(tokens[1]))
    click(x)
    with closing(sqlite3.connect(served.path)) as file:
        file.execute("create trigger t before insert on clocks begin select raise(abort, 'x'); end")
        file.commit()
        while not o.state["question"]:
            o.hear()
        o.choose(0)
        refused = o.until(lambda message: message["type"] == "refused")
        (seats,) = served.lobby.seated.values()
        assert "cannot be saved now" in refused["text"]
        assert len(seats.match.choices) == len(seats.store.choices(seats.kept.id)) == 1
        file.execute("drop trigger t")
        file.commit()
    play_on(o, x, 3)
    assert len(seats.match.choices) == len(seats.store.choices(seats.kept.id)) == 4


def test_on_a_full_disk_a_match_stays_where_it_is(tmp_path: Path) -> None:
    """What cannot be written is not played, and goes on when it can be written again."""
    with served_by_command(tmp_path) as (port, log), ExitStack() as open_ones:
        at = f"ws://127.0.0.1:{port}/socket"
        tokens = links_of(port)
        clients = [Client(open_ones.enter_context(connect(f"{at}/{t}"))) for t in tokens[:2]]
        x, o = map(first, clients)
        click(x)
        while not o.state["question"]:
            o.hear()
        pid = int((tmp_path / "pid").read_text())
        wal = tmp_path / "ruleslang-table" / "matches.sqlite-wal"
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (wal.stat().st_size, resource.RLIM_INFINITY))
        for _ in range(3):
            o.choose(0)
            refused = o.until(lambda message: message["type"] == "refused")
            assert "cannot be saved now" in refused["text"]
        with pytest.raises(urllib.error.HTTPError, match="400"):
            links_of(port)
        endless = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, endless)
        play_on(o, x, 3)
        text = log.read_text()

    assert text.count("the store cannot be written") == 1
    assert "Traceback" not in text and not any(token in text for token in tokens)


def test_a_bots_choice_that_could_not_be_saved_is_tried_again(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_and_tabs, "RETRY_SECONDS", 0.3)
    tokens = served.make("tic_tac_toe", ["", "random"])
    x = first(served.sit(tokens[0]))
    with closing(sqlite3.connect(served.path)) as file:
        file.execute(
            "create trigger t before insert on decisions when new.number > 0 "
            "begin select raise(abort, 'x'); end"
        )
        file.commit()
        x.choose(0)
        x.until(lambda message: message["type"] == "state" and not message["question"])
        time.sleep(1)
        (seats,) = served.lobby.seated.values()
        assert len(seats.match.choices) == 1
        file.execute("drop trigger t")
        file.commit()
    x.until(lambda message: message.get("question"))


# ------------------------------------------------------------------ long matches, slow bots

SLOW = """rulebook slow "Slow"
    language 1
    players 2: ann, bob
    starts with game
    at most 400 decisions, then nobody wins

state counter: 0..9 = 0

phase game
    take turns p among players
        p must do step, if impossible give_up

action step "step" by p choosing n "how many" from 1..3
    repeat {TIMES} times
        set counter to n

procedure give_up
    nobody wins
"""


def slow(times: int) -> ruleslang.Game:
    return ruleslang.load_text(SLOW.replace("{TIMES}", str(times)), name="slow.rules")


def test_a_match_longer_than_any_budget_is_found_again(tmp_path: Path) -> None:
    """Each choice has a budget, as it had when it was made; steps are counted in threads alone."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(reopen_long, SqliteStore(tmp_path / "a.sqlite")).result()


def reopen_long(store: SqliteStore) -> None:
    games = {"slow": slow(4000)}
    with budget(0.1), unbounded():  # each budget has 20,000 steps
        lobby = Lobby(games, store, "interpreter")
        seats, tokens = lobby.make({"rulebook": "slow", "seats": ["", ""]})
        with pytest.raises(BadRequest, match="takes too long"):
            tables_and_tabs.with_budget(lambda: [choose_first(seats) for _ in range(40)])
        while len(seats.match.choices) < 40:
            tables_and_tabs.with_budget(lambda: choose_first(seats))
        again = tables_and_tabs.with_budget(
            lambda: Lobby(games, store, "interpreter").find(tokens[0])
        )
        assert again is not None
        assert again.match.hash() == seats.match.hash()
        told = [tables_and_tabs.with_budget(lambda one=one: one.story(0)) for one in (again, seats)]
        assert told[0] == told[1]


def test_a_page_hears_that_a_long_match_is_being_opened(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others play on meanwhile."""
    tokens = served.make("tic_tac_toe", ["", ""])
    x, o = map(first, map(served.sit, served.make("tic_tac_toe", ["", ""])[:2]))
    served.lobby.seated.pop(served.lobby.find(tokens[0]).kept.id)  # type: ignore[union-attr]
    monkeypatch.setattr(web_app, "SIGN_SECONDS", 0.1)
    found = Lobby.find

    def late(lobby: Lobby, token: str) -> Any:
        time.sleep(1.5)
        return found(lobby, token)

    monkeypatch.setattr(Lobby, "find", late)
    opening = served.sit(tokens[0])
    assert opening.hear()["type"] == "opening"
    play_on(x, o)
    opening.until(lambda message: message["type"] == "state")


def test_a_page_gets_signs_of_its_server_while_a_bot_thinks(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that has asked for what it cannot get before, and one that comes meanwhile."""
    monkeypatch.setattr(web_app, "SIGN_SECONDS", 0.2)
    tokens = served.make("tic_tac_toe", ["", "random"])
    x, looks = first(served.sit(tokens[0])), first(served.sit(tokens[2]))
    thinks = threading.Event()
    choose = SeatedMatch._place_of_bot

    def late(seats: SeatedMatch, decision: Any) -> int:
        assert thinks.wait(20)
        return choose(seats, decision)

    monkeypatch.setattr(SeatedMatch, "_place_of_bot", late)
    x.say(do="choose", ticket=x.state["question"]["ticket"], place=0, id=1)
    x.until(lambda message: message["type"] == "done")
    for tab in (x, looks):
        tab.say(do="beat")
        tab.until(lambda message: message["type"] == "beat", 2)
    looks.say(do="rules")
    late_one = served.sit(tokens[2])
    for tab in (looks, looks, late_one, late_one):  # without their own signal
        tab.until(lambda message: message["type"] in ("beat", "opening"), 2)
    thinks.set()
    looks.until(lambda message: message["type"] == "rules")
    x.until(lambda message: message["type"] == "state" and message["question"])
    first(late_one)
    x.choose(0)


def test_a_tab_that_goes_ends_what_it_began(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the bot of its choice thinks, nobody reads the match."""
    tokens = served.make("tic_tac_toe", ["", "random"])
    x = first(served.sit(tokens[0]))
    (seats,) = served.lobby.seated.values()
    busy, overlaps = threading.Lock(), []
    choose, shown = SeatedMatch._place_of_bot, SeatedMatch.shown

    def late(seats: SeatedMatch, decision: Any) -> int:
        with busy:
            time.sleep(1)
            return choose(seats, decision)

    def seen(seats: SeatedMatch, reader: Any) -> dict[str, Any]:
        overlaps.append(busy.locked())
        return shown(seats, reader)

    monkeypatch.setattr(SeatedMatch, "_place_of_bot", late)
    monkeypatch.setattr(SeatedMatch, "shown", seen)
    x.say(do="choose", ticket=x.state["question"]["ticket"], place=0, id=1)
    x.until(lambda message: message["type"] == "done")
    x.at.close()
    again = first(served.sit(tokens[0]))
    assert overlaps and not any(overlaps)
    assert len(seats.match.choices) == 2
    again.choose(0)


def test_a_message_that_fails_ends_its_tab_alone(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tokens = served.make("tic_tac_toe", ["", ""])
    x, o, bad = (first(served.sit(token)) for token in tokens[:3])
    done_by = web_app.answered

    def failing(seats: SeatedMatch, reader: Any, message: Any) -> dict[str, Any]:
        if reader is None:
            raise RuntimeError("a mistake of the server")
        return done_by(seats, reader, message)

    monkeypatch.setattr(web_app, "answered", failing)
    bad.say(do="rules")
    with pytest.raises(ConnectionClosed):
        bad.until(lambda message: message["type"] == "rules")
    play_on(x, o)
    assert "could not be carried out" in caplog.text


def test_a_bot_that_takes_too_long_plays_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seated_match, "BOT_SECONDS", 0.1)
    monkeypatch.setattr("ruleslang.players.search_bot.QuickForm.of", lambda *_: None)
    for times in (2, 9000):  # playouts are cut short; the first is not over
        lobby = Lobby({"slow": slow(times)}, MemoryStore(), "interpreter")
        seats, _ = lobby.make({"rulebook": "slow", "seats": ["search", ""]})
        with ThreadPoolExecutor(1) as thread:  # as at a server: its budget counts steps alone
            assert thread.submit(tables_and_tabs.with_budget, seats.choose_unasked).result()

        assert len(seats.match.choices) == 1
        assert seats.shown(1)["hurried"] == [0]
        assert not seats.is_over


def test_an_honest_search_bot_has_time(monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = Lobby({"tic_tac_toe": ruleslang.load("tic_tac_toe")}, MemoryStore())
    seats, _ = lobby.make({"rulebook": "tic_tac_toe", "seats": ["search", ""]})

    assert tables_and_tabs.with_budget(seats.choose_unasked)
    assert seats.shown(1)["hurried"] == []
