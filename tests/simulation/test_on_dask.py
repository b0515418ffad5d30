"""A simulation on a cluster of Dask is the one that a single process plays."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import ruleslang
from ruleslang.simulation import on_dask
from ruleslang.simulation.on_dask import OtherRelease, connected, set_up, timed_portion

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.filterwarnings("ignore:.*:ResourceWarning", "ignore::DeprecationWarning")

BEGUN = threading.Event()  # that games after the tenth are played
READ: list[int] = []  # where workers of this process found the batch


def slow_portion(batch: Any, games: range, may_count: bool) -> Any:
    """A portion that takes a while; Dask finds it by its name."""
    READ.append(id(batch))
    if games.start > 10:
        BEGUN.set()
    time.sleep(0.01)
    return timed_portion(batch, games, may_count)


def of_another_release(packed: bytes, release: str, engine: int) -> Any:
    return set_up(packed, "0.0.1", engine)


class KilledWorker(Exception):
    """What Dask raises is known by its name."""


def ends_its_worker(batch: Any, games: range, may_count: bool) -> Any:
    raise KilledWorker("on its fourth worker, too")


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game is a portion, and takes a while."""
    BEGUN.clear()
    READ.clear()
    monkeypatch.setattr(on_dask, "SECONDS", 0.0)
    monkeypatch.setattr(on_dask, "timed_portion", slow_portion)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two workers in this process, which is quicker than processes."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0"
    ) as there:
        yield there


@pytest.fixture(scope="module")
def client(cluster: Any) -> Iterator[Any]:
    with distributed.Client(cluster) as there:
        yield there


@pytest.fixture(scope="module")
def leduc() -> ruleslang.Game:
    return ruleslang.load("leduc_poker")


@pytest.mark.parametrize("engine", ["wasm", "c"])
def test_the_report_is_that_of_one_process(client: Any, leduc: ruleslang.Game, engine: str) -> None:
    how: dict[str, Any] = {"games": 150, "first": 7, "seed": 3, "engine": engine}
    how["players"] = [leduc.bots[-1], "random"]

    assert leduc.simulate(client=client, **how) == leduc.simulate(**how)


def test_a_worker_reads_the_batch_once(client: Any, leduc: ruleslang.Game, slowly: None) -> None:
    leduc.simulate(games=30, client=client, engine="wasm")

    assert len(READ) == 30 and len(set(READ)) <= 2


def test_what_a_lost_worker_had_is_played_by_another(
    cluster: Any, client: Any, leduc: ruleslang.Game, slowly: None
) -> None:
    lost = threading.Thread(target=lambda: BEGUN.wait(60) and cluster.scale(1), daemon=True)
    lost.start()

    report = leduc.simulate(games=60, client=client, engine="wasm")

    lost.join()
    cluster.scale(2)
    assert report == leduc.simulate(games=60)


def test_a_cluster_without_workers_loses_nothing_that_was_done(
    leduc: ruleslang.Game, slowly: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_dask, "WAITING", 0.3)
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
        ) as dying,
        distributed.Client(dying) as client,
    ):
        lost = threading.Thread(target=lambda: BEGUN.wait(60) and dying.scale(0), daemon=True)
        lost.start()

        with pytest.raises(ruleslang.WorkerLost, match="no workers for") as problem:
            leduc.simulate(games=500, client=client, engine="wasm")
        lost.join()

    done = problem.value.report
    assert done is not None and 0 < done.games < 500
    rest = leduc.simulate(first=done.games, games=500 - done.games)
    assert done.merge(rest) == leduc.simulate(games=500)


def test_a_worker_that_ends_before_its_result_is_read_is_reported(
    leduc: ruleslang.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_dask, "WAITING", 0.3)
    monkeypatch.setattr(on_dask, "ANSWERS_WITHIN", 0.3)
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
        ) as dying,
        distributed.Client(dying) as client,
    ):
        read = distributed.Future.result

        def read_too_late(future: Any, **how: Any) -> Any:
            dying.scale(0)
            while future.status == "finished":
                time.sleep(0.01)
            return read(future, **how)

        monkeypatch.setattr(distributed.Future, "result", read_too_late)

        with pytest.raises(ruleslang.WorkerLost, match="no workers for"):
            leduc.simulate(games=3, client=client, engine="wasm")


def test_another_release_is_not_asked_to_play(
    client: Any, leduc: ruleslang.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(OtherRelease):
        set_up(b"", "0.0.1", 1)

    monkeypatch.setattr(on_dask, "set_up", of_another_release)
    with pytest.raises(ruleslang.WorkerLost, match=r"a worker has .*, and the client has"):
        leduc.simulate(games=3, client=client)


def test_a_portion_that_ends_every_worker_is_reported(
    client: Any, leduc: ruleslang.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_dask, "timed_portion", ends_its_worker)

    with pytest.raises(ruleslang.WorkerLost, match="each of which ended"):
        leduc.simulate(games=3, client=client)


def test_a_client_that_was_closed_is_reported(cluster: Any, leduc: ruleslang.Game) -> None:
    gone = distributed.Client(cluster)
    gone.close()

    with pytest.raises(ruleslang.WorkerLost, match="was closed"):
        leduc.simulate(games=3, client=gone)


def test_anything_but_a_client_is_refused_in_words(leduc: ruleslang.Game) -> None:
    with pytest.raises(
        TypeError, match=r"`client` is a `distributed.Client` of Dask .*, not str 'dask'"
    ):
        leduc.simulate(games=3, client="dask")  # type: ignore[arg-type]


@pytest.mark.parametrize("address", ["tcp://host:1", "dask://", "dask://host", "dask://host:x"])
def test_the_address_of_a_cluster_has_one_form(address: str) -> None:
    with pytest.raises(ValueError, match="dask://HOST:PORT"):
        connected(address)


@pytest.mark.long
def test_a_million_games_survive_the_death_of_a_worker() -> None:
    """`RULESLANG_GAMES` plays fewer."""
    game, games = ruleslang.load("grangol"), int(os.environ.get("RULESLANG_GAMES", "1000000"))
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        first = min(client.run(os.getpid).values())
        done: list[ruleslang.Report] = []
        playing = threading.Thread(
            target=lambda: done.append(game.simulate(games=games, engine="c", client=client))
        )
        playing.start()
        time.sleep(20)
        assert playing.is_alive()
        os.kill(first, signal.SIGKILL)
        playing.join()

    assert done[0] == game.simulate(games=games, engine="c", jobs=2)
