"""Rulebooks that mix constructs which no classic has together: both engines play the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.library.load import load
from ruleslang.program.program import Program
from tests.engine.cells.agreement import differences
from tests.support.waiting import some_wait

HERE = Path(__file__).parent
GAMES = 2
MOST_DECISIONS = 25  # of each game; the long run plays them to their end
LEAST_DECISIONS = 15
MIXED = (
    "acting_at_once",
    "asking_what_would_be",
    "cards_of_hooks_and_runs",
    "chosen_one_by_one",
    "closing_with_loops",
    "comparing_lists",
    "copies_of_cards",
    "dice_in_order",
    "facts_of_copies",
    "held_by_copies",
    "in_any_case_as_usual",
    "lasting_and_answered",
    "left_and_came_back",
    "limits_of_actions_and_plays",
    "paying_with_copies",
    "plays_in_stages",
    "preferring",
    "paid_and_played_as",
    "shown_and_secret",
    "spreading",
    "states_of_hidden_cards",
    "told_and_left",
)


def program(name: str) -> Program:
    compiled = load(str(HERE / f"{name}.rules")).compiled
    assert compiled is not None
    return compiled.program


@pytest.mark.parametrize("name", some_wait(MIXED, 3))
def test_both_engines_play_the_same_games(name: str) -> None:
    assert decisions_alike(name, GAMES, MOST_DECISIONS) >= LEAST_DECISIONS


@pytest.mark.long
@pytest.mark.parametrize("name", MIXED)
def test_both_engines_play_the_same_many_games(name: str) -> None:
    decisions_alike(name, games=40, most=100_000)


def decisions_alike(name: str, games: int, most: int) -> int:
    """How many decisions were made, all alike, in so many games."""
    made = 0
    for seed in range(games):
        found, decisions = differences(program(name), seed, most=most)
        assert found == []
        made += decisions
    return made
