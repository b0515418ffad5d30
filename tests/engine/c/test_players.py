"""Players of the language inside of C: the games that they play on the other engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import ruleslang
from ruleslang.engine.choose_engine import INTERPRETER, WASM, C
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.simulation.simulate import simulate
from tests.engine.classics.classics import game

HERE = Path(__file__).parent


def chains(
    played: ruleslang.Game, players: tuple[str, ...], engines: tuple[str, ...], games: int
) -> set[str]:
    """The chains of the same games on these engines."""
    found = set()
    for engine in engines:
        batch = played.batch(games=games, seed=5, players=players, engine=engine)
        assert batch.engine == engine
        found.add(simulate(batch, jobs=1).chain)
    return found


def test_the_chain_of_games_of_players_is_the_same_on_every_engine() -> None:
    assert len(chains(game("nim"), ("expert", "random"), (INTERPRETER, WASM, C), 30)) == 1
    assert len(chains(game("backgammon"), ("random", "greedy"), (WASM, C), 3)) == 1


def test_a_player_prefers_by_one_of_several_that_are_settled_one_by_one() -> None:
    played = ruleslang.load(str(HERE / "one_of_several.rules"))

    assert len(chains(played, ("picky", "picky"), (INTERPRETER, WASM, C), 10)) == 1


def test_what_is_not_chosen_yet_counts_where_it_is_read() -> None:
    played = ruleslang.load(str(HERE / "many_ways.rules"))

    assert len(chains(played, ("fussy", "random"), (INTERPRETER, WASM, C), 4)) == 1


@pytest.mark.long
@pytest.mark.parametrize("name", shipped_rulebooks())
def test_the_chain_of_games_of_its_own_players_is_the_same_on_every_engine(name: str) -> None:
    played, engines = ruleslang.load(name), (INTERPRETER, WASM, C)
    own = [each for each in played.bots if each not in ("random", "search")]
    seats = played.program.seats.high
    found = {
        each: chains(played, (each, "random")[:seats], engines, 10) for each in own or ["random"]
    }

    assert {each: len(different) for each, different in found.items()} == dict.fromkeys(found, 1)
