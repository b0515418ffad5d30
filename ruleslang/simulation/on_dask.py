"""
Plays the games of a batch on the workers of a Dask cluster.

A worker receives and compiles the batch once, however many portions it plays. Portions of a lost
worker are played by another; each is counted once, and results are merged in the order of the
games.
"""

from __future__ import annotations

import pickle
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from queue import Empty, Queue
from typing import Any, Protocol, TypeAlias

from attrs import define, evolve, field

from ruleslang.engine.code.printed_game import NotCompiled
from ruleslang.engine.engine_names import INTERPRETER
from ruleslang.simulation.play_games import Batch, Portions, play_portion
from ruleslang.simulation.records.match_start import ENGINE_VERSION, RELEASE
from ruleslang.simulation.simulation_report import Portion, WorkerLost

SECONDS = 1.0  # that a portion should take: sending it costs milliseconds
WAITING = 30.0  # seconds that a cluster may have no worker, or a portion be lost again and again
TRIES = 3  # attempts for a portion that the cluster gave up
ANSWERS_WITHIN = 10.0  # seconds that a scheduler or a worker has to answer
AHEAD = 2  # portions that each thread of the cluster has before it
ROOM_IS_KNOWN = 1.0  # seconds for which the number of threads is believed

NO_DASK = "distributed is not installed: pip install -e '.[dask]' in the checkout"


class OtherRelease(ValueError):
    """A worker has another release of the package installed."""


class Future(Protocol):
    """The part of a Dask future that is used here."""

    @property
    def status(self) -> str: ...
    def result(self, timeout: float) -> Any: ...
    def cancel(self) -> Any: ...
    def add_done_callback(self, callback: Callable[[Any], Any]) -> Any: ...


class Client(Protocol):
    """The part of `distributed.Client` that is used here."""

    @property
    def status(self) -> str: ...
    def submit(self, work: Callable[..., Any], /, *given: Any, pure: bool) -> Any: ...
    def nthreads(self) -> Mapping[str, int]: ...
    def cancel(self, futures: Any) -> Any: ...


Done: TypeAlias = tuple[range, Future]


def is_client(value: object) -> bool:
    """Return whether the value has the methods of a synchronous Dask client."""
    methods = ("submit", "nthreads", "cancel", "status")
    return all(hasattr(value, name) for name in methods) and not getattr(
        value, "asynchronous", False
    )


def set_up(packed: bytes, release: str, engine: int) -> Batch:
    """Unpack the batch on a worker; raises `OtherRelease`."""
    if (release, engine) != (RELEASE, ENGINE_VERSION):
        raise OtherRelease(f"a worker has ruleslang {RELEASE}, and the client has {release}")
    batch: Batch = pickle.loads(packed)
    return batch


def timed_portion(batch: Batch, games: range, may_count: bool) -> tuple[float, Portion]:
    """Play some games on a worker; their seconds and results."""
    began = time.monotonic()
    try:
        portion = play_portion(batch, games, may_count)
    except NotCompiled:  # there is no compiler on that machine
        portion = play_portion(evolve(batch, engine=INTERPRETER), games, may_count)
    return time.monotonic() - began, portion


def on_cluster(client: Client, batch: Batch, may_count: bool) -> Iterator[tuple[range, Portion]]:
    """
    Yield the games of each portion and their results, in order of completion.

    Cancels what is under way when the caller stops iterating. Raises `WorkerLost`.
    """
    work = _Work(client, batch, may_count, evolve(batch.portions(), seconds=SECONDS))
    try:
        yield from work.done()
    finally:
        work.cancel()


