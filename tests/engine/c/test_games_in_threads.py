"""Whole games inside of C: the games that bots play on the other engines."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import chain

import pytest
from attrs import evolve

from ruleslang.engine.choose_engine import C, chosen_engine
from ruleslang.engine.code.compiled_game import GameResult, Games
from ruleslang.engine.compiled_in_c import WasmEngine, compiled
from ruleslang.engine.match.entities import settle
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.players.random_bot import RandomBot
from ruleslang.program.program import Program
from tests.engine.cells.test_mixed_rulebooks import program as mixed
from tests.engine.classics.classics import game
from tests.support.shipped import compiled as shipped

QUICK = ("backgammon", "hanabi", "tic_tac_toe")
MIXED = ("acting_at_once", "lasting_and_answered", "paid_and_played_as", "told_and_left")


def by_bots(program: Program, seed: int, seats: int) -> GameResult:
    """The same game, played by random bots on WebAssembly."""
    match = WasmEngine(program).start(seed=seed, players=seats)
    bots = [RandomBot(seed, seat) for seat in range(seats)]
    while (asked := match.waits_for) is not None:
        match.choose(bots[asked[0]].stream.below(asked[1]))
    won, fault = match.outcome, match.fault
    return GameResult(
        seed,
        match.asked,
        won.winners if won else (),
        won.payoffs if won else (),
        bool(won and won.capped),
        fault,
    )


def unlike_bots(name: str, program: Program, games: int) -> list[str]:
    """In which games the results differ."""
    of_c = Games(compiled(program, settle(program, None, None, None)))
    found = []
    for result in of_c.play(range(games)):
        expected = by_bots(program, result.seed, of_c.seats)
        if evolve(result, measured=(), played=()) != expected:
            found.append(f"{name}: {result} / {expected}")
    return found


def test_whole_games_are_those_that_random_bots_play() -> None:
    found = [each for name in QUICK for each in unlike_bots(name, game(name).program, 4)]
    found += [each for name in MIXED for each in unlike_bots(name, mixed(name), 4)]
    assert found == []


@pytest.mark.long
def test_more_games_of_mixed_rulebooks_are_those_that_random_bots_play() -> None:
    assert [each for name in MIXED for each in unlike_bots(name, mixed(name), 20)] == []


@pytest.mark.long
def test_positions_that_were_noted_are_in_the_hash_of_a_whole_game() -> None:
    assert unlike_bots("chess", game("chess").program, 1) == []


@pytest.mark.long
@pytest.mark.parametrize("name", shipped_rulebooks())
def test_many_whole_games_are_those_that_random_bots_play(name: str) -> None:
    program = shipped(name).program
    if chosen_engine(C, program, settle(program, None, None, None)).name == C:
        assert unlike_bots(name, program, 100) == []


def test_the_number_of_threads_changes_no_result() -> None:
    program = game("tic_tac_toe").program
    games = Games(compiled(program, settle(program, None, None, None)))
    alone = list(games.play(range(2_500)))
    parts = [range(at, at + 500) for at in range(0, 2_500, 500)]

    for threads in (2, 7):
        with ThreadPoolExecutor(threads) as pool:
            together = [*chain.from_iterable(pool.map(list, pool.map(games.play, parts)))]
        assert together == alone
    assert {each.winners for each in alone} == {(), (0,), (1,)}
