"""
The web application: pages, a lobby, and a socket for each tab at a table.

Always: one task at a time uses a match, in a worker thread; a reader is sent something only if what
he is shown has changed, so that nobody learns that another was asked. A client that sends too much,
too often or nonsense is answered in words, then disconnected; nobody waits for one that does not
read.
"""

from __future__ import annotations

import json
from asyncio import Lock, Queue, Task, TimerHandle, create_task, get_running_loop, to_thread
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from attrs import define, field
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.readers import BadRequest, Reader
from ruleslang.apps.table.seated_match import MOST_IN_A_ROW, SeatedMatch, done_by
from ruleslang.apps.table.unmoving_requests import ASKED_FOR, answered
from ruleslang.engine.match.wording import wording_in
from ruleslang.library.find_rulebook import shipped_folder
from ruleslang.source.budget import UsedUp, budget

T = TypeVar("T")

STATIC = shipped_folder("apps/table/static")
LONGEST_MESSAGE = 4096  # letters of a client's message
LONGEST_BODY = 65536
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 10.0, 40.0
MATCHES_A_SECOND, MATCHES_AT_ONCE = 0.5, 30.0
POSITIONS_A_SECOND, POSITIONS_AT_ONCE = 0.1, 10.0  # each is a rulebook that is read anew
MOST_WRONG = 20  # messages that are not understood, after which a socket is closed
MOST_SOCKETS, MOST_SOCKETS_OF_A_LINK = 2000, 12
MOST_UNREAD = (
    20  # messages that a page has not read, beyond which it is shown the latest state only
)
POLICY, TOO_BIG, TRY_LATER = 1008, 1009, 1013  # codes with which sockets are closed
HEADERS = (
    (b"content-security-policy", b"default-src 'self'; connect-src 'self' ws: wss:"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-cache"),
)


@define
class Allowance:
    """A token bucket: `rate` things a second, at most `most` at once."""

    rate: float
    most: float
    left: float = field(init=False)
    at: float = field(factory=monotonic)

    def __attrs_post_init__(self) -> None:
        self.left = self.most

    def takes(self) -> bool:
        """Take a token, if there is one."""
        now = monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@define(eq=False)
class Tab:
    """
    A socket, its reader, and what it was sent: the last state, and the story so far. What is
    `unread` waits to be sent; a tab that lags is shown the state anew when it has read that.
    """

    socket: WebSocket
    reader: Reader
    shown: str = ""
    told: list[dict[str, Any]] = field(factory=list)
    age: int = -1
    unread: Queue[str] = field(factory=Queue)
    lags: bool = False

    def send(self, message: Mapping[str, Any]) -> None:
        """Leave a message to be sent: a table waits for no page."""
        self.unread.put_nowait(json.dumps(message))


@define(eq=False)
class Hall:
    """All tables with the tabs at them."""

    lobby: Lobby
    tabs: dict[str, list[Tab]] = field(factory=lambda: defaultdict(list))
    locks: dict[str, Lock] = field(factory=lambda: defaultdict(Lock))
    lobby_lock: Lock = field(factory=Lock)
    sockets: int = 0
    of_link: Counter[str] = field(factory=Counter)
    timers: dict[str, TimerHandle] = field(factory=dict)  # of matches with clocks
    rung: set[Task[None]] = field(factory=set)
    new_matches: Allowance = field(factory=lambda: Allowance(MATCHES_A_SECOND, MATCHES_AT_ONCE))
    positions: Allowance = field(factory=lambda: Allowance(POSITIONS_A_SECOND, POSITIONS_AT_ONCE))

    async def find(self, token: str) -> SeatedMatch | None:
        """The match of a token; raises `BadRequest`."""
        async with self.lobby_lock:
            return await to_thread(_with_budget, lambda: self.lobby.find(token))

    async def show(self, seated: SeatedMatch) -> None:
        """Send every tab at a locked table what has changed for it, first the one who chose."""
        chose = seated.match.choices[-1].player if seated.match.choices else None
        for tab in sorted(self.tabs[seated.kept.id], key=lambda tab: tab.reader != chose):
            await self.show_tab(seated, tab)

    async def show_tab(self, seated: SeatedMatch, tab: Tab) -> None:
        """Send a tab what has changed."""
        if tab.unread.qsize() >= MOST_UNREAD:
            tab.lags = True
            return
        shown, story = await to_thread(
            _with_budget, lambda: (seated.shown(tab.reader), seated.story(tab.reader))
        )
        # What was taken back is told afresh only to whom it was told: others hear nothing of it.
        known = len(tab.told)
        afresh = tab.age < 0 or (tab.age != seated.age and [*story[:known]] != tab.told)
        told = story if afresh else story[known:]
        state = json.dumps(shown)
        tab.told, tab.age = [*story] if told or afresh else tab.told, seated.age
        if state == tab.shown and not told and not afresh:
            return
        tab.shown = state
        tab.send({**shown, "told": told, "afresh": afresh})

    async def go_on(self, seated: SeatedMatch) -> None:
        """Make the choices that need no person, until one is asked; the table is locked."""
        await self.show(seated)
        for _ in range(MOST_IN_A_ROW):
            if not await to_thread(_with_budget, seated.choose_unasked):
                break
            await self.show(seated)
        self._wind(seated)

    def _wind(self, seated: SeatedMatch) -> None:
        """Set a timer for when the person who is asked runs out of time."""
        timer = self.timers.pop(seated.kept.id, None)
        if timer is not None:
            timer.cancel()
        decision = seated.match.decision
        if seated.left is None or seated.is_over or decision is None:
            return
        left = seated.time_left(decision.player)
        if not seated.sitters[decision.player]:
            ring = partial(self._ring, seated.kept.id)  # no match is kept in memory for its clock
            self.timers[seated.kept.id] = get_running_loop().call_later(max(0.0, left) + 0.1, ring)

    def _ring(self, match: str) -> None:
        task = create_task(self._end_by_clock(match))
        self.rung.add(task)
        task.add_done_callback(self.rung.discard)

    async def _end_by_clock(self, match: str) -> None:
        async with self.locks[match]:
            seats = self.lobby.seated.get(match)
            if seats is not None and await to_thread(_with_budget, seats.end_by_clock):
                await self.show(seats)


def _with_budget(work: Callable[[], T]) -> T:
    """The result of some work; raises `BadRequest` where it would take too long."""
    try:
        with budget():
            return work()
    except UsedUp:
        raise BadRequest("that takes longer than the table waits") from None


async def _table(socket: WebSocket, hall: Hall) -> None:
    """Serve one tab, from its connection to its end; it counts before anything is waited for."""
    token = socket.path_params["token"]
    is_full = hall.sockets >= MOST_SOCKETS or hall.of_link[token] >= MOST_SOCKETS_OF_A_LINK
    hall.sockets += 1
    hall.of_link[token] += 1
    try:
        await socket.accept()
        if is_full:
            await _close(socket, TRY_LATER, "too many pages are open at this table")
        elif not _is_own(socket):
            await _close(socket, POLICY, "this page is not of this server")
        else:
            await _sit(hall, socket, token)
    except BadRequest as problem:
        await _close(socket, POLICY, str(problem))
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        hall.sockets -= 1
        hall.of_link[token] -= 1
        if not hall.of_link[token]:
            del hall.of_link[token]  # anybody may ask for any link


async def _sit(hall: Hall, socket: WebSocket, token: str) -> None:
    """Serve a tab at its table until it goes; raises `BadRequest`."""
    seats = await hall.find(token)
    if seats is None:
        raise BadRequest("there is no such table")
    tab, tabs = Tab(socket, seats.reader_of(token)), hall.tabs[seats.kept.id]
    seats.watchers += 1
    delivery = create_task(_deliver(hall, seats, tab))
    try:
        async with hall.locks[seats.kept.id]:
            declared = await to_thread(_with_budget, lambda: seats.declared(tab.reader))
            for message in (declared, *seats.said):
                tab.send(message)
            tabs.append(tab)
            await hall.go_on(seats)
        await _listen(hall, seats, tab)
    finally:
        if tab in tabs:
            tabs.remove(tab)
        seats.watchers -= 1
        tab.unread.put_nowait("")
        await delivery


async def _deliver(hall: Hall, seated: SeatedMatch, tab: Tab) -> None:
    """Send what waits for a tab, up to an empty text; its listener sees when it has gone."""
    while text := await tab.unread.get():
        with suppress(RuntimeError, WebSocketDisconnect):
            await tab.socket.send_text(text)
        tab.unread.task_done()
        if tab.lags and tab.unread.empty():
            tab.lags = False
            with suppress(BadRequest):
                async with hall.locks[seated.kept.id]:
                    await hall.show_tab(seated, tab)


async def _listen(hall: Hall, seated: SeatedMatch, tab: Tab) -> None:
    """Receive messages of a tab until it disconnects, or breaks the limits."""
    allowance, wrong = Allowance(MESSAGES_A_SECOND, MESSAGES_AT_ONCE), 0
    while wrong < MOST_WRONG:
        await tab.unread.join()  # who does not read is not heard, either
        text = await _heard(tab.socket)
        if text is not None and len(text) > LONGEST_MESSAGE:
            await _close(tab.socket, TOO_BIG, "that message is too long")
            return
        if not allowance.takes():
            await _close(tab.socket, POLICY, "too many messages")
            return
        message = _read(text)
        try:
            if message is None:
                raise BadRequest("this request is not understood")
            async with hall.locks[seated.kept.id]:
                await _obey(hall, seated, tab, message)
        except BadRequest as problem:
            wrong += message is None or message.get("do") != "choose"
            tab.shown = ""
            async with hall.locks[seated.kept.id]:
                await hall.show_tab(seated, tab)
            tab.send({"type": "refused", "text": str(problem)})  # last: what is shown replaces it
    await _close(tab.socket, POLICY, "too much that is not understood here")


async def _obey(hall: Hall, seated: SeatedMatch, tab: Tab, message: dict[str, Any]) -> None:
    """Carry out a message, or answer its question to its tab alone; the table is locked."""
    if message.get("do") in ASKED_FOR:
        tab.send(await to_thread(_with_budget, lambda: answered(seated, tab.reader, message)))
    elif message.get("do") == "say":
        line = seated.say(tab.reader, message.get("text"))
        for other in hall.tabs[seated.kept.id]:
            other.send(line)
    else:
        await to_thread(_with_budget, lambda: done_by(seated, tab.reader, message))
        await hall.go_on(seated)


async def _heard(socket: WebSocket) -> str | None:
    """The next message as text; `None` if it is binary."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return text if isinstance(text, str) else None


def _read(text: str | None) -> dict[str, Any] | None:
    try:
        message = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def _is_own(socket: WebSocket) -> bool:
    """Whether the page that opens a socket has this server's origin; other programs send none."""
    origin = socket.headers.get("origin")
    return origin is None or origin.partition("://")[2] == socket.headers.get("host")


async def _close(socket: WebSocket, code: int, text: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(json.dumps({"type": "closed", "text": text}))
        await socket.close(code)


async def _make(request: Request, hall: Hall) -> Response:
    """Create a match; responds with the links of its seats."""
    if not hall.new_matches.takes():
        return JSONResponse({"text": "too many new matches: wait a little"}, 429)
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_BODY:
            return JSONResponse({"text": "that is too long"}, 413)
    asked = _read(body.decode("utf-8", "replace"))
    try:
        if asked is None:
            raise BadRequest("this request is not understood")
        if asked.get("position") and not hall.positions.takes():
            return JSONResponse({"text": "too many new positions: wait a little"}, 429)
        async with hall.lobby_lock:
            seats, tokens = await to_thread(_with_budget, lambda: hall.lobby.make(asked))
    except BadRequest as problem:
        return JSONResponse({"text": str(problem)}, 400)
    names = [*seats.match.seats, "spectators", "all, when it is over"]
    links = [
        {"name": name.replace("_", " "), "link": f"/table/{token}", "bot": bot}
        for name, token, bot in zip(names, tokens, [*seats.sitters, "", ""], strict=True)
    ]
    return JSONResponse({"links": links})


class _WithHeaders:
    """Adds security headers to all responses."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *HEADERS]}
            await send(message)

        await self.app(scope, receive, sent if scope["type"] == "http" else send)


def application(lobby: Lobby) -> ASGIApp:
    """The server as an ASGI application."""
    hall = Hall(lobby)

    async def listed(request: Request) -> Response:
        language = request.query_params.get("lang", "")
        async with hall.lobby_lock:
            games = await to_thread(_with_budget, lambda: lobby.listed(language))
        return JSONResponse({"games": games, "wording": {**wording_in(language)}})

    async def make(request: Request) -> Response:
        return await _make(request, hall)

    async def table(socket: WebSocket) -> None:
        await _table(socket, hall)

    async def page(request: Request) -> Response:
        name = "table.html" if "token" in request.path_params else "lobby.html"
        return FileResponse(STATIC / name)

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/table/{token}", page),
            Route("/rulebooks", listed),
            Route("/matches", make, methods=["POST"]),
            WebSocketRoute("/socket/{token}", table),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
    )
    return _WithHeaders(app)
