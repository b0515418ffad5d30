"""Broken streams and interruptions cause no traceback and no half-finished work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "ruleslang"]
CHECKOUT = Path(__file__).parents[3]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(CHECKOUT)}


def start(*arguments: str, folder: Path, **streams: int) -> subprocess.Popen[bytes]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, env=ENVIRONMENT, preexec_fn=listen_to_ctrl_c, **pipes
    )


def listen_to_ctrl_c() -> None:
    """A shell that runs the tests in the background may have told its children to ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_a_closed_pipe_is_no_failure_to_speak_of(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = start("explain", folder=tmp_path, stdout=writer)
    os.close(writer)
    _, err = process.communicate()

    assert b"Traceback" not in err
    assert b"Exception ignored" not in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_a_sentence(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        process = start("check", "higher", folder=tmp_path, stdout=full.fileno())
        _, err = process.communicate()

    assert process.returncode == 1
    assert b"No space left on device" in err
    assert b"Traceback" not in err


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_survived(closed: str, tmp_path: Path) -> None:
    line = f'"{sys.executable}" -m ruleslang check higher {closed}'

    done = subprocess.run(["sh", "-c", line], cwd=tmp_path, env=ENVIRONMENT, capture_output=True)

    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for something that takes as long as the machine is slow."""
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("it never came")


@pytest.mark.parametrize("ends", [signal.SIGINT, signal.SIGTERM], ids=lambda ends: ends.name)
def test_ctrl_c_ends_all_processes_and_keeps_the_games_that_are_done(
    ends: signal.Signals, tmp_path: Path
) -> None:
    process = start(
        *("simulate", "higher", "--games", "500000", "--jobs", "2", "--format", "json"),
        *("--records", "games.jsonl"),
        folder=tmp_path,
    )
    wait_until(lambda: any(each.read_bytes().count(b"\n") > 1 for each in tmp_path.iterdir()))
    process.send_signal(ends)
    out, err = process.communicate(timeout=30)

    assert b"Traceback" not in err
    assert process.returncode == 2
    report = json.loads(out)
    assert report["ok"] is False
    assert 0 < report["finished"] < 500000
    assert len((tmp_path / "games.jsonl").read_bytes().splitlines()) == report["finished"]
