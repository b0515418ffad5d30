"""The larger examples of our own design compile, keep their promises, and end."""

from __future__ import annotations

import pytest

from ruleslang.apps.cli.main import status
from tests.engine.classics.classics import EXAMPLES, file_of, game

LARGER = ("deck_builder", "spell_duel", "gin_rummy")


@pytest.mark.parametrize("name", LARGER)
def test_nothing_is_wrong_and_its_examples_and_claims_hold(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status(["check", str(file_of(name))]) == 0
    assert capsys.readouterr().out == f"{name}: no problems found\n"
    assert status(["fmt", "--check", str(file_of(name))]) == 0
    assert status(["test", str(file_of(name))]) == 0
    assert "all hold" in capsys.readouterr().out
    assert len((EXAMPLES / name / "README.md").read_text(encoding="utf-8").splitlines()) == 5


@pytest.mark.parametrize("name", LARGER)
def test_its_own_player_is_better_than_chance(name: str) -> None:
    report = game(name).simulate(games=6, players=("greedy", "random"))

    assert report.failures == ()
    assert report.winners[0] >= 4


def test_four_with_large_hands_are_refused() -> None:
    town = game("deck_builder")

    assert town.start(seed=1, players=3, options={"hand_size": "6"}).decision is not None
    with pytest.raises(ValueError, match="hand_size 6, 4 players"):
        town.start(seed=1, players=4, options={"hand_size": "6"})
