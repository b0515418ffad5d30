"""Records of a simulation that was killed, that another one writes, that goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleslang.library.files import growing_file
from ruleslang.simulation import simulate as room
from ruleslang.simulation.play_games import Batch, play_portion
from ruleslang.simulation.simulation_report import Portion
from tests.apps.cli.conftest import Run

ORDER = ("simulate", "higher", "--jobs", "1", "--seed", "3", "--records")
WHOLE = (*ORDER, "whole.jsonl", "--games", "8", "--format", "json")
BROKEN = (*ORDER, "g.jsonl", "--games", "8", "--format", "json")
BESIDE = Path("g.jsonl.unfinished")


class Killed(BaseException):
    """What no command catches."""


@pytest.fixture
def killed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run was killed in its sixth game."""

    def portion(batch: Batch, games: range, may_count: bool) -> Portion:
        if 5 in games:
            raise Killed
        return play(batch, games, may_count)

    play = play_portion
    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(room, "play_portion", portion)
        run(*BROKEN)


@pytest.mark.usefixtures("killed")
def test_a_killed_run_is_announced_and_gone_on_with(run: Run) -> None:
    assert not Path("g.jsonl").exists()

    ran, whole = run(*BROKEN), run(*WHOLE)

    assert "`g.jsonl.unfinished` has 5 games of an interrupted run" in ran.err
    assert {**ran.json, "seconds": 0} == {**whole.json, "seconds": 0}
    assert Path("g.jsonl").read_text() == Path("whole.jsonl").read_text()
    assert not BESIDE.exists()


@pytest.mark.usefixtures("killed")
@pytest.mark.parametrize("damage", ["half a line", "a changed game", "another game", "no game"])
def test_what_is_damaged_is_played_again(run: Run, damage: str) -> None:
    head, *games = BESIDE.read_text().splitlines()
    damaged = {
        "half a line": [head, *games[:3], games[3][:100]],
        "a changed game": [head, games[0], games[1].replace('"decisions": ', '"decisions": 1')],
        "another game": [head, games[0], games[3], ""],
        "no game": [head, "[]", ""],
    }
    BESIDE.write_text("\n".join(damaged[damage]))

    ran, whole = run(*BROKEN), run(*WHOLE)

    assert {**ran.json, "seconds": 0} == {**whole.json, "seconds": 0}
    assert Path("g.jsonl").read_text() == Path("whole.jsonl").read_text()


@pytest.mark.usefixtures("killed")
@pytest.mark.parametrize("left", ["half of the heading", "no text", "the heading and half a game"])
def test_a_missing_starting_point_is_reported(run: Run, left: str) -> None:
    head, game, *_ = BESIDE.read_bytes().splitlines(keepends=True)
    BESIDE.write_bytes(
        {
            "half of the heading": head[:40],
            "no text": b"\xff\x00" * 50,
            "the heading and half a game": head + game[:40],
        }[left]
    )

    ran, _ = run(*BROKEN), run(*WHOLE)

    assert "`g.jsonl.unfinished` is damaged and contains no complete game" in ran.err
    assert Path("g.jsonl").read_text() == Path("whole.jsonl").read_text()


@pytest.mark.usefixtures("killed")
def test_a_run_that_was_killed_before_its_first_game_begins_without_a_word(run: Run) -> None:
    BESIDE.write_bytes(BESIDE.read_bytes().splitlines(keepends=True)[0])

    ran = run(*BROKEN)

    assert ran.status == 0
    assert not ran.err


@pytest.mark.usefixtures("killed")
def test_fewer_games_than_there_are_need_no_playing(run: Run) -> None:
    ran = run(*ORDER, "g.jsonl", "--games", "2", "--format", "json")

    assert ran.json["games"] == 2
    assert len(Path("g.jsonl").read_text().splitlines()) == 2


@pytest.mark.usefixtures("killed")
def test_games_of_another_simulation_are_left_alone(run: Run) -> None:
    was = BESIDE.read_text()

    ran = run("simulate", "higher", "--jobs", "1", "--seed", "4", "--records", "g.jsonl")

    assert ran.status == 2
    assert "contains games of another, interrupted simulation" in ran.err
    assert BESIDE.read_text() == was
    assert run(*BROKEN).status == 0


def test_two_runs_on_one_file_are_one_too_many(run: Run) -> None:
    with growing_file(BESIDE) as growing:
        growing.add("the first run is at work")
        ran = run(*BROKEN)

        assert ran.status == 2
        assert "another simulation is writing `g.jsonl`" in ran.err
        assert list(growing.lines()) == ["the first run is at work\n"]


def test_a_run_without_a_game_leaves_nothing_behind(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def portion(batch: Batch, games: range, may_count: bool) -> Portion:
        raise Killed

    monkeypatch.setattr(room, "play_portion", portion)
    with pytest.raises(Killed):
        run(*BROKEN)

    assert list(Path().iterdir()) == []


def test_records_may_be_handed_to_a_device(run: Run) -> None:
    ran = run(*ORDER, "/dev/null", "--games", "2", "--format", "json")

    assert json.loads(ran.out)["finished"] == 2
