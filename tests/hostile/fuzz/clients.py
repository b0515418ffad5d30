"""The messages of clients to the table's server, in process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine
from functools import cache
from random import Random
from typing import Any

from attrs import define, field

import ruleslang
from tests.hostile.fuzz import mutators
from tests.hostile.fuzz.harness import SECRET, Target
from tests.hostile.fuzz.mutators import raw, text_of

PATIENCE = 600.0  # seconds by the clock until a client gives up: an answer that never comes
HOST = [(b"host", b"localhost")]
GAMES = ("tic_tac_toe", "kuhn_poker", "crazy_eights")


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """One loop for all inputs: each new one would open sockets of its own."""
    return asyncio.new_event_loop()


def wait_for(work: Coroutine[Any, Any, None]) -> None:
    """Do some work of asyncio to its end."""
    _loop().run_until_complete(asyncio.wait_for(work, PATIENCE))


@cache
def _games() -> dict[str, ruleslang.Game]:
    return {name: ruleslang.load(name) for name in GAMES}


@define(eq=False)
class Wire:
    """One connection as the server sees it: what comes in, what went out."""

    waiting: asyncio.Queue[dict[str, Any]] = field(factory=asyncio.Queue)
    sent: list[dict[str, Any]] = field(factory=list)
    idle: asyncio.Event = field(factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    async def receive(self) -> dict[str, Any]:
        """The next message; the server has done with all before it."""
        if self.waiting.empty():
            self.idle.set()
        return await self.waiting.get()

    async def send(self, message: dict[str, Any]) -> None:
        """What the server says, which is legible and says nothing of the house."""
        self.sent.append(message)
        output = message.get("text") or (message.get("body") or b"").decode("utf-8")
        assert SECRET not in output
        if output:
            json.loads(output)

    def tells(self, message: dict[str, Any]) -> None:
        """A message of this client."""
        self.idle.clear()
        self.waiting.put_nowait(message)

    async def rest(self) -> None:
        """Until the server waits for this client, or has closed."""
        assert self.task is not None
        idle = asyncio.ensure_future(self.idle.wait())
        await asyncio.wait([idle, self.task], return_when=asyncio.FIRST_COMPLETED)
        idle.cancel()
        if self.task.done():
            self.task.result()

    async def obeyed(self) -> None:
        """Until all that was sent is carried out, or the server has closed: it reads ahead."""
        assert self.task is not None
        last = f"last of {len(self.sent)}"
        question = {"do": "choose", "ticket": "of no question", "place": 0, "id": last}
        self.tells({"type": "websocket.receive", "text": json.dumps(question)})
        answer = f'"id": {json.dumps(last)}'
        while not self.task.done() and not any(
            answer in each.get("text", "") for each in self.sent
        ):
            await asyncio.sleep(0.001)


def table_in(data: bytes) -> None:
    """What clients send to a table: answered or refused, and nothing that was shown is lost."""
    wait_for(_at_table(json.loads(data)))


async def _at_table(asked: dict[str, Any]) -> None:
    from ruleslang.apps.table.lobby import Lobby
    from ruleslang.apps.table.sqlite_store import SqliteStore
    from ruleslang.apps.table.web_app import application

    store = SqliteStore(":memory:")
    lobby = Lobby(_games(), store, engine="interpreter")
    app = application(lobby)
    for body in asked["bodies"]:
        status = await _posted(app, raw(body))
        assert status in (200, 400, 413, 429), status
    seats, tokens = lobby.make({"rulebook": asked["game"], "seats": ["", ""]})
    wires = [await _sat(app, token) for token in tokens]
    for who, kind, text in asked["said"]:
        wire = wires[who % len(wires)]
        if wire.task is None or wire.task.done():
            continue
        output = text.replace("TICKET", seats.ticket)
        message = {"text": output} if kind == "text" else {"bytes": raw(output)}
        wire.tells({"type": "websocket.receive", **message})
        await wire.obeyed()
    before = [each.sent[-1:] for each in wires]
    (again,) = [lobby.find(token) for token in tokens[:1]]
    assert again is seats
    lobby.seated.clear()
    kept = lobby.find(tokens[0])
    assert kept is not None
    assert kept.match.hash() == seats.match.hash(), "what was shown is not what was kept"
    assert (kept.ended, kept.sitters) == (seats.ended, seats.sitters)
    assert before == [each.sent[-1:] for each in wires]
    for wire in wires:
        wire.tells({"type": "websocket.disconnect", "code": 1000})
        assert wire.task is not None
        await wire.task
    assert seats.watchers == 0, "a socket that is closed is still counted"
    store.close()


async def _sat(app: Callable[..., Awaitable[None]], token: str) -> Wire:
    wire = Wire()
    wire.waiting.put_nowait({"type": "websocket.connect"})
    scope = {"type": "websocket", "path": f"/socket/{token}", "headers": HOST, "query_string": b""}
    wire.task = asyncio.ensure_future(app(scope, wire.receive, wire.send))
    await wire.rest()
    return wire


async def _posted(app: Callable[..., Awaitable[None]], body: bytes) -> int:
    wire = Wire()
    wire.tells({"type": "http.request", "body": body, "more_body": False})
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/matches",
        "headers": HOST,
        "query_string": b"",
    }
    await app(scope, wire.receive, wire.send)
    (status,) = (each["status"] for each in wire.sent if each["type"] == "http.response.start")
    return int(status)


def _plain() -> dict[str, Any]:
    choose = '{"do": "choose", "ticket": "TICKET", "place": 0}'
    make = json.dumps({"rulebook": "kuhn_poker", "seats": ["", "random"], "minutes": 3})
    return {"game": GAMES[0], "bodies": [make], "said": [[0, "text", choose], [1, "text", choose]]}


def some_clients(chance: Random) -> bytes:
    """Requests for matches, and messages of seats and spectators, with odd values."""
    output = []
    for turn in range(chance.randrange(1, 12)):
        if chance.random() < 0.7:
            message = chance.choice(MESSAGES)
            if chance.random() < 0.4:
                message = mutators.bent_json(message, chance, MESSAGES)
            text = json.dumps(message)
        else:
            text = text_of(mutators.bent(raw(json.dumps(chance.choice(MESSAGES))), chance))
        kind = "text" if chance.random() < 0.95 else "bytes"
        output.append([turn if chance.random() < 0.6 else chance.randrange(3), kind, text])
    bodies = []
    if chance.random() < 0.5:
        body = mutators.bent_json(chance.choice(BODIES), chance, BODIES)
        bodies = [json.dumps(body)]
        if chance.random() < 0.2:
            bodies = [text_of(mutators.bent(raw(bodies[0]), chance))]
    return mutators.jsonable({"game": chance.choice(GAMES), "bodies": bodies, "said": output})


CHOOSE = {"do": "choose", "ticket": "TICKET", "place": 0}
MESSAGES: list[Any] = [
    *(CHOOSE, CHOOSE, CHOOSE, {**CHOOSE, "place": 1}, {**CHOOSE, "ticket": "x"}),
    *({"do": "undo"}, {"do": "agree", "yes": True}, {"do": "agree", "yes": False}),
    *({"do": "bot", "bot": "random"}, {"do": "bot", "bot": ""}, {"do": "resign"}),
    *({"do": "pass", "until": "event"}, {"do": "pass", "until": "turn"}),
]
BODIES: list[Any] = [
    {"rulebook": "tic_tac_toe", "seats": ["", "random"], "options": {}, "lang": "", "minutes": 5},
    {"rulebook": "crazy_eights", "seats": ["", "", "random"], "options": {"a": "b"}, "lang": "fr"},
]


TARGETS = (
    Target("clients", 4_000, some_clients, table_in, lambda: table_in(mutators.jsonable(_plain()))),
)
