"""`watch`: its reaction to every save of a rulebook."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from ruleslang.apps.cli.commands import watch as room
from ruleslang.evaluation.balance.background import VersionsToPlay, playing
from ruleslang.evaluation.balance.versions import Play, Version
from ruleslang.library.follow_saves import Saves
from ruleslang.library.workspace.workspace import Workspace
from tests.apps.cli.conftest import Run, write_my_game
from tests.apps.cli.test_streams import listen_to_ctrl_c


@pytest.fixture
def game(run: Run) -> Path:
    return write_my_game(run)


@pytest.fixture
def watch(game: Path, monkeypatch: pytest.MonkeyPatch) -> room.Watch:
    """One that has looked once, and plays no games."""
    monkeypatch.setattr(room.Watch, "_begin_games", lambda self, game: None)
    options = room.Options(rulebook="my_game.rules")
    console = Console(highlight=False, soft_wrap=True)
    watch = room.Watch(options, Workspace("my_game.rules"), Saves(), console, {})
    watch._look()
    return watch


@pytest.fixture
def message(watch: room.Watch, capfd: pytest.CaptureFixture[str]) -> Iterator[object]:
    capfd.readouterr()

    def look() -> str:
        watch._look()
        return capfd.readouterr().out

    return look  # type: ignore[return-value]


def test_the_same_text_once_more_is_no_save(watch: room.Watch, message, game: Path) -> None:
    game.write_text(game.read_text())

    assert message() == ""
    assert [state.status for state in watch.states] == [0]


def test_a_mistake_and_its_end_are_reported(watch: room.Watch, message, game: Path) -> None:
    text = game.read_text()
    game.write_text(text.replace("shuffle pile", "shuffle pille"))
    out = message()
    assert "my_game.rules saved: 1 error" in out
    assert "unknown-zone" in out
    assert max(map(len, out.splitlines())) <= 100

    game.write_text(text)
    assert "the text has no errors" in message()
    assert [state.status for state in watch.states] == [0, 1, 0]


def test_examples_that_touch_the_change_come_first(watch: room.Watch, message, game: Path) -> None:
    text = game.read_text()
    assert "if strength(ours) > strength(theirs)" in text
    game.write_text(
        text.replace("if strength(ours) > strength(theirs)", "if strength(ours) < strength(theirs)")
    )
    out = message()

    assert out.index("failed: ") < out.index("examples: ")
    assert watch.states[-1].status == 1
    assert not watch.states[-1].is_good


def test_an_example_that_the_change_does_not_touch_is_run_after(
    watch: room.Watch, message, game: Path
) -> None:
    more = (
        '\nexample "nothing of it"\n    given hand(home) is {high}\n    then hand(home) is {high}\n'
    )
    game.write_text(game.read_text() + more)
    assert "1 example uses the changes: all hold" in message()


def test_an_old_warning_is_not_reported_again(message, game: Path) -> None:
    unused = game.read_text() + "\nstate nobody_reads: 0..9 = 1\n"
    game.write_text(unused)
    first = message()
    assert "nobody_reads" in first
    game.write_text(unused + "\n# a comment\n")
    assert "nobody_reads" not in message()


def test_a_missing_file_is_reported_once_and_may_come_back(message, game: Path) -> None:
    text = game.read_text()
    game.unlink()
    assert "no rulebook, file or folder is named `my_game.rules`" in message()
    assert message() == ""
    game.write_text(text)
    assert "the text has no errors" in message()


def test_a_save_meanwhile_ends_the_examples_and_they_are_run_after(
    watch: room.Watch, message, game: Path
) -> None:
    game.write_text(game.read_text() + "\n# a comment\n")
    watch.saves._saved.set()
    assert message() == ""  # what was read is out of date
    watch.saves._saved.clear()
    assert "examples: all hold" in message()


def test_the_sum_names_every_save(watch: room.Watch, message, game: Path, capfd) -> None:
    game.write_text("half a")
    message()
    watch.end()
    out = capfd.readouterr().out

    assert "summary: the start and 1 save" in out
    assert "my_game.rules saved: 1 error" in out or "errors" in out


def test_what_was_played_is_compared_from_the_same_seeds(
    game: Path, watch: room.Watch, capfd, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ruleslang import load

    before = load("my_game.rules")
    cheat = "if strength(ours) >= strength(theirs)"
    game.write_text(game.read_text().replace("if strength(ours) > strength(theirs)", cheat))
    wanted = VersionsToPlay(
        Version("now", load("my_game.rules")), Version("before", before), Play(engine="wasm")
    )
    games = playing(wanted)
    seen = next(games)
    while seen.pairs < 200:
        seen = next(games)
    games.close()

    assert seen.report.finished == seen.pairs
    assert "home wins" in " ".join(room._result_sentences(wanted, seen))
    assert "Since the last good save" in " ".join(room._result_sentences(wanted, seen))

    monkeypatch.setattr(room, "width", lambda: 80)
    monkeypatch.setattr(room, "is_coloured", lambda stream: True)
    capfd.readouterr()
    watch._games = SimpleNamespace(problem="", wanted=wanted, seen=seen)
    watch._show_games()
    watch._games = None
    assert re.search(r"^\r {10}Since the last good save: \w", capfd.readouterr().out)


def test_a_name_that_is_none_and_a_setting_that_is_none(run: Run, game: Path) -> None:
    assert run("watch", "my_gaem.rules").status == 2
    assert run("watch", "my_game.rules", "--set", "x").status == 2


def test_without_the_extra_there_is_the_command_that_gets_it(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ruleslang.apps.cli.commands.watch.can_follow", lambda: False)
    ran = run("watch", "my_game.rules")

    assert ran.status == 2
    assert "pip install -e '.[watch]'" in ran.err


@pytest.mark.long
def test_a_real_watch_follows_saves_plays_and_ends_cleanly(game: Path) -> None:
    pytest.importorskip("watchfiles")
    out = game.with_name("out.txt")

    def wait(words: str) -> str:
        until = time.monotonic() + 120
        while words not in (text := out.read_text()):
            assert time.monotonic() < until, text
            time.sleep(0.05)
        return text

    with out.open("w") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "ruleslang", "watch", "my_game.rules"],
            stdout=stream,
            stderr=subprocess.STDOUT,
            env={**os.environ, "COLUMNS": "80", "PYTHONUNBUFFERED": "1"},
            preexec_fn=listen_to_ctrl_c,
        )
    wait("examples: all hold")
    text = game.read_text()
    aside = game.with_name("aside")
    aside.write_text(text.replace("shuffle pile", "shuffle pille"))
    os.replace(aside, game)
    wait("unknown-zone")
    game.write_text(f"{text}\n# once more\n")
    wait("my_game.rules saved: the text has no errors")
    time.sleep(15)  # for some games; their end is told whatever there were
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 0
    log = wait("summary: the start and 2 saves")
    assert "games: home " in log
    assert "Traceback" not in log
    assert max(map(len, log.splitlines())) <= 80
