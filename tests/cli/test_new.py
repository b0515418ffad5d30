"""What `new` writes passes `check`, and plays."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


def test_a_new_rulebook_passes_check_test_and_plays(run: Run) -> None:
    assert run("new", "rulebook", "my_game").status == 0
    assert run("check", "my_game.rules").status == 0
    assert run("test", "my_game.rules").status == 0
    assert run("fmt", "--check", "my_game.rules").status == 0
    assert run("simulate", "my_game.rules", "--games", "3", "--jobs", "1").status == 0


@pytest.mark.parametrize("like", [(), ("--like", "high")])
def test_a_new_card_passes_check_and_plays(run: Run, like: tuple[str, ...]) -> None:
    assert run("new", "card", "higher", "giant", *like).status == 0
    assert run("check", "higher", "--cards", "giant.cards").status == 0
    assert run("simulate", "higher", "--games", "3", "--cards", "giant.cards").status == 0


def test_nothing_is_written_over(run: Run) -> None:
    run("new", "rulebook", "my_game")

    assert run("new", "rulebook", "my_game").status == 2
