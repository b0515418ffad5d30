"""
Reads of the cells of a compiled match agree with the interpreter, which defines them.

By default each rulebook is played for some decisions on all engines; the marked test plays whole
games. The agreement tests (`test_agreement.py`) compare views and hashes besides.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ruleslang.api.game import Game
from ruleslang.api.loading import load
from ruleslang.api.match import Match
from ruleslang.engine.engine_names import INTERPRETER, WASM, C
from ruleslang.engine.match.chance import Stream, derive
from ruleslang.library.find_rulebook import shipped_rulebooks
from tests.engine.c.conftest import compiler as compiler
from tests.support.every import every

A_WHILE = 12  # decisions
LONG_GAMES = 3


def _beside(game: Game, seed: int, most: int) -> Iterator[tuple[Match, Match]]:
    """Each compiled match beside the interpreter's, at each decision of a random game."""
    matches = [game.start(seed=seed, engine=name) for name in (INTERPRETER, WASM, C)]
    defined, *others = [
        match for match in matches if match.plays != INTERPRETER or match is matches[0]
    ]
    choices = Stream(derive(seed, 99))
    for _ in range(most):
        for other in others:
            yield defined, other
        decision = defined.decision
        if decision is None:
            return
        index = choices.below(len(decision.choices))
        for match in (defined, *others):
            match.choose(index)


def _agree(game: Game, seed: int, most: int) -> None:
    for defined, other in _beside(game, seed, most):
        for seat in (None, *range(len(defined.seats))):
            seen = defined.view(seat)

            assert other.view(seat) == seen
            assert list(other.view(seat).zones) == list(seen.zones)
            assert list(other.view(seat).states) == list(seen.states)
            assert other.observation(seat) == defined.observation(seat)
        assert other.decision == defined.decision
        assert other.parts == defined.parts
        assert other.hash() == defined.hash()


@every("name", shipped_rulebooks, parts=6)
def test_views_rows_names_parts_and_hashes_are_those_of_the_interpreter(
    name: str, compiler: None
) -> None:
    _agree(load(name), 1, A_WHILE)


@pytest.mark.long
@every("name", shipped_rulebooks, parts=6)
def test_views_rows_names_parts_and_hashes_of_whole_games(name: str, compiler: None) -> None:
    for seed in range(LONG_GAMES):
        _agree(load(name), seed, 100_000)


def test_a_view_keeps_its_decision_when_the_match_goes_on(compiler: None) -> None:
    for engine in (INTERPRETER, WASM, C):
        match = load("tic_tac_toe").start(seed=1, engine=engine)
        view = match.view("cross")
        match.choose("mark_a_square cell(2, 2)")

        assert view.decision is not None and len(view.decision.choices) == 9
        assert view.decision.choices[4].id == "mark_a_square cell(2, 2)"
        assert match.view("cross").decision is None
