"""Pipes and folders where files are expected: they are passed over, or refused at once."""

from __future__ import annotations

import os
import select
from pathlib import Path
from threading import Thread

import pytest

from ruleslang.engine.c.compiler import SUFFIX, kept_library
from tests.apps.cli.conftest import Run
from tests.support.time_limit import at_most

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
SUM = "0" * 32


def test_a_pipe_in_the_place_of_a_kept_library_is_passed_over(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / "ab.sum").write_text(SUM)
    (tmp_path / "ab.sum").chmod(0o600)
    os.mkfifo(tmp_path / f"ab-{SUM}{SUFFIX}", 0o600)

    with at_most(20):
        assert kept_library(tmp_path, "ab") is None


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_beside_the_records_is_named(run: Run, make: object) -> None:
    assert callable(make)
    make("games.jsonl.unfinished")

    ran = run("simulate", "nim", "--games", "1", "--records", "games.jsonl")

    assert ran.status == 2
    assert "`games.jsonl.unfinished` is not a file" in ran.err


def test_records_for_a_pipe_that_nobody_reads_are_refused_at_once(run: Run) -> None:
    os.mkfifo("games")

    with at_most(20):
        ran = run("simulate", "nim", "--games", "1", "--jobs", "1", "--records", "games")

    assert ran.status == 2
    assert "nobody reads this pipe: begin to read it first: `games`" in ran.err


def test_a_closed_reader_of_records_is_reported(run: Run) -> None:
    os.mkfifo("games")
    reader = os.open("games", os.O_RDONLY | os.O_NONBLOCK)

    def leave() -> None:
        select.select([reader], [], [], 20)
        os.close(reader)

    leaving = Thread(target=leave)
    leaving.start()
    with at_most(20):
        ran = run("simulate", "nim", "--games", "90", "--jobs", "1", "--records", "games")
    leaving.join()

    assert ran.status == 1
    assert "`games` takes no more records: its reader has stopped" in ran.err


def test_an_open_pipe_is_written_to_by_its_number(run: Run) -> None:
    reader, writer = os.pipe()

    ran = run("simulate", "nim", "--games", "2", "--jobs", "1", "--records", f"/dev/fd/{writer}")
    os.close(writer)
    with os.fdopen(reader) as file:
        lines = file.readlines()

    assert ran.status == 0
    assert len(lines) == 2
