"""Matches that begin in a position: `--from FILE`, and `load(…, position=…)`."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from tests.apps.cli.conftest import Run

ROOT = Path(__file__).parents[3]
NIM = str(ROOT / "examples" / "nim")
SETTINGS = ROOT / "tests" / "engine" / "conformance" / "b10_numbers" / "settings.rules"
TWO_ROWS = """# two rows are left
given matches(1) is 0 and matches(2) is 0
given matches(3) is 3 and matches(4) is 2
when play_on
"""


@pytest.fixture
def two_rows(tmp_path: Path) -> str:
    file = tmp_path / "two_rows.txt"
    file.write_text(TWO_ROWS, "utf-8")
    return str(file)


def test_games_begin_there_and_are_played_again(run: Run, two_rows: str, tmp_path: Path) -> None:
    kept = str(tmp_path / "games.jsonl")
    options = ("--games", "3", "--players", "expert,random", "--records", kept)

    assert "3.00" in run("simulate", NIM, "--from", two_rows, *options).out
    assert "3 games played again" in run("replay", kept, "--rulebook", NIM).out


def test_impossible_positions_are_reported_with_their_line(run: Run, tmp_path: Path) -> None:
    for lines, log in (
        ("given matches(5) is 3", "the position, line 1: got the number 5"),
        ("# empty\ngiven matches(1) is 1\ngiven match(1) is 1", "the position, line 3"),
        ("then rows is empty", "a position consists of `given` lines"),
        ("given rows is {1} and 1 is 2", "the position"),
        (" ", "is empty"),
    ):
        file = tmp_path / "position.txt"
        file.write_text(lines, "utf-8")
        done = run("simulate", NIM, "--from", str(file))

        assert log in done.err and done.status == 2, (lines, done.err)


def test_a_save_goes_on_from_its_position() -> None:
    game = ruleslang.load(NIM, position=TWO_ROWS)
    match = game.start(seed=4)
    assert match.decision is not None and len(match.decision.choices) == 3 + 2
    match.choose("take_matches 3, 1")
    text = match.to_json()

    assert ruleslang.resume(text, game).engine.hash() == match.engine.hash()
    with pytest.raises(ruleslang.Refused, match="a custom position"):
        ruleslang.resume(text, ruleslang.load(NIM))


def test_a_position_settles_what_it_gives() -> None:
    text = SETTINGS.read_text("utf-8")
    game = ruleslang.load(text, position="given number of players is 3 and size is 4")

    assert game.start(seed=1).start.players == 3
    with pytest.raises(ValueError, match="`size` is 4 in the position, not 6"):
        game.start(options={"size": "6"})
    with pytest.raises(ValueError, match="3 players in the position, not 2"):
        game.start(players=2)


def test_an_impossible_position_is_reported_once_before_simulation() -> None:
    lines = "given hand(home) is {cambio, cambio, cambio, cambio}"
    game = ruleslang.load("grangol", position=lines)

    with pytest.raises(ValueError, match="the position is impossible: there are not that many"):
        game.simulate(games=3)


FLAT = """rulebook flat "Flat"
    players 2: home, away
    starts with game

state n(player): 0..9 = 0

phase game
    for each p in players
        bump(p)
    nobody wins

procedure bump(p: player)
    p chooses k from 1..2
    add k to n(p)
"""


def test_a_position_with_a_finished_procedure_ends_with_its_own_message(run: Run) -> None:
    Path("flat.rules").write_text(FLAT, "utf-8")
    Path("there").write_text("given n(home) is 3\nwhen bump(home)\n", "utf-8")

    done = run("play", "flat.rules", "--from", "there", stdin=b"1\n")

    assert "the position's `when …` has finished" in done.err
    assert "no-result" not in done.err and done.status == 1
