"""
The web application: pages, a lobby, and a socket for each tab at a table.

Always: a request is for this server by name, and of one of its pages. A client that sends too much,
too often or nonsense is answered in words, then disconnected.
"""

from __future__ import annotations

import json
import logging
from asyncio import CancelledError, Queue, create_task, timeout, wait
from collections.abc import Awaitable, Callable, Collection, Coroutine
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from pathlib import PurePosixPath
from typing import Any, TypeAlias, TypeVar

from attrs import define, field
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from ruleslang.apps.table.allowed_hosts import OTHER_SITES, HostNames
from ruleslang.apps.table.client_requests import (
    ASKED_FOR,
    answered,
    done_by,
    invitation,
    may_begin_again,
)
from ruleslang.apps.table.connections import Connections
from ruleslang.apps.table.limits import Allowance, Guest, Guests
from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.reader_ids import BadRequest
from ruleslang.apps.table.seated_match import SeatedMatch
from ruleslang.apps.table.tables_and_tabs import Hall, Tab
from ruleslang.engine.match.wording import wording_in
from ruleslang.library.find_rulebook import shipped_folder

LOG = logging.getLogger(__name__)
T = TypeVar("T")
Inbox: TypeAlias = "Queue[dict[str, Any] | None]"  # of a tab: its messages, then `None`
STATIC = shipped_folder("apps/table/static")
LONGEST_MESSAGE = 4096  # letters of a client's message
LONGEST_BODY = 65536
LONGEST_ID = 40  # letters of what a client calls a message
BODY_SECONDS, REQUEST_SECONDS, CLOSING_SECONDS = 10.0, 60.0, 5.0
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 10.0, 40.0
SIGN_SECONDS = 2.0  # seconds of work for a page after which the page gets a sign of life
MOST_WAITING = 20  # messages of a tab, beyond which no more are read
MOST_WRONG = 20  # messages that are not understood, after which a socket is closed
MOST_SOCKETS, MOST_SOCKETS_OF_A_LINK = 2000, 12
POLICY, TOO_BIG, TRY_LATER = 1008, 1009, 1013  # codes with which sockets are closed
LOCAL = frozenset({"127.0.0.1", "::1"})
HEADERS = (
    (b"content-security-policy", b"default-src 'self'; connect-src 'self' ws: wss:"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-cache"),
)


PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".svg": "image/svg+xml",
}
PICTURE_HEADERS = {  # a drawing that is opened by itself can do nothing
    "cache-control": "private, max-age=300",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}


@define(eq=False)
class Gate:
    """
    Limits who may connect: by host name, by origin, and how many at once. `proxies` are the
    addresses whose `X-Forwarded-For` is believed.
    """

    names: HostNames = HostNames()
    proxies: Collection[str] = LOCAL
    guests: Guests = field(factory=Guests)
    connections: Connections = field(factory=Connections)

    def guest(self, connection: HTTPConnection) -> Guest:
        """Return the guest from whose address a request comes."""
        host = connection.client.host if connection.client else ""
        if host in self.proxies:
            forwarded = connection.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
            with suppress(ValueError):
                host = str(ip_address(forwarded))
        return self.guests.of(host)

    def refusal(self, connection: HTTPConnection) -> tuple[int, str] | None:
        """Return the status and text with which a request is refused; `None`: it is let in."""
        host = connection.headers.get("host", "")
        if not self.names.answers_to(host):
            LOG.warning("refused: a request for a name that is not given with --host-name")
            return 421, "this server has another name: start it with --host-name NAME"
        guest = self.guest(connection)
        if guest.open > self.guests.most_open or not guest.requests.takes():
            LOG.warning("refused: too many requests at once from one address")
            return 429, "too many requests from your address: wait a little"
        origin = connection.headers.get("origin")
        is_read = connection.scope.get("method") in ("GET", "HEAD")
        is_of_another = connection.headers.get("sec-fetch-site") in OTHER_SITES
        if is_read or (self.names.is_own(origin, host) and not is_of_another):
            return None
        LOG.warning(
            "refused: a page of another origin than this server, or this server behind a proxy "
            "without --host-name, or without the header Host"
        )
        return 403, "this page is not of this server"


