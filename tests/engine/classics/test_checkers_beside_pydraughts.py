"""Random games of checkers beside pydraughts: the same moves at every question, the same winner."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import ruleslang

draughts: Any = pytest.importorskip("draughts")
SPACE = re.compile(r"cell\((\d), (\d)\)")


def numbers(choice: str) -> tuple[int, ...]:
    """The spaces in a choice as their numbers in draughts, which start at the first player."""
    places = ((int(column), int(row)) for column, row in SPACE.findall(choice))
    return tuple(4 * row - (column - 1) // 2 for column, row in places)


def moved(match: ruleslang.Match, paths: list[tuple[int, ...]], path: tuple[int, ...]) -> None:
    """Make a move jump by jump; what is the only choice isn't asked for."""
    for at in range(1, len(path)):
        start = 0 if at == 1 else at  # the first question is for the man, too
        ahead = [other for other in paths if other[:start] == path[:start] and len(other) > at]
        offered = {other[start : at + 1] for other in ahead}
        if len(offered) > 1:
            assert match.decision is not None
            choices = {numbers(choice.id): choice for choice in match.decision.choices}
            assert choices.keys() == offered
            match.choose(choices[path[start : at + 1]])


def beside(seed: int) -> int:
    """Play one game on both, and return how many moves were compared."""
    match = ruleslang.load("checkers").start(seed=seed, engine="wasm")
    board, chance, quiet, compared = draughts.Board(variant="english"), random.Random(seed), 0, 0
    while quiet < 40 and (moves := board.legal_moves()):
        paths = [tuple(int(step) for step in move.steps_move) for move in moves]
        place = chance.randrange(len(moves))
        moved(match, paths, paths[place])
        quiet = 0 if moves[place].has_captures else quiet + 1
        board.push(moves[place])
        compared += 1
    assert match.outcome is not None
    winner = {None: set(), draughts.BLACK: {0}, draughts.WHITE: {1}}
    assert {*match.outcome.winners} == (set() if quiet == 40 else winner[board.winner()])
    return compared


@pytest.mark.parametrize("seed", range(6))
def test_games_of_checkers_go_and_end_as_in_pydraughts(seed: int) -> None:
    assert beside(seed) > 10
