"""New cards join Super Team by their text alone, and its own player beats chance."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang import load
from tests.rulebooks.super_team.matches import moments

NEW = Path(__file__).parent / "new.cards"


def test_new_cards_join_the_rulebook_and_are_played() -> None:
    game = load("super_team", cards=[str(NEW)])

    report = game.simulate(games=1, seed=1, players=["greedy", "greedy"])

    assert not report.failures
    assert {"wolf_4", "counter_attack"} <= {each.name for each in game.program.definitions}


@pytest.mark.parametrize("automatic", range(2))
def test_greedy_beats_chance_and_may_lose_to_auto_team(automatic: int) -> None:
    *_, last = moments({}, 4, automatic, ("greedy", "random"))

    assert last.fault is None
    assert last.outcome is not None
    assert automatic or last.outcome.winners == (0,)


@pytest.mark.long
@pytest.mark.parametrize("first", range(2))
def test_greedy_beats_chance_nearly_always(first: int) -> None:
    players = ("random", "greedy") if first else ("greedy", "random")
    won = 0
    for seed in range(30):
        *_, last = moments({}, seed, 0, players)
        assert last.outcome is not None
        won += first in last.outcome.winners

    assert won >= 26  # of 30; chance would win so many with less than one in twenty thousand
