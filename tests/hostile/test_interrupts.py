"""Ctrl-C, a closed pipe, a full disk: a sentence, no traceback, status 2 or 1, and all is kept."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ruleslang.apps.cli import interrupt
from tests.apps.cli.test_streams import ENVIRONMENT, start, wait_until

COMMANDS = [
    ("check", "grangol"),
    ("test", "grangol"),
    ("simulate", "grangol", "--games", "1000000", "--jobs", "1"),
    ("trace", "grangol", "--format", "json"),
]
MOMENTS = [2, 10, 100, 1_000, 10_000, 100_000, 300_000, 600_000]


@pytest.mark.parametrize("place", range(len(MOMENTS)))
def test_ctrl_c_ends_some_command_at_any_moment(place: int, tmp_path: Path) -> None:
    """Each command at two of the moments."""
    ctrl_c_ends(COMMANDS[place % len(COMMANDS)], MOMENTS[place], tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("calls", MOMENTS)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_ctrl_c_ends_a_command(command: tuple[str, ...], calls: int, tmp_path: Path) -> None:
    ctrl_c_ends(command, calls, tmp_path)


def ctrl_c_ends(command: tuple[str, ...], calls: int, tmp_path: Path) -> None:
    """After so many calls of functions."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.hostile.interrupted", str(calls), *command],
        cwd=tmp_path,
        env={**ENVIRONMENT, "PYTHONHASHSEED": "0", "RULESLANG_CACHE": str(tmp_path)},
        capture_output=True,
        timeout=300,
    )

    assert done.returncode == 2
    assert done.stderr.endswith(b"ruleslang: interrupted\n") or done.stdout
    assert b"Traceback" not in done.stderr
    assert b"ignored" not in done.stderr


LOST = """
import signal, time
from ruleslang.apps.cli.interrupt import end_at_ctrl_c, raise_at_ctrl_c

class Cleared:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where tests run behind a shell
end_at_ctrl_c()
raise_at_ctrl_c()
try:
    Cleared()
    time.sleep(60)
except KeyboardInterrupt:
    print("heeded")
"""


def test_ctrl_c_while_python_clears_up_comes_again(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOST], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, timeout=50
    )

    assert (done.stdout.strip(), done.stderr) == (b"heeded", b"")


def test_ctrl_c_at_the_table_keeps_the_match(tmp_path: Path) -> None:
    process = start("play", "higher", "--seed", "1", folder=tmp_path, stdin=-1)
    assert process.stdout is not None and process.stdin is not None
    process.stdin.write(b"1\n")
    process.stdin.flush()
    seen = b""
    while seen.count(b"> ") < 2:
        letter = process.stdout.read(1)
        assert letter, "the match ended by itself"
        seen += letter
    time.sleep(0.5)  # the prompt is written before the process waits for a line
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)

    assert process.returncode == 2
    assert b"--resume higher-1.save" in out
    assert b"Traceback" not in err
    assert (tmp_path / "higher-1.save").exists()


@pytest.mark.parametrize(
    "command",
    [("check", "higher"), ("explain", "no-result"), ("test", "higher", "--format", "json")],
    ids=lambda command: command[0],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_a_sentence(command: tuple[str, ...], tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        process = start(*command, folder=tmp_path, stdout=full.fileno())
        _, err = process.communicate(timeout=60)

    assert process.returncode == 1
    assert b"No space left on device" in err
    assert b"Traceback" not in err


def test_records_on_a_full_disk_are_a_sentence(tmp_path: Path) -> None:
    process = start(
        *("simulate", "higher", "--games", "3", "--jobs", "1", "--records", "/dev/full"),
        folder=tmp_path,
    )
    _, err = process.communicate(timeout=60)

    assert process.returncode == 1
    assert b"No space left on device" in err


def test_a_pipe_that_is_closed_after_a_line_is_no_failure(tmp_path: Path) -> None:
    process = start("explain", folder=tmp_path)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    wait_until(lambda: process.poll() is not None)

    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()


def test_ctrl_c_waits_for_what_may_not_be_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def work() -> None:
        signal.raise_signal(signal.SIGINT)
        done.append("whole")

    done: list[str] = []
    monkeypatch.setattr(interrupt, "unbroken", {work.__code__})
    before = signal.signal(signal.SIGINT, interrupt._raise)
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
            signal.pause()
    finally:
        signal.signal(signal.SIGINT, before)

    assert done == ["whole"]
