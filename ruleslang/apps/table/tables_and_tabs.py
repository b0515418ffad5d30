"""
All tables of a server and the tabs at them: what each is sent, and who works for them.

Always: one task at a time uses a match, in a worker thread; a reader is sent something only if what
it is shown has changed, so that nobody learns that another was asked. Nobody waits for a tab that
does not read: it is disconnected.
"""

from __future__ import annotations

import json
import logging
from asyncio import (
    Lock,
    Queue,
    QueueFull,
    Task,
    TimerHandle,
    create_task,
    get_running_loop,
    shield,
    sleep,
    timeout,
)
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from attrs import define, field
from starlette.websockets import WebSocket, WebSocketDisconnect

from ruleslang.apps.table.lobby import Lobby
from ruleslang.apps.table.presence import AWAY_SECONDS
from ruleslang.apps.table.reader_ids import BadRequest, Reader
from ruleslang.apps.table.seated_match import MOST_IN_A_ROW, SeatedMatch
from ruleslang.apps.table.store import StoreFault
from ruleslang.source.budget import UsedUp, budget

T = TypeVar("T")

LOG = logging.getLogger(__name__)
MOST_STATES = 20  # unread messages beyond which a tab is shown the latest state only
MOST_UNREAD = 60  # unread messages of all kinds, beyond which it is disconnected
DEAF_SECONDS = 60.0  # until one message must have gone out
OPENING_SECONDS = 0.05  # between two looks whether the rulebooks are loaded
RETRY_SECONDS = 5.0  # until the bots' choices that could not be stored are tried again
TOO_LONG = "that takes too long"
NOT_SAVED = "this cannot be saved now, so it was not played: please try again in a while"


