"""A server in a thread, and clients of it."""

from __future__ import annotations

import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

import ruleslang

pytest.importorskip("starlette", reason="the extra `table` is not installed")
pytest.importorskip("uvicorn", reason="the extra `table` is not installed")
pytest.importorskip("websockets", reason="the extra `table` is not installed")

from websockets.sync.client import ClientConnection, connect

from ruleslang.apps.table.connections import Address, server_of
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.sqlite_store import SqliteStore
from ruleslang.apps.table.tables_and_tabs import Tab
from ruleslang.apps.table.web_app import Gate, application

GAMES = (
    *("tic_tac_toe", "hearts", "kuhn_poker", "crazy_eights", "chess", "ollapion"),
    *("sealed_bids", "hanabi", "super_team"),
)


class Client:
    """A tab at a table: all frames that it was sent, and the last state."""

    def __init__(self, at: ClientConnection) -> None:
        self.at = at
        self.frames: list[str] = []
        self.state: dict[str, Any] = {}
        self.log: list[str] = []

    def hear(self, seconds: float = 40) -> dict[str, Any]:
        """The next message; signs that the server is there are not kept."""
        text = self.at.recv(timeout=seconds)
        assert isinstance(text, str)
        message: dict[str, Any] = json.loads(text)
        if message["type"] != "beat":
            self.frames.append(text)
        if message["type"] == "state":
            self.state = message
            if message["afresh"]:
                self.log.clear()
            self.log += [each["text"] for each in message["entries"]]
        return message

    def until(self, fits: Callable[[dict[str, Any]], Any], seconds: float = 40) -> dict[str, Any]:
        """The next message that fits."""
        while True:
            message = self.hear(seconds)
            if fits(message):
                return message

    def say(self, **message: Any) -> None:
        self.at.send(json.dumps(message))

    def choose(self, place: int) -> None:
        self.say(do="choose", ticket=self.state["question"]["ticket"], place=place)


def unread(tab: Tab) -> list[str]:
    """What waits to be sent to a tab, which reads it."""
    return [tab.unread.get_nowait() for _ in range(tab.unread.qsize())]


@frozen
class Served:
    """A server that runs."""

    port: int
    lobby: Lobby
    sockets: ExitStack
    gate: Gate
    path: Path

    def make(self, rulebook: str, seats: list[str], **more: Any) -> list[str]:
        """A new match: the secrets of its links."""
        status, found = self.post({"rulebook": rulebook, "seats": seats, **more})
        assert status == 200, found
        return [each["link"].rpartition("/")[2] for each in found["links"]]

    def post(self, asked: Any) -> tuple[int, Any]:
        """What the lobby says."""
        body = asked if isinstance(asked, bytes) else json.dumps(asked).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/matches", body)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as problem:
            return problem.code, json.load(problem)

    def sit(self, token: str, max_queue: int = 16) -> Client:
        """A tab at a table, and how many messages wait for it to read them."""
        url = f"ws://127.0.0.1:{self.port}/socket/{token}"
        made = connect(url, max_size=None, max_queue=max_queue, close_timeout=1)
        return Client(self.sockets.enter_context(made))


def serve(
    path: Path,
    engine: str = "interpreter",
    games: dict[str, ruleslang.Game] | None = None,
    folder: Callable[[str], Path | None] = lambda _: None,
) -> Iterator[Served]:
    """A server that keeps its matches in a file."""
    store = SqliteStore(path)
    games = games or {name: ruleslang.load(name) for name in GAMES}
    lobby = Lobby(games, store, engine=engine, folder=folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    gate = Gate()
    server = server_of(application(lobby, gate), gate.connections, Address(port=port))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    with ExitStack() as sockets:
        yield Served(port, lobby, sockets, gate, path)
    server.should_exit = server.force_exit = True
    thread.join(10)
    store.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    yield from serve(tmp_path / "table.sqlite")
