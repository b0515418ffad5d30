"""
Which classics the portable engine plays, and that it plays them as the interpreter does.

A classic that it does not play is refused before anything of it is played.
"""

from __future__ import annotations

from functools import cache

import pytest

from ruleslang.flow.refuse import NotLowered
from ruleslang.meaning.engine import Interpreter
from ruleslang.portable.engine import Portable
from ruleslang.program.program import Program
from tests.classics.classics import CLASSICS, game
from tests.portable.agreement import differences

PLAYED = frozenset(
    {
        "checkers",
        "blackjack",
        "connect_four",
        "crazy_eights",
        "draw_poker",
        "hanabi",
        "havannah",
        "hearts",
        "kuhn_poker",
        "leduc_poker",
        "liars_dice",
        "mancala",
        "masks",
        "nim",
        "othello",
        "phantom_ttt",
        "pig",
        "sealed_bids",
        "spades",
        "tic_tac_toe",
        "yacht",
    }
)
GAMES = 10
MOST_DECISIONS = 80  # of one classic


@cache
def program(name: str) -> Program:
    return game(name).program


def test_the_table_says_which_classics_are_played() -> None:
    def is_played(name: str) -> bool:
        try:
            Portable(program(name)).opening()
        except NotLowered as refused:
            assert refused.construct in str(refused)
            return False
        return True

    assert {name for name in CLASSICS if is_played(name)} == PLAYED


def test_copies_go_their_own_way_and_saves_go_to_both_engines() -> None:
    match = Portable(program("crazy_eights")).start(seed=5)
    for _ in range(6):
        match.choose(0)
    before, copy, saved = match.hash(), match.copy(), match.save()

    copy.choose(1)
    resumed = [each(match.population.program).resume(saved) for each in (Portable, Interpreter)]

    assert match.hash() == before != copy.hash()
    assert [each.hash() for each in resumed] == [before, before]
    for each in (match, *resumed):
        each.choose(1)
    assert {each.hash() for each in (match, *resumed)} == {copy.hash()}


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_both_engines_play_the_same_games(name: str) -> None:
    seats = program(name).seats
    made = 0
    for seed in range(GAMES):
        players = seats.low + seed % (seats.high - seats.low + 1)
        found, decisions = differences(program(name), seed, players)
        assert found == []
        made += decisions
        if made > MOST_DECISIONS:
            break
    assert made > GAMES // 2
