"""A server that follows `docs/security.md`, and an attacker: it stays up and leaks no secrets."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ruleslang
from ruleslang.source.checksum import seal
from tests.hostile.fuzz.mutators import PAYLOADS
from tests.hostile.fuzz.names import PLAIN, written
from tests.hostile.fuzz.texts import HEAD
from tests.hostile.server import MOST_LETTERS

CHECKOUT = Path(__file__).parents[2]
CANARY = "the secret of the house"
HONEST = written(PLAIN)
GAME = HEAD.partition("phase game")[0] + "phase game\n"
TEXTS = {
    "brackets": HEAD + "value v = " + "(" * 50_000,
    "numbered rules": HEAD.replace("    starts", "    rules X 1..999999999999999\n    starts"),
    "teams": HEAD.replace("    starts", "    teams 999999999 of 1\n    starts"),
    "cards of the system": HEAD.replace("    starts", "    cards ../../etc\n    starts"),
    "a piece of nothing": HEAD.replace("    starts", "    uses ../../../etc/passwd\n    starts"),
    "a loop": GAME + "    repeat 999999999 times\n        nothing\n    nobody wins\n",
    "a loop without end": GAME + "    repeat until 1 > 2\n        nothing\n    nobody wins\n",
    "a table of places": HEAD + "state s(1..99999, 1..99999): 0..9 = 0\n",
    "letters that turn": HEAD + "value a\u202eb = 1\n",
    "commands of a terminal": HEAD.replace('"X"', '"\x1b[2J"'),
    "half a letter": HEAD.replace('"X"', '"\ud800"'),
    "mark-up": HEAD.replace('"X"', '"<script>got_in</script>"'),
    "copies": HEAD + 'kind k\ncard c "C" x999999999999: k\n',
    "a decision that asks itself": HEAD + "value a = b\nvalue b = a\n",
    "nothing": "",
}


class Client:
    """Whoever sends lines to the server."""

    def __init__(self, folder: Path) -> None:
        (folder / "house.txt").write_text(CANARY)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.hostile.server"],
            cwd=CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.said: list[str] = []
        self.noted = b""  # by the witness

    def ask(self, **request: Any) -> dict[str, Any]:
        """The answer to a request."""
        return self.send(json.dumps(request))

    def send(self, line: str) -> dict[str, Any]:
        """The answer to a line."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        message = self.process.stdout.readline().decode()
        assert message, "the server is down"
        self.said.append(message)
        answer: dict[str, Any] = json.loads(message)
        assert answer
        return answer

    def close(self) -> None:
        """Nothing is left to be asked."""
        if self.process.returncode is None:
            self.noted = self.process.communicate()[1]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Client]:
    """A server of its own."""
    client = Client(tmp_path)
    yield client
    client.close()


def played(server: Client, game: str, engine: str = "wasm") -> dict[str, Any]:
    """An honest match to its end, which the server has to survive all else for."""
    log = server.ask(do="begin", game=game, engine=engine)
    while not log["over"]:
        seat = log["asked"]
        decision = log["views"][seat]["decision"]
        assert all(view["decision"] is None for view in log["views"] if view["player"] != seat)
        log = server.ask(
            do="choose",
            match=log["match"],
            ticket=log["ticket"],
            seat=seat,
            choice=decision["choices"][0]["id"],
        )
    return log


def test_a_server_survives_what_strangers_write(server: Client, tmp_path: Path) -> None:
    game = server.ask(do="text", text=HONEST)["game"]
    for title, text in TEXTS.items():
        log = server.ask(do="text", text=text)
        assert log.get("game") or log.get("wrong") or log.get("refused"), title
        if "game" in log:
            for engine in ("interpreter", "wasm"):
                server.ask(do="begin", game=log["game"], engine=engine)
    for name in PAYLOADS:
        log = server.ask(do="text", text=HONEST, name=name)
        assert "refused" in log or not played(server, log["game"])["stopped"], name
    assert not played(server, game)["stopped"]
    server.close()

    assert server.noted == b""
    assert server.process.returncode == 0
    assert not any(CANARY in message or str(CHECKOUT) in message for message in server.said)
    assert [each.name for each in tmp_path.iterdir() if "got_in" in each.name] == []


ANSWERS: list[Any] = [
    -1, 10**40, 2**63, 1.0, 0.5, None, True, [], {}, [0], "", "\0", "\ud800", "\x1b[2J",
    "../../etc/passwd", "9" * 9000, "a" * 9000, "__class__", {"player": 0},
]  # fmt: skip


def test_a_server_survives_what_strangers_answer(server: Client) -> None:
    game = server.ask(do="text", text=HONEST)["game"]
    log = server.ask(do="begin", game=game)
    match, ticket, seat = log["match"], log["ticket"], log["asked"]
    before = log["views"]
    for answer in ANSWERS:
        for request in (
            {"match": match, "ticket": ticket, "seat": answer, "choice": 0},
            {"match": match, "ticket": answer, "seat": seat, "choice": 0},
            {"match": answer, "ticket": ticket, "seat": seat, "choice": 0},
            {"match": match, "ticket": ticket, "seat": seat, "choice": answer},
        ):
            refused = server.ask(do="choose", **request)
            if "match" in refused:  # a choice by its text may be one: it is never two
                ticket, seat, before = refused["ticket"], refused["asked"], refused["views"]
                continue
            assert refused["refused"].startswith("this")
    for line in ("", "[]", "null", "{", "[" * 50_000, "1e999", '{"do": []}', '{"do": 1, "do": 2}'):
        assert "refused" in server.send(line)
    assert "refused" in server.send(json.dumps({"do": "text", "text": "a" * MOST_LETTERS}))

    assert server.ask(do="save", match=match)["save"]
    assert before
    played(server, game)
    server.close()
    assert server.noted == b""


def test_a_server_resumes_no_save_but_its_own(server: Client, tmp_path: Path) -> None:
    game = server.ask(do="text", text=HONEST)["game"]
    log = server.ask(do="begin", game=game)
    name = server.ask(do="save", match=log["match"])["save"]
    own = ruleslang.load_text(HONEST).start(seed=5)
    forged = json.loads(own.to_json())
    forged.pop("checksum")
    house = {**forged, "start": {**forged["start"], "rulebook": str(tmp_path / "house.txt")}}
    for save in (
        own.to_json(),
        own.to_json(seal_key=b"a key of somebody else's"),
        seal(house),
        seal(house, b"0" * 32),
        seal({**forged, "seal": "0" * 64}),
        seal({**forged, "choices": [{"player": 0, "choice": "1"}] * 900}),
        *(str(each) for each in ANSWERS),
    ):
        refused = server.ask(do="resume", game=game, save=save)
        assert refused == {"refused": "this is no save of this server"}, save[:200]

    again = server.ask(do="resume", game=game, save=name)
    assert again["views"] == log["views"]
    server.close()
    secrets = ('"seed"', '"hash"', '"seal"', '"events"', CANARY, str(tmp_path))
    assert not any(each in message for message in server.said for each in secrets)
    assert server.noted == b""
