"""Little room for files, little memory, and answers that nobody typed: a sentence, nothing lost."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslang.simulation.play_games import Portions
from ruleslang.simulation.simulate import in_processes
from ruleslang.simulation.simulation_report import WorkerLost
from tests.apps.cli.conftest import Run

CHECKOUT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
OLD_RECORDS = '{"rulebook": "old"}\n'
UGLY = """rulebook x "X"
   players 2
   starts with game
   at most 100 decisions, then nobody wins
phase game
   nobody   wins
""" + "".join(f"value v{number} = {number}\n" for number in range(100))


def small_files() -> None:
    """No file may have more than a thousand bytes, as on a disk that is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


def ran(
    *arguments: str, folder: Path, before: Callable[[], None] | None = None, stdin: bytes = b""
) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "ruleslang", *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        input=stdin,
        capture_output=True,
        preexec_fn=before,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("simulate higher --games 20 --jobs 1 --records x.file", "x.file"),
        ("fmt x.rules", "x.rules"),
        ("new rulebook thing", "thing.rules"),
    ],
)
def test_what_does_not_fit_is_named_and_what_was_there_stays(
    command: str, path: str, tmp_path: Path
) -> None:
    (tmp_path / "x.rules").write_text(UGLY)
    (tmp_path / "x.file").write_text(OLD_RECORDS)

    status, _, err = ran(*command.split(), folder=tmp_path, before=small_files)

    assert status == 1
    assert err == f"ruleslang: File too large: `{path}`\n"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["x.file", "x.rules"]
    assert (tmp_path / "x.rules").read_text() == UGLY
    assert (tmp_path / "x.file").read_text() == OLD_RECORDS


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_help_that_does_not_fit_is_a_sentence(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ruleslang", "--help"],
            cwd=tmp_path,
            env=ENVIRONMENT,
            stdout=full,
            stderr=subprocess.PIPE,
        )

    assert done.returncode == 1
    assert done.stderr == (b"ruleslang: the output cannot be written: No space left on device\n")


def no_thread(_: object) -> None:
    raise RuntimeError("can't start new thread")


def test_memory_that_is_full_is_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleslang.simulation.simulate.Thread.start", no_thread)

    ran = run("simulate", "higher", "--games", "200", "--jobs", "2")

    assert ran.status == 1
    assert ran.err.startswith("ruleslang: a process of the simulation ended before its time")


class Unsent:
    """What cannot be sent, because there is no memory for it."""

    def __reduce__(self) -> str:
        raise MemoryError


def test_workers_that_cannot_receive_work_are_not_waited_for() -> None:
    with pytest.raises(WorkerLost, match="--jobs 1"):
        list(in_processes(1, Unsent(), Portions(0, 1, most=1)))


@pytest.mark.parametrize(
    "answer", [b"a" * 1_000_000, b"\0", b"save a\0b", b"save \x1b[31m", b"look \x1b[2J", b"9" * 600]
)
def test_an_answer_that_nobody_typed_is_not_repeated(run: Run, answer: bytes) -> None:
    ran = run("play", "crazy_eights", "--seed", "1", stdin=answer + b"\nquit\n")

    assert ran.status == 0
    assert "that line has more than 500 characters, or some that can't be shown" in ran.out
    assert len(ran.out) < 3000
    assert not set("\x1b\0") & set(ran.out)
    assert [path.name for path in Path().iterdir()] == ["crazy_eights-1.save"]


def test_bytes_that_are_no_letters_lose_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENVIRONMENT, "PYTHONIOENCODING", "utf-8:strict")
    status, out, err = ran(
        *("play", "crazy_eights", "--seed", "1"), folder=tmp_path, stdin=b"\xff\xfe\nquit\n"
    )

    assert (status, err) == (0, "")
    assert "Continue the match with" in out