class _Guarded:
    """Lets requests in by the gate, within a time, and adds security headers to all responses."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self.app, self.gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return
        connection, peer = HTTPConnection(scope), scope.get("client")
        guest = self.gate.guest(connection)
        guest.open += 1
        self.gate.connections.begin(peer)
        try:
            if scope["type"] == "websocket":
                with suppress(CancelledError):  # the server ends
                    await self._socket(connection, receive, send)
            else:
                async with timeout(REQUEST_SECONDS):
                    await self._request(connection, receive, send)
        except TimeoutError:
            self.gate.connections.abort(peer)
        finally:
            guest.open -= 1
            self.gate.connections.end(peer)

    async def _request(self, connection: HTTPConnection, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                named = {name for name, _ in message["headers"]}
                more = [(name, value) for name, value in HEADERS if name not in named]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        refusal = self.gate.refusal(connection)
        if refusal is None:
            await self.app(connection.scope, receive, sent)
            return
        status, text = refusal
        is_page = connection.scope["method"] in ("GET", "HEAD")
        answer = (
            PlainTextResponse(text, status) if is_page else JSONResponse({"text": text}, status)
        )
        await answer(connection.scope, receive, sent)

    async def _socket(self, connection: HTTPConnection, receive: Receive, send: Send) -> None:
        refusal = self.gate.refusal(connection)
        if refusal is None:
            await self.app(connection.scope, receive, send)
            return
        socket = WebSocket(connection.scope, receive, send)
        if refusal[0] == 403:  # a person may read it
            await socket.accept()
            await _close(socket, POLICY, refusal[1])
        else:
            await socket.close()


async def _table(socket: WebSocket, hall: Hall, gate: Gate) -> None:
    """Serve one tab, from its connection to its end; it counts before anything is waited for."""
    token = socket.path_params["token"]
    is_full = hall.sockets >= MOST_SOCKETS or hall.of_link[token] >= MOST_SOCKETS_OF_A_LINK
    hall.sockets += 1
    hall.of_link[token] += 1
    try:
        await socket.accept()
        if is_full:
            await _close(socket, TRY_LATER, "too many pages are open at this table")
        else:
            await _sit(hall, gate, socket)
    except BadRequest as problem:
        await _close(socket, POLICY, str(problem))
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        hall.sockets -= 1
        hall.of_link[token] -= 1
        if not hall.of_link[token]:
            del hall.of_link[token]  # anybody may ask for any link


async def _sit(hall: Hall, gate: Gate, socket: WebSocket) -> None:
    """Serve a tab at its table until it goes; raises `BadRequest`."""
    token = socket.path_params["token"]
    seats = await _claimed(hall, socket, token)
    if seats is None:
        raise BadRequest("there is no such table")
    abort = partial(gate.connections.abort, socket.scope.get("client"))
    tab = Tab(socket, seats.reader_of(token), abort)
    delivery = create_task(tab.deliver(partial(_show_late, hall, seats, tab)))
    try:
        await _with_signs(_seat(hall, seats, tab), tab.send_sign)
        await _listen(hall, gate.guest(socket), seats, tab)
    finally:
        hall.leave(seats, tab)
        delivery.cancel()
        with suppress(CancelledError):
            await delivery


async def _seat(hall: Hall, seats: SeatedMatch, tab: Tab) -> None:
    async with hall.lock_of(seats.kept.id):
        declared = await hall.play(lambda: seats.declared(tab.reader))
        invited = invitation(seats, tab.reader)
        for message in (declared, *seats.messages, *([invited] if invited else [])):
            tab.send(message)
        hall.sit(seats, tab)
        with suppress(BadRequest):
            await hall.show_tab(seats, tab)
    await hall.catch_up(seats)
    async with hall.lock_of(seats.kept.id):
        with suppress(BadRequest):  # a bot's choice may fail, and is retried
            await hall.go_on(seats)


async def _with_signs(work: Coroutine[Any, Any, T], sign: Callable[[], Awaitable[None]]) -> T:
    """Return the result of some work, during which its page gets signs that the server is there."""
    task = create_task(work)
    try:
        while not task.done():
            await wait({task}, timeout=SIGN_SECONDS)
            if not task.done():
                await sign()
    except CancelledError:
        task.cancel()
        raise
    return task.result()


async def _claimed(hall: Hall, socket: WebSocket, token: str) -> SeatedMatch | None:
    """Return the match of a token; meanwhile its page shows that a long one is being opened."""

    async def opening() -> None:
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(json.dumps({"type": "opening"}))

    return await _with_signs(hall.claim(token), opening)


async def _show_late(hall: Hall, seats: SeatedMatch, tab: Tab) -> None:
    async with hall.lock_of(seats.kept.id):
        await hall.show_tab(seats, tab)


async def _listen(hall: Hall, guest: Guest, seated: SeatedMatch, tab: Tab) -> None:
    """
    Receive messages of a tab until it disconnects, or breaks the limits.

    They are carried out one after the other, and what was begun is finished when the tab has gone:
    otherwise others would read a match that is being changed.
    """
    inbox: Inbox = Queue(MOST_WAITING)
    worker = create_task(_obey_all(hall, guest, seated, tab, inbox))
    try:
        with suppress(WebSocketDisconnect, RuntimeError):
            await _receive(tab, inbox)
        await inbox.put(None)
        await worker
    except CancelledError:
        worker.cancel()
        raise


async def _receive(tab: Tab, inbox: Inbox) -> None:
    """Read messages; a sign that the page is there is answered at once, also while bots think."""
    allowance = Allowance(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
    while True:
        await tab.unread.join()  # a client that doesn't read isn't heard, either
        text = await _heard(tab.socket)
        if text is not None and len(text) > LONGEST_MESSAGE:
            await _close(tab.socket, TOO_BIG, "that message is too long")
            return
        if not allowance.takes():
            await _close(tab.socket, POLICY, "too many messages")
            return
        message = _read(text) or {}
        if message.get("do") == "beat":
            await tab.send_sign()
        else:
            await inbox.put(message)


async def _obey_all(hall: Hall, guest: Guest, seated: SeatedMatch, tab: Tab, inbox: Inbox) -> None:
    """Carry out the messages of a tab until `None`; after too many wrong ones, none any more."""
    wrong = 0
    while (message := await inbox.get()) is not None:
        if wrong >= MOST_WRONG:
            continue
        id = message.get("id")
        about = {"id": id} if isinstance(id, str | int) and len(str(id)) <= LONGEST_ID else {}
        try:
            await _with_signs(_obey(hall, guest, seated, tab, message, about), tab.send_sign)
        except BadRequest as problem:
            wrong += message.get("do") != "choose"
            tab.send({"type": "refused", "text": str(problem), **about})
            if wrong == MOST_WRONG:
                await _close(tab.socket, POLICY, "too much that is not understood here")
        except Exception:  # whatever it is, it ends this tab alone
            LOG.exception("a message of a page could not be carried out")
            wrong = MOST_WRONG
            tab.abort()


async def _obey(
    hall: Hall,
    guest: Guest,
    seated: SeatedMatch,
    tab: Tab,
    message: dict[str, Any],
    about: dict[str, Any],
) -> None:
    """Carry out a message and announce it, or answer its question to its tab alone."""
    if message.get("do") in ASKED_FOR and not guest.questions.takes():
        raise BadRequest("too many questions: wait a little")
    if message.get("do") == "again":
        await _begin_again(hall, guest, seated, tab)
        if about:
            tab.send({"type": "done", **about})
        return
    if message.get("do") != "say":
        await hall.catch_up(seated)
    async with hall.lock_of(seated.kept.id):
        if message.get("do") in ASKED_FOR:
            tab.send(await hall.play(lambda: answered(seated, tab.reader, message)))
            return
        if message.get("do") == "say":
            line = seated.say(tab.reader, message.get("text"))
            for other in hall.tabs.get(seated.kept.id, ()):
                other.send(line)
        else:
            await hall.play(lambda: done_by(seated, tab.reader, message))
        if about:
            tab.send({"type": "done", **about})
        with suppress(BadRequest):  # a bot's choice may fail, and is retried
            await hall.go_on(seated)


async def _begin_again(hall: Hall, guest: Guest, seated: SeatedMatch, tab: Tab) -> None:
    """Begin a match with the same seats, and send everybody at the table its address; once."""
    may_begin_again(seated, tab.reader)
    if not seated.again and not guest.matches.takes():
        raise BadRequest("too many new matches: wait a little")
    async with hall.lobby_lock:
        await hall.load(lambda: hall.lobby.once_more(seated))
    for other in hall.tabs.get(seated.kept.id, ()):
        other.send({**(invitation(seated, other.reader) or {}), "goes": other is tab})


async def _heard(socket: WebSocket) -> str | None:
    """Return the next message as text; `None` if it is binary."""
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


async def _close(socket: WebSocket, code: int, text: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
        async with timeout(CLOSING_SECONDS):
            await socket.send_text(json.dumps({"type": "closed", "text": text}))
            await socket.close(code)


async def _make(request: Request, hall: Hall, gate: Gate) -> Response:
    """Create a match; responds with the links of its seats."""
    guest = gate.guest(request)
    if not guest.matches.takes():
        return JSONResponse({"text": "too many new matches: wait a little"}, 429)
    body = b""
    try:
        async with timeout(BODY_SECONDS):
            async for piece in request.stream():
                body += piece
                if len(body) > LONGEST_BODY:
                    return JSONResponse({"text": "that is too long"}, 413)
    except TimeoutError:
        return JSONResponse({"text": "that takes too long"}, 408, {"connection": "close"})
    asked = _read(body.decode("utf-8", "replace"))
    try:
        if asked is None:
            raise BadRequest("this request is not valid")
        if asked.get("position") and not guest.positions.takes():
            return JSONResponse({"text": "too many new positions: wait a little"}, 429)
        async with hall.lobby_lock:
            seats, tokens = await hall.load(lambda: hall.lobby.make(asked))
    except BadRequest as problem:
        return JSONResponse({"text": str(problem)}, 400)
    names = [*seats.match.seats, "spectators", "everyone, when it is over"]
    links = [
        {
            "name": name.replace("_", " "),
            "link": f"table/{token}",
            "bot": bot,
            "called": seats.presence.names.get(place, ""),
        }
        for place, (name, token, bot) in enumerate(
            zip(names, tokens, [*seats.sitters, "", ""], strict=True)
        )
    ]
    return JSONResponse({"links": links})


async def _picture(request: Request, hall: Hall) -> Response:
    """Return a picture that the looks of a match name, for whoever has a link of the match."""
    token, path = request.path_params["token"], request.path_params["path"]
    try:
        data = await hall.load(lambda: hall.lobby.picture(token, path))
    except BadRequest:
        data = None
    if data is None:
        return PlainTextResponse("there is no such picture", 404)
    kind = PICTURES[PurePosixPath(path).suffix.lower()]
    return Response(data, media_type=kind, headers=PICTURE_HEADERS)


def application(
    lobby: Lobby, gate: Gate | None = None, is_open: Callable[[], bool] = lambda: True
) -> ASGIApp:
    """Return the server as an ASGI application; what needs the rulebooks waits for `is_open`."""
    hall, gate = Hall(lobby, is_open), gate or Gate()

    async def listed(request: Request) -> Response:
        language = request.query_params.get("lang", "")
        try:
            async with hall.lobby_lock:
                games = await hall.load(lambda: lobby.listed(language))
        except BadRequest as problem:
            return JSONResponse({"text": str(problem)}, 503)
        return JSONResponse({"games": games, "wording": {**wording_in(language)}})

    async def page(request: Request) -> Response:
        name = "table.html" if "token" in request.path_params else "lobby.html"
        return FileResponse(STATIC / name)

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/table/{token}", page),
            Route("/rulebooks", listed),
            Route("/matches", partial(_make, hall=hall, gate=gate), methods=["POST"]),
            Route("/picture/{token}/{path:path}", partial(_picture, hall=hall)),
            WebSocketRoute("/socket/{token}", partial(_table, hall=hall, gate=gate)),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
    )
    app.router.redirect_slashes = False  # to where would need the name outside of a proxy
    return _Guarded(app, gate)
