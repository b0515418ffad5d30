"""Whole games inside of C: the games that bots play on the other engines."""

from __future__ import annotations

import pytest

from ruleslang.bots.random_bot import RandomBot
from ruleslang.match.entities import settle
from ruleslang.native.game import compiled
from ruleslang.native.games import GameResult, Games
from ruleslang.portable.engine import Portable
from ruleslang.program.program import Program
from tests.classics.classics import game

QUICK = ("crazy_eights", "pig", "tic_tac_toe")


def by_bots(program: Program, seed: int, seats: int) -> GameResult:
    """The same game, played by random bots on the portable engine."""
    match = Portable(program).start(seed=seed, players=seats)
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
        match.hash(),
    )


def unlike_bots(name: str, games: int) -> list[str]:
    """In which games of a classic the results differ."""
    program = game(name).program
    of_c = Games(compiled(program, settle(program, None, None, None)))
    found = []
    for result in of_c.play(range(games)):
        expected = by_bots(program, result.seed, of_c.seats)
        if result != expected:
            found.append(f"{name}: {result} / {expected}")
    return found


def test_whole_games_are_those_that_random_bots_play() -> None:
    assert [each for name in QUICK for each in unlike_bots(name, 4)] == []


@pytest.mark.long
@pytest.mark.parametrize("name", ("hearts", "leduc_poker", "liars_dice", "othello", "yacht"))
def test_many_whole_games_are_those_that_random_bots_play(name: str) -> None:
    assert unlike_bots(name, 100) == []


def test_the_number_of_threads_changes_no_result() -> None:
    program = game("tic_tac_toe").program
    games = Games(compiled(program, settle(program, None, None, None)))
    alone = list(games.play(range(2_500)))

    assert [list(games.play(range(2_500), threads)) for threads in (2, 7)] == [alone, alone]
    assert {each.winners for each in alone} == {(), (0,), (1,)}