@define(eq=False)
class _Work:
    client: Client
    batch: Batch
    may_count: bool
    portions: Portions
    results: Queue[Done] = field(factory=Queue)
    under_way: dict[range, Future] = field(factory=dict)
    there: Any = None  # the batch, on the cluster
    room: int = 0
    room_until: float = 0.0
    has_workers: float = field(factory=time.monotonic)  # when they were seen last
    lost: Counter[int] = field(factory=Counter)  # how often each portion, by its first game

    def done(self) -> Iterator[tuple[range, Portion]]:
        """Submit portions and yield their results."""
        self._look()
        while self._hand_out():
            games, future = self._next()
            if self.under_way.get(games) is not future:
                continue  # it has been resubmitted
            del self.under_way[games]
            back = self._result(games, future)
            if back is not None:
                seconds, portion = back
                self.portions.took(len(games), seconds)
                yield games, portion

    def _hand_out(self) -> bool:
        """Keep every thread of the cluster busy; returns whether anything is under way."""
        if time.monotonic() > self.room_until:
            self._look()
        while len(self.under_way) < max(1, AHEAD * self.room):
            games = self.portions.take()
            if games is None:
                break
            self._submit(games)
        return bool(self.under_way)

    def _submit(self, games: range) -> None:
        if self.there is None:
            packed = pickle.dumps(self.batch, protocol=pickle.HIGHEST_PROTOCOL)
            self.there = self._submitted(set_up, packed, RELEASE, ENGINE_VERSION)
        future = self._submitted(timed_portion, self.there, games, self.may_count)
        self.under_way[games] = future
        future.add_done_callback(lambda done: self.results.put((games, done)))

    def _submitted(self, work: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return self.client.submit(work, *arguments, pure=False)
        except Exception as problem:
            if self.client.status == "running":
                raise
            raise WorkerLost(f"the scheduler of the cluster has stopped: {problem}") from None

    def _next(self) -> Done:
        """Wait for a finished portion, checking the cluster twice a second."""
        while True:
            try:
                return self.results.get(timeout=0.5)
            except Empty:
                self._look()

    def _look(self) -> None:
        """Count the cluster's threads; raises `WorkerLost` if there were none for too long."""
        threads: Mapping[str, int] = {}
        with suppress(OSError, RuntimeError, TimeoutError):
            threads = self.client.nthreads() if self.client.status == "running" else {}
        now = time.monotonic()
        self.room, self.room_until = sum(threads.values()), now + ROOM_IS_KNOWN
        if self.client.status == "closed":
            raise WorkerLost("the client of the cluster was closed, or its scheduler has stopped")
        if threads:
            self.has_workers = now
        elif now - self.has_workers > WAITING:
            raise WorkerLost(f"the cluster has had no workers for {WAITING:.0f} seconds")

    def _result(self, games: range, future: Future) -> tuple[float, Portion] | None:
        """Return a portion's result; `None` if the cluster lost it and it was submitted again."""
        if future.status not in ("cancelled", "lost"):
            try:
                return self._received(future)
            except ModuleNotFoundError as problem:
                raise WorkerLost(
                    f"a worker of the cluster has no {problem.name}: install the same release of "
                    "ruleslang there"
                ) from None
            except OtherRelease as problem:
                raise WorkerLost(str(problem)) from None
            except Exception as problem:
                if type(problem).__name__ not in ("KilledWorker", "FutureCancelledError"):
                    raise
        self.lost[games.start] += 1
        if self.lost[games.start] > TRIES:
            raise WorkerLost(
                f"games {games.start} to {games.stop - 1} were begun on several workers, each of "
                "which ended; if their memory is full, fewer threads take less"
            )
        self.there = None
        self._submit(games)
        return None

    def _received(self, future: Future) -> tuple[float, Portion]:
        """Fetch a result; if its worker has gone, wait while the cluster computes it again."""
        while True:
            try:
                result: tuple[float, Portion] = future.result(timeout=ANSWERS_WITHIN)
                return result
            except TimeoutError:
                if future.status == "error":  # raised by the game
                    raise
                self._look()

    def cancel(self) -> None:
        """Cancel everything under way."""
        futures = [*self.under_way.values(), *([self.there] if self.there else [])]
        self.under_way.clear()
        with suppress(Exception):  # the cluster may be gone, and then nothing is under way
            self.client.cancel(futures)


def connected(address: str) -> Any:
    """
    Connect to the cluster at `dask://HOST:PORT`.

    Raises `ValueError` for any other form, `ImportError` without Dask, `WorkerLost` if nobody
    answers or there are no workers.
    """
    scheme, _, place = address.partition("://")
    host, _, port = place.rpartition(":")
    if scheme != "dask" or not host or not port.isdecimal():
        raise ValueError(f"a cluster is named as dask://HOST:PORT, not `{address}`")
    try:
        from distributed import Client as DaskClient
    except ImportError:
        raise ImportError(NO_DASK) from None
    try:
        return DaskClient(f"tcp://{place}", timeout=ANSWERS_WITHIN)
    except (OSError, TimeoutError) as problem:
        raise WorkerLost(f"no scheduler of Dask answers at {place}: {problem}") from None
