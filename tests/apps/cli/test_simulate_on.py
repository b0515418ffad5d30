"""`simulate --on`: the same on a cluster as here."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from ruleslang.simulation import on_dask
from tests.apps.cli.conftest import Run

ORDER = ("simulate", "leduc_poker", "--games", "30", "--format", "json")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two workers in this process."""
    distributed = pytest.importorskip("distributed")
    how: dict[str, Any] = {"processes": False, "protocol": "tcp://", "dashboard_address": ":0"}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, **how) as cluster:
        yield cluster.scheduler_address.replace("tcp://", "dask://")


def test_the_games_and_their_records_are_those_of_this_machine(run: Run, address: str) -> None:
    here = run(*ORDER, "--records", "here.jsonl", "--jobs", "1")
    there = run(*ORDER, "--records", "there.jsonl", "--on", address)

    assert there.status == 0
    assert {**there.json, "seconds": 0} == {**here.json, "seconds": 0, "jobs": 2}
    with open("here.jsonl") as one, open("there.jsonl") as other:
        assert one.read() == other.read()


def test_a_missing_answer_is_reported_in_a_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(on_dask, "ANSWERS_WITHIN", 1)

    ran = run(*ORDER, "--on", "dask://127.0.0.1:1")

    assert ran.status == 1 and ran.out == ""
    assert ran.err.startswith("ruleslang: no scheduler of Dask answers at 127.0.0.1:1")


def test_another_address_is_a_mistake(run: Run) -> None:
    ran = run(*ORDER, "--on", "spark://here:1")

    assert ran.status == 2
    assert ran.err == "ruleslang: a cluster is named as dask://HOST:PORT, not `spark://here:1`\n"


def test_without_the_extra_a_message_shows_how_to_get_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    ran = run(*ORDER, "--on", "dask://127.0.0.1:1")

    how = "pip install -e '.[dask]' in the checkout"
    assert ran.err == f"ruleslang: distributed is not installed: {how}\n"