@define(eq=False)
class Tab:
    """
    A socket, its reader, and what it was sent: the last state, and the story so far. What is
    `unread` waits to be sent; a tab that lags gets the current state when it has read that. One
    that does not read is disconnected by `abort`.
    """

    socket: WebSocket
    reader: Reader
    abort: Callable[[], None] = lambda: None
    shown: str = ""
    sent: list[dict[str, Any]] = field(factory=list)
    age: int = -1
    unread: Queue[str] = field(factory=lambda: Queue(MOST_UNREAD))
    lags: bool = False

    def send(self, message: Mapping[str, Any]) -> None:
        """Leave a message to be sent: a table waits for no page."""
        try:
            self.unread.put_nowait(json.dumps(message))
        except QueueFull:
            self.abort()

    async def send_sign(self) -> None:
        """Leave a sign to be sent that the server is there, unless other messages wait."""
        if self.unread.empty():
            self.send({"type": "beat"})

    async def deliver(self, show: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Send what waits, for ever; `show` is for a tab that has read up to where it lagged."""
        while True:
            text = await self.unread.get()
            try:
                async with timeout(DEAF_SECONDS):
                    await self.socket.send_text(text)
            except TimeoutError:
                self.abort()
            except (RuntimeError, WebSocketDisconnect, OSError):
                pass  # its listener sees that it has gone
            self.unread.task_done()
            if self.lags and self.unread.empty():
                self.lags = False
                with suppress(BadRequest):
                    await show()


@define(eq=False)
class Hall:
    """
    All tables with the tabs at them. Bots think, and matches are opened, in separate threads,
    so that nobody who plays waits for them.
    """

    lobby: Lobby
    is_open: Callable[[], bool] = lambda: True
    tabs: dict[str, list[Tab]] = field(factory=dict)
    lobby_lock: Lock = field(factory=Lock)
    sockets: int = 0
    of_link: Counter[str] = field(factory=Counter)
    timers: dict[str, TimerHandle] = field(factory=dict)  # of matches: a clock, or another try
    rung: set[Task[None]] = field(factory=set)
    absences: dict[str, TimerHandle] = field(factory=dict)
    _locks: WeakValueDictionary[str, Lock] = field(factory=WeakValueDictionary)
    _playing: ThreadPoolExecutor = field(factory=partial(ThreadPoolExecutor, 4))
    _loading: ThreadPoolExecutor = field(factory=partial(ThreadPoolExecutor, 2))
    _thinking: ThreadPoolExecutor = field(factory=partial(ThreadPoolExecutor, 2))
    _producing: ThreadPoolExecutor = field(factory=partial(ThreadPoolExecutor, 1))
    _catching_up: dict[str, Task[Any]] = field(factory=dict)  # stories that catch up, by match

    def lock_of(self, match: str) -> Lock:
        """Return the lock of a match, as long as somebody uses it."""
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = Lock()
        return lock

    async def play(self, work: Callable[[], T]) -> T:
        """Do some work at a table; raises `BadRequest` where it takes too long."""
        return await _done_in(self._playing, work)

    async def load(self, work: Callable[[], T]) -> T:
        """Do some work at matches that nobody plays yet, once open; raises `BadRequest`."""
        while not self.is_open():
            await sleep(OPENING_SECONDS)
        return await _done_in(self._loading, work)

    async def claim(self, token: str) -> SeatedMatch | None:
        """Return a token's match, kept in memory for one more socket; raises `BadRequest`."""
        kept = await self.load(lambda: self.lobby.stored(token))
        if kept is None:
            return None
        async with self.lock_of(kept.id):
            seated = self.lobby.claim(kept.id)
            if seated is None:
                await self.load(lambda: self.lobby.find(token))
                seated = self.lobby.claim(kept.id)
        return seated

    async def catch_up(self, seated: SeatedMatch) -> None:
        """
        Wait until a match that was opened again can be continued. Its table is not locked
        meanwhile, so others can look at it.
        """
        id, late = seated.kept.id, seated.late
        if late is None:
            return
        if id not in self._catching_up:
            self._catching_up[id] = create_task(_done_in(self._producing, late.complete))
            self._catching_up[id].add_done_callback(lambda _: self._catching_up.pop(id, None))
        await shield(self._catching_up[id])  # it continues for others if this tab is closed
        async with self.lock_of(id):
            await self.play(seated.catch_up)

    def sit(self, seated: SeatedMatch, tab: Tab) -> None:
        """Show a tab what happens at a table from now on."""
        self.tabs.setdefault(seated.kept.id, []).append(tab)
        seated.presence.come(tab.reader)

    def leave(self, seated: SeatedMatch, tab: Tab) -> None:
        """Undo `claim`, and `sit`."""
        tabs = self.tabs.get(seated.kept.id, [])
        if tab in tabs:
            tabs.remove(tab)
            seated.presence.go(tab.reader)
            self._look_later(seated.kept.id, AWAY_SECONDS)
        if not tabs:
            self.tabs.pop(seated.kept.id, None)
        seated.watchers -= 1

    async def show(self, seated: SeatedMatch) -> None:
        """Send every tab at a locked table what has changed for it, first the one who chose."""
        tabs = self.tabs.get(seated.kept.id, [])
        for tab in sorted(tabs, key=lambda tab: tab.reader != seated.chose):
            await self.show_tab(seated, tab)

    async def show_tab(self, seated: SeatedMatch, tab: Tab) -> None:
        """Send a tab what has changed."""
        if tab.unread.qsize() >= MOST_STATES:
            tab.lags = True
            return
        shown, story = await self.play(lambda: (seated.shown(tab.reader), seated.story(tab.reader)))
        # After an undo, only those who saw the undone part receive it again.
        known = len(tab.sent)
        afresh = tab.age < 0 or (tab.age != seated.age and [*story[:known]] != tab.sent)
        added = story if afresh else story[known:]
        # A bot's lack of time is reported with the next change, so it doesn't reveal that it was
        # asked.
        state = json.dumps({**shown, "hurried": ()})
        tab.sent, tab.age = [*story] if added or afresh else tab.sent, seated.age
        if state == tab.shown and not added and not afresh:
            return
        tab.shown = state
        tab.send({**shown, "entries": added, "afresh": afresh})

    async def go_on(self, seated: SeatedMatch) -> None:
        """Make the choices that need no person, until one is asked; the table is locked."""
        await self.show(seated)
        try:
            for _ in range(MOST_IN_A_ROW):
                pool = self._thinking if seated.is_bot_asked else self._playing
                if not await _done_in(pool, seated.choose_unasked):
                    break
                await self.show(seated)
        except BadRequest:
            self._ring_in(seated, RETRY_SECONDS)
            raise
        self._wind(seated)

    def _wind(self, seated: SeatedMatch) -> None:
        """Set a timer for when the person who is asked runs out of time."""
        asked = () if seated.left is None else seated.asked()
        left = [seated.time_left(seat) for seat in asked if not seated.sitters[seat]]
        self._ring_in(seated, max(0.0, min(left)) + 0.1 if left else None)

    def _ring_in(self, seated: SeatedMatch, seconds: float | None) -> None:
        timer = self.timers.pop(seated.kept.id, None)
        if timer is not None:
            timer.cancel()
        if seconds is not None:
            ring = partial(self._ring, seated.kept.id)  # no match is kept in memory for its timer
            self.timers[seated.kept.id] = get_running_loop().call_later(seconds, ring)

    def _ring(self, match: str) -> None:
        self.timers.pop(match, None)
        self._start(partial(self._go_on_by_clock, match))

    def _start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        task = create_task(work())
        self.rung.add(task)
        task.add_done_callback(self.rung.discard)

    def _look_later(self, match: str, seconds: float) -> None:
        """Show after some seconds who is away; one such timer for each match."""
        timer = self.absences.pop(match, None)
        if timer is not None:
            timer.cancel()
        show = partial(self._start, partial(self._show_absence, match))
        self.absences[match] = get_running_loop().call_later(seconds + 0.05, show)

    async def _show_absence(self, match: str) -> None:
        self.absences.pop(match, None)
        seated = self.lobby.seated.get(match)
        if seated is None or not self.tabs.get(match):
            return
        patience = 60.0 * seated.kept.patience
        away = map(seated.presence.seconds_away, range(len(seated.sitters)))
        left = [patience - seconds for seconds in away if 0 < seconds < patience]
        if left:
            self._look_later(match, max(min(left), 0.0))
        async with self.lock_of(match):
            with suppress(BadRequest):
                await self.show(seated)

    async def _go_on_by_clock(self, match: str) -> None:
        seated = self.lobby.seated.get(match)
        if seated is None:
            return
        with suppress(BadRequest):  # then it is tried again
            await self.catch_up(seated)
            async with self.lock_of(match):
                try:
                    await self.play(seated.end_by_clock)
                except BadRequest:
                    self._ring_in(seated, RETRY_SECONDS)
                    raise
                await self.go_on(seated)


async def _done_in(pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await get_running_loop().run_in_executor(pool, with_budget, work)


def with_budget(work: Callable[[], T]) -> T:
    """Return the result of some work; raises `BadRequest` if it takes too long, or is not saved."""
    try:
        with budget():
            return work()
    except UsedUp:
        raise BadRequest(TOO_LONG) from None
    except StoreFault as problem:
        LOG.error("%s", problem)
        raise BadRequest(NOT_SAVED) from None
