"""Whole games of random players, played inside of C."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ruleslang.match.entities import Settings
from ruleslang.native.game import CompiledGame, compiled
from ruleslang.native.games import CountedGames as CountedGames
from ruleslang.native.games import GameResult as GameResult
from ruleslang.native.games import Games
from ruleslang.portable.game import Measures
from ruleslang.program.program import Program


def whole_games(
    program: Program, settings: Settings, measures: Measures, seeds: Sequence[int]
) -> Iterator[GameResult]:
    """The games of these seeds, in their order; several threads may ask at once."""
    return _games(compiled(program, settings, measures)).play(seeds)


def counted_games(
    program: Program, settings: Settings, measures: Measures, seeds: Sequence[int]
) -> CountedGames | None:
    """The same games, counted; none if they have to be looked at one by one."""
    return _games(compiled(program, settings, measures)).counted(seeds)


@lru_cache(maxsize=16)
def _games(game: CompiledGame) -> Games:
    return Games(game)
