"""No screen of `play` is higher or wider than a terminal of 24 lines and 80 columns."""

from __future__ import annotations

import random

import pytest

import ruleslang
from ruleslang.apps.cli.fit_to_screen import Screen, fitted
from tests.apps.cli.conftest import Run

LINES, COLUMNS = 24, 80
TALL = ("chess", "deck_builder", "othello", "super_team", "worldies")


def screens(run: Run, name: str, seed: int, answers: int) -> list[str]:
    """What stands on the screen at each prompt of a game with random answers."""
    game = ruleslang.load(name)
    persons = game.fewest({}) if seed % 2 else 1
    chance = random.Random(seed)
    typed = (chance.choice(("1", "2", "3", "7", "12", "p", "1 2", "20")) for _ in range(answers))
    command = ("play", name, "--players", ",".join(["you"] * persons), "--seed", str(seed))
    shown = run(*command, stdin="".join(f"{each}\n" for each in typed).encode()).out
    *prompted, _ = shown.split("\n> ")  # after the last one nothing can be asked: all is shown
    return [each.rpartition(" looks. ")[2].strip("\n") for each in prompted]


def too_large(run: Run, name: str, seed: int, answers: int) -> list[str]:
    return [
        screen
        for screen in screens(run, name, seed, answers)
        if screen.count("\n") + 2 > LINES or any(len(line) > COLUMNS for line in screen.split("\n"))
    ]


@pytest.fixture(autouse=True)
def terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(COLUMNS))
    monkeypatch.setenv("LINES", str(LINES))


@pytest.mark.parametrize("name", TALL)
def test_a_game_fits_the_terminal(run: Run, name: str) -> None:
    assert [*too_large(run, name, 0, 8), *too_large(run, name, 1, 16)] == []


@pytest.mark.long
@pytest.mark.parametrize("name", ruleslang.rulebooks())
def test_ten_games_fit_the_terminal(run: Run, name: str) -> None:
    assert [each for seed in range(10) for each in too_large(run, name, seed, 150)] == []


def test_what_does_not_fit_is_named() -> None:
    rows = [f"row {number}" for number in range(30)]

    shown = fitted(Screen(rows, rows, rows[:8], rows, ["    p  pass"]), LINES)

    assert shown.news == ("  … 29 lines before; `log` shows all", "row 29")
    assert not shown.table
    assert shown.board == rows[:8]
    assert shown.choices[-1] == "  … 22 lines more; `choices` lists all"


def test_a_board_that_leaves_no_room_for_choices_is_left_out() -> None:
    rows = [f"row {number}" for number in range(30)]

    shown = fitted(Screen([], [], rows[:20], rows[:5]), LINES)

    assert not shown.board
    assert shown.table == ("  … `look` shows the board",)
    assert shown.choices == rows[:5]
