"""The classics and OpenSpiel's games, step by step: the same choices, the same payoffs."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from tests.engine.classics.classics import begin, game, payoffs
from tests.engine.classics.pairs import PAIRS, Outcomes, Pair

pyspiel: Any = pytest.importorskip("pyspiel")

Pick: TypeAlias = Callable[[random.Random, int], int]


def play_both(pair: Pair, seed: int, pick: Pick = random.Random.randrange) -> int:
    """Play one game on both sides with the same choices; how many there were."""
    rng = random.Random(f"{pair.name} {seed}")
    players = pair.players[seed % len(pair.players)]
    settings = {**pair.settings, **({pair.spiel: players} if pair.spiel else {})}
    forced, outcomes = pair.settle(rng, players)
    match = begin(game(pair.name, pair.more), forced, players)
    game_beside = pyspiel.load_game(pair.name, settings)
    if pair.asks_in_turn:
        game_beside = pyspiel.convert_to_turn_based(game_beside)
    state = game_beside.new_initial_state()
    made = 0
    while True:
        _to_the_next_decision(state, outcomes)
        if state.is_terminal():
            break
        assert match.fault is None, match.fault
        assert match.decision is not None, state
        assert match.decision.player == state.current_player()
        offered = [pair.action(choice.id, state) for choice in match.decision.choices]
        legal = [each for each in state.legal_actions() if not pair.forbids(state, each)]
        assert sorted(offered) == legal, state
        index = pick(rng, len(offered))
        match.choose(index)
        state.apply_action(offered[index])
        made += 1

    assert match.decision is None, f"{match.decision} is asked after the end"
    assert list(payoffs(match)) == state.returns(), state
    return made


def _to_the_next_decision(state: Any, outcomes: Outcomes) -> None:
    """Past chance, and past decisions that leave no choice: the match does not ask those."""
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(next(outcomes))
        elif len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        else:
            break


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_twenty_games_go_the_same_way(pair: Pair) -> None:
    """Fewer of long ones."""
    assert sum(play_both(pair, seed) for seed in range(pair.games)) > 0


@pytest.mark.long
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_a_thousand_games_go_the_same_way(pair: Pair) -> None:
    assert sum(play_both(pair, seed) for seed in range(20, 1020)) > 0


def test_the_thousandth_decision_ends_a_game_of_pig() -> None:
    pig = next(pair for pair in PAIRS if pair.name == "pig")

    def hold(rng: random.Random, offered: int) -> int:
        return offered - 1

    assert play_both(pig, 1, hold) == 1000
