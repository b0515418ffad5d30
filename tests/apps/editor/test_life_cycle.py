"""The language server, asked as bytes: what is answered when, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls")

PATIENCE = 60  # seconds
INVALID_REQUEST, INVALID_PARAMS, NOT_INITIALIZED = -32600, -32602, -32002
INITIALIZE = {"processId": None, "rootUri": None, "capabilities": {}}
RULES = """rulebook small "Small"
    language 1
    players 2
    starts with game

phase game
    nobody wins
"""


class Server:
    """The server's process, and what it wrote."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            (sys.executable, "-m", "ruleslang", "lsp"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._to, self._of = self._process.stdin, self._process.stdout

    def send(self, method: str, params: Any = None, id: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if id is None else {**message, "id": id}).encode()
        self._to.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._to.flush()

    def receive(self) -> dict[str, Any]:
        length = 0
        while line := self._of.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        read: dict[str, Any] = json.loads(self._of.read(length))
        return read

    def answer(self, method: str, params: Any = None, *, id: int) -> Any:
        """The result of a request, or its error's code; notifications before it are dropped."""
        self.send(method, params, id)
        while (message := self.receive()).get("id") != id:
            assert "method" in message
        return message["error"]["code"] if "error" in message else message["result"]

    def published(self) -> tuple[int | None, int]:
        """The version and the number of the next diagnostics."""
        while (message := self.receive()).get("method") != "textDocument/publishDiagnostics":
            pass
        return message["params"].get("version"), len(message["params"]["diagnostics"])

    def status(self) -> int:
        """The exit status."""
        self._to.close()
        self._of.close()
        return self._process.wait(PATIENCE)

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self.status()


Serving = Callable[[], Server]


@pytest.fixture
def serving() -> Iterator[Serving]:
    """Servers, which end with the test even if it fails."""
    begun = list[Server]()

    def one() -> Server:
        begun.append(Server())
        return begun[-1]

    yield one
    for server in begun:
        server.kill()


def test_requests_are_served_between_initialize_and_shutdown(serving: Serving) -> None:
    server = serving()
    hover = {"textDocument": {"uri": "file:///x"}, "position": {"line": 0, "character": 0}}
    assert server.answer("textDocument/hover", hover, id=1) == NOT_INITIALIZED
    assert server.answer("shutdown", id=2) == NOT_INITIALIZED
    server.send("textDocument/didOpen", {"textDocument": {}})
    can = server.answer("initialize", INITIALIZE, id=3)["capabilities"]
    assert can["completionProvider"]["resolveProvider"] is True
    assert server.answer("initialize", INITIALIZE, id=4) == INVALID_REQUEST
    server.send("initialized", {})
    assert server.answer("textDocument/hover", hover, id=5) is None
    assert server.answer("textDocument/hover", {"textDocument": 1}, id=6) == INVALID_PARAMS
    assert server.answer("shutdown", id=7) is None
    assert server.answer("textDocument/hover", hover, id=8) == INVALID_REQUEST
    assert server.answer("shutdown", id=9) == INVALID_REQUEST
    server.send("exit")
    assert server.status() == 0


def test_exit_without_shutdown_ends_with_1(serving: Serving) -> None:
    server = serving()
    server.answer("initialize", INITIALIZE, id=1)
    server.send("exit")
    assert server.status() == 1


def test_diagnostics_carry_the_version_that_was_checked(serving: Serving, tmp_path: Path) -> None:
    uri = (tmp_path / "small.rules").as_uri()
    server = serving()
    server.answer("initialize", INITIALIZE, id=1)
    opened = {"uri": uri, "languageId": "rules", "version": 4, "text": RULES}
    server.send("textDocument/didOpen", {"textDocument": opened})
    assert server.published() == (4, 0)
    for version, text in ((5, RULES.replace("wins", "loses")), (9, RULES), (12, f"{RULES}\n")):
        changed = {"textDocument": {"uri": uri, "version": version}}
        server.send("textDocument/didChange", {**changed, "contentChanges": [{"text": text}]})
        while (published := server.published())[0] != version:
            assert published[0] is not None and published[0] < version
        assert (published[1] > 0) == (version == 5)
    assert server.answer("shutdown", id=2) is None
    server.send("exit")
    assert server.status() == 0
