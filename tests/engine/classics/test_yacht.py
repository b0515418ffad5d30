"""Yacht and OpenSpiel's game, throw by throw."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.engine.classics.classics import Forced, begin, choose, game, ids, payoffs

pyspiel: Any = pytest.importorskip("pyspiel")

BOXES = (
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "sum_of_all",
    "four_alike",
    "full_house",
    "one_to_five",
    "two_to_six",
    "yacht_box",
)
FIRST_BOX = 32  # of OpenSpiel's actions; those below are sets of dice to throw again


def play_both(seed: int) -> None:
    """One game on both sides; dice fall on OpenSpiel's, and then likewise on the classic's."""
    rng = random.Random(f"yacht {seed}")
    state = pyspiel.load_game("yacht").new_initial_state()
    chance = Forced(faces=_thrown(state, rng))
    match = begin(game("yacht"), chance)
    while not state.is_terminal():
        actions = dict(_actions(state))
        taken = rng.choice(sorted(actions))
        forced = len(actions) == 1
        if not forced:
            assert match.decision is not None, state
            assert match.decision.player == state.current_player()
            assert sorted(ids(match)) == sorted(actions), state
        state.apply_action(actions[taken])
        chance.faces += _thrown(state, rng)
        while len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
            chance.faces += _thrown(state, rng)
        choose(match, taken)

    assert list(payoffs(match)) == state.returns(), state


def _thrown(state: Any, rng: random.Random) -> list[str]:
    """The faces that chance gives now."""
    if not state.is_chance_node():
        return []
    outcome = rng.choice(state.legal_actions())
    faces: str = state.action_to_string(outcome).removeprefix("Roll: ")
    state.apply_action(outcome)
    return faces.split(",")


def _actions(state: Any) -> Iterator[tuple[str, int]]:
    """OpenSpiel's actions by the names of our choices; sets of equal faces are one choice."""
    dice = str(state).partition("Dice: ")[2].split("\n")[0].split()
    for action in state.legal_actions():
        if action >= FIRST_BOX:
            yield BOXES[action - FIRST_BOX], action
        else:
            again = sorted(face for place, face in enumerate(dice) if action >> place & 1)
            yield "{" + ", ".join(again) + "}", action


def test_twenty_games_go_the_same_way() -> None:
    for seed in range(20):
        play_both(seed)


@pytest.mark.long
def test_a_thousand_games_go_the_same_way() -> None:
    for seed in range(20, 1020):
        play_both(seed)
