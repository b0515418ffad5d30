"""Pipes and folders where files are expected: they are passed over, or refused at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ruleslang.mutation.time_limit import at_most
from ruleslang.native.kept_libraries import SUFFIX, kept_library
from tests.cli.conftest import Run

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
    assert "`games.jsonl.unfinished` is no file" in ran.err
