"""The information states of OpenSpiel contain everything in a player's view: nothing leaks."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ruleslang
from ruleslang.engine.match.decision import View
from tests.engine.classics.classics import begin, file_of, game
from tests.engine.classics.pairs import PAIRS

pyspiel: Any = pytest.importorskip("pyspiel")

GAMES = ("kuhn_poker", "leduc_poker", "phantom_ttt")
BY_NAME = {pair.name: pair for pair in PAIRS}


def unlike(name: str, played: ruleslang.Game, seeds: range) -> tuple[int, int]:
    """
    How often who decides was met again with the same information, and saw something else then.

    OpenSpiel's information goes back to the first move, the view shows the moment: so the same
    information must give the same view, with the same choices in it.
    """
    pair, seen, found, other = BY_NAME[name], dict[tuple[int, str], View](), 0, 0
    for seed in seeds:
        rng = random.Random(f"{name} {seed}")
        forced, outcomes = pair.settle(rng, 2)
        match = begin(played, forced, 2)
        state = pyspiel.load_game(name, pair.settings).new_initial_state()
        while True:
            while not state.is_terminal() and (
                state.is_chance_node() or len(state.legal_actions()) == 1
            ):
                known = next(outcomes) if state.is_chance_node() else state.legal_actions()[0]
                state.apply_action(known)
            if state.is_terminal():
                break
            assert match.decision is not None
            player = match.decision.player
            key, shown = (player, state.information_state_string(player)), match.view(player)
            found += key in seen
            other += seen.setdefault(key, shown) != shown
            index = rng.randrange(len(match.decision.choices))
            taken = pair.action(match.decision.choices[index].id, state)
            match.choose(index)
            state.apply_action(taken)
    return found, other


@pytest.mark.parametrize("name", GAMES)
def test_the_same_information_is_the_same_view(name: str) -> None:
    found, other = unlike(name, game(name), range(150))
    assert found > 100
    assert other == 0


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_the_same_information_is_the_same_view_in_many_games(name: str) -> None:
    found, other = unlike(name, game(name), range(150, 4000))
    assert found > 5000
    assert other == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_leak_would_be_found(name: str) -> None:
    text = file_of(name).read_text(encoding="utf-8")
    open_game = ruleslang.load(text.replace("seen by owner", "seen by all"))
    assert unlike(name, open_game, range(150))[1] > 0
