"""The progress of long commands at a terminal; short ones show nothing."""

from __future__ import annotations

import os
import pty
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Event

import pytest

from ruleslang.apps.cli import output
from tests.apps.cli.test_streams import COMMAND, ENVIRONMENT, listen_to_ctrl_c


def shown_bars(
    monkeypatch: pytest.MonkeyPatch, patience: float
) -> tuple[list[tuple[int, str]], list[int], Event]:
    """The bars that are begun, their steps, and whether two steps have been shown."""
    bars: list[tuple[int, str]] = []
    steps: list[int] = []
    two = Event()

    @contextmanager
    def bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
        def advance(step: int) -> None:
            steps.append(step)
            if sum(steps) == 2:
                two.set()

        bars.append((total, what))
        yield advance

    monkeypatch.setattr(output, "progress", bar)
    monkeypatch.setattr(output, "PATIENCE", patience)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    return bars, steps, two


def test_progress_is_shown_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    bars, steps, two = shown_bars(monkeypatch, patience=0)

    with output.progress_if_slow(3, "examples") as advance:
        advance(1)
        advance(1)
        assert two.wait(60)

    assert bars == [(3, "examples (Ctrl-C ends it)")]
    assert sum(steps) == 2


def test_nothing_is_shown_of_what_is_over_before(monkeypatch: pytest.MonkeyPatch) -> None:
    bars, _, _ = shown_bars(monkeypatch, patience=600)

    with output.progress_if_slow(3, "examples") as advance:
        advance(3)

    assert bars == []


SLOW = """rulebook slow "Slow"
    language 1
    players 2: home, away
    starts with game
die d300: 1..300
check c answers 0..999999
    roll d300 as a
    roll d300 as b
    let p = a * b + 1
    let q = a * 300 + b
    let r = p * 2 + q
    let s = r + q * 3
    let t = s - p + r
    answer larger(0, smaller(t, p))
phase game
    nobody wins
claim "slow": chance of (c is 1) < 1
"""


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        ("0", "proving (Ctrl-C stops it and reports)"),
        ("1", "playing and proving (Ctrl-C stops it and"),
    ],
)
def test_validate_says_what_it_does_and_what_ctrl_c_does(seconds: str, shown: str) -> None:
    watched, terminal = pty.openpty()
    process = Popen(
        [*COMMAND, "validate", "higher", "--seconds", seconds],
        env=ENVIRONMENT | {"COLUMNS": "100"},
        stdout=PIPE,
        stderr=terminal,
    )
    os.close(terminal)
    seen = b""
    with suppress(OSError):  # Linux: the process has closed its end
        while part := os.read(watched, 10_000):
            seen += part
    process.communicate(timeout=60)
    os.close(watched)

    assert shown in seen.decode()
    assert "testing the claims (Ctrl-C leaves them out)" in seen.decode()


def test_a_long_claim_is_shown_and_ended_by_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "slow.rules").write_text(SLOW + SLOW[SLOW.index("claim") :] * 200)
    watched, terminal = pty.openpty()
    process = Popen(
        [*COMMAND, "test", "slow.rules"],
        cwd=tmp_path,
        env=ENVIRONMENT,
        stdout=PIPE,
        stderr=terminal,
        preexec_fn=listen_to_ctrl_c,
    )
    os.close(terminal)
    seen = b""
    while b"Ctrl-C ends it" not in seen:
        seen += os.read(watched, 10_000)
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    os.close(watched)

    assert process.returncode == 2
    assert out == b""
    assert b"Traceback" not in seen
