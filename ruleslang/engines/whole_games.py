"""
Whole games between random players and players written in the language, played by the C engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from ruleslang.match.entities import Settings
from ruleslang.native.compiled_game import Choosers, CompiledGame, compiled
from ruleslang.native.games_in_threads import CountedGames as CountedGames
from ruleslang.native.games_in_threads import GameResult as GameResult
from ruleslang.native.games_in_threads import Games
from ruleslang.portable.printed_game import Measures
from ruleslang.program import declarations as d
from ruleslang.program.program import Program

Seats: TypeAlias = Sequence[d.Chooser | None]  # none: chance decides there


def whole_games(
    program: Program, settings: Settings, measures: Measures, seats: Seats, seeds: Sequence[int]
) -> Iterator[GameResult]:
    """The games of these seeds, in their order; several threads may ask at once."""
    return _games(program, settings, measures, seats).play(seeds)


def counted_games(
    program: Program, settings: Settings, measures: Measures, seats: Seats, seeds: Sequence[int]
) -> CountedGames | None:
    """The same games, counted; none if they have to be looked at one by one."""
    return _games(program, settings, measures, seats).counted(seeds)


def choosers_of(seats: Seats) -> Choosers:
    """The players of the language among them, each once."""
    return tuple({id(each): each for each in seats if each is not None}.values())


def _games(program: Program, settings: Settings, measures: Measures, seats: Seats) -> Games:
    game = compiled(program, settings, measures, choosers=choosers_of(seats))
    return _of_game(game, tuple(map(game.number_of_player, seats)))


@lru_cache(maxsize=16)
def _of_game(game: CompiledGame, numbers: tuple[int, ...]) -> Games:
    return Games(game, players=[game.choosers[each - 1] if each else None for each in numbers])
