"""
The connections of a server, below its limit of open files, and the server itself.

Always: a connection that has no request under way is idle. An idle connection is closed after a
while, and earlier where others need its place; so silence keeps nobody out.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from contextlib import suppress
from typing import Any, TypeAlias

import uvicorn
from attrs import define, field, frozen
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ruleslang.apps.table.limits import FrameMeter

MOST_CONNECTIONS = 4000
IDLE_SECONDS = 10.0  # until the head of a request must have come
MOST_IDLE = 64  # idle connections of one address
BACKLOG = 128  # connections that the system accepts before the server sees one
OTHER_FILES = 64  # that a server has open besides
LONGEST_FRAME = 65536  # bytes of a message; more closes the socket
LONGEST_HEAD = 16384  # bytes of the head of a request
PING_SECONDS = 20.0

Peer: TypeAlias = tuple[str, int]


@define(eq=False)
class Connections:
    """All connections by their peers; the one that has been idle longest comes first."""

    most: int = MOST_CONNECTIONS
    idle: OrderedDict[Peer, tuple[asyncio.Transport, float]] = field(factory=OrderedDict)
    busy: dict[Peer, asyncio.Transport] = field(factory=dict)
    _idle_of: Counter[str] = field(factory=Counter)
    _closing: frozenset[Peer] = frozenset()  # at the last look
    _sweep: asyncio.TimerHandle | None = None

    def add(self, transport: asyncio.Transport) -> None:
        """Add a connection; it takes the place of an idle one if there are too many."""
        peer = _peer_of(transport)
        if self._idle_of[peer[0]] >= MOST_IDLE:
            self._abort_idle(next(other for other in self.idle if other[0] == peer[0]))
        elif len(self.idle) + len(self.busy) >= self.most:
            if not self.idle:
                transport.abort()
                return
            self._abort_idle(next(iter(self.idle)))
        self._mark_idle(peer, transport)
        if self._sweep is None:
            self._sweep = asyncio.get_running_loop().call_later(1.0, self._abort_old)

    def remove(self, transport: asyncio.Transport) -> None:
        """Remove a connection."""
        peer = _peer_of(transport)
        if self.idle.get(peer, (None,))[0] is transport:
            self._forget_idle(peer)
        if self.busy.get(peer) is transport:
            del self.busy[peer]

    def begin(self, peer: Peer | None) -> None:
        """Begin a request of a peer."""
        if peer is not None and peer in self.idle:
            self.busy[peer] = self.idle[peer][0]
            self._forget_idle(peer)

    def end(self, peer: Peer | None) -> None:
        """End the request of a peer, which is answered."""
        if peer is not None and peer in self.busy:
            self._mark_idle(peer, self.busy.pop(peer))

    def abort(self, peer: Peer | None) -> None:
        """Close the connection of a peer that does not read, with all that waits for it."""
        if peer is None:
            return
        if peer in self.busy:
            self.busy[peer].abort()
        elif peer in self.idle:
            self._abort_idle(peer)

    def _mark_idle(self, peer: Peer, transport: asyncio.Transport) -> None:
        self.idle[peer] = (transport, asyncio.get_running_loop().time())
        self._idle_of[peer[0]] += 1

    def _forget_idle(self, peer: Peer) -> asyncio.Transport:
        transport, _ = self.idle.pop(peer)
        self._idle_of[peer[0]] -= 1
        if not self._idle_of[peer[0]]:
            del self._idle_of[peer[0]]
        return transport

    def _abort_idle(self, peer: Peer) -> None:
        self._forget_idle(peer).abort()

    def _abort_old(self) -> None:
        loop = asyncio.get_running_loop()
        while self.idle:
            peer, (_, since) = next(iter(self.idle.items()))
            if loop.time() - since < IDLE_SECONDS:
                break
            self._abort_idle(peer)
        closing = {peer for peer, transport in self.busy.items() if transport.is_closing()}
        for peer in self._closing & closing:  # it does not read the end, either
            self.busy[peer].abort()
        self._closing = frozenset(closing)
        is_needed = self.idle or self.busy
        self._sweep = loop.call_later(1.0, self._abort_old) if is_needed else None


def _peer_of(transport: asyncio.Transport) -> Peer:
    peer = transport.get_extra_info("peername")
    return (str(peer[0]), int(peer[1])) if isinstance(peer, tuple) else (str(peer), id(transport))


def most_connections() -> int:
    """
    Return how many connections fit below the limit of open files, which is raised as far as it may
    be.

    A connection has at most two: its own, and the file that it is sent.
    """
    try:
        import resource
    except ImportError:  # Windows
        return 400
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_CONNECTIONS + BACKLOG + OTHER_FILES
    if soft < wanted:
        with suppress(ValueError, OSError):
            raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(8, min(MOST_CONNECTIONS, (soft - BACKLOG - OTHER_FILES) // 2))


class CountedHttp(H11Protocol):
    """A connection that is counted."""

    all: Connections

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.all.add(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.remove(self.transport)
        super().connection_lost(exc)


class CountedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose frames are counted; its first bytes are the request for it."""

    all: Connections
    meter: FrameMeter | None = None

    def data_received(self, data: bytes) -> None:
        if self.meter is None:
            self.meter = FrameMeter()
        elif not self.meter.accepts(data):
            self.transport.abort()
            return
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.remove(self.transport)
        super().connection_lost(exc)


@frozen
class Address:
    """Where a server listens."""

    host: str = "127.0.0.1"
    port: int = 8000


def server_of(app: ASGIApp, connections: Connections, address: Address) -> uvicorn.Server:
    """Return a server of an application, whose connections are counted."""
    named = {"all": connections}
    config = uvicorn.Config(
        app,
        host=address.host,
        port=address.port,
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=BACKLOG,
        http=type("CountedHttp", (CountedHttp,), named),
        h11_max_incomplete_event_size=LONGEST_HEAD,
        ws=type("CountedWebSocket", (CountedWebSocket,), named),
        ws_max_size=LONGEST_FRAME,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_keep_alive=int(IDLE_SECONDS),
        timeout_graceful_shutdown=3,
    )
    return uvicorn.Server(config)
