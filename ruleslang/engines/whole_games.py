"""
Whole games between random players and players written in the language, played by the C engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from attrs import frozen

from ruleslang.flow.state_layout import STREAM
from ruleslang.match.entities import Settings, options_of
from ruleslang.match.match import Match, PlayFrom, WholeMatch
from ruleslang.meaning.engine import Interpreter
from ruleslang.native.compiled_game import Choosers, CompiledGame, compiled
from ruleslang.native.games_in_threads import CountedGames as CountedGames
from ruleslang.native.games_in_threads import GameResult as GameResult
from ruleslang.native.games_in_threads import Games
from ruleslang.native.machine import NativePlay
from ruleslang.portable.printed_game import Measures
from ruleslang.program import declarations as d
from ruleslang.program.program import Program

Arrange: TypeAlias = Callable[[Match], WholeMatch | PlayFrom]  # answers what is then to begin
Seats: TypeAlias = Sequence[d.Chooser | None]  # none: chance decides there


@frozen(eq=False)
class Start:
    """
    Where games begin: a match of which nothing has run yet. `is_of_all_seeds` says that chance did
    nothing that led there; else it is that of the match's seed alone.
    """

    play: NativePlay
    is_of_all_seeds: bool


@frozen
class Kind:
    """What whole games have in common."""

    program: Program
    settings: Settings
    measures: Measures
    seats: Seats


def whole_games(
    kind: Kind, seeds: Sequence[int], start: Start | None = None
) -> Iterator[GameResult]:
    """
    The games of these seeds, in their order, all from `start`; none: the opening. Several threads
    may ask at once.
    """
    return _games(kind).play(seeds, start=None if start is None else start.play)


def counted_games(
    kind: Kind, seeds: Sequence[int], start: Start | None = None
) -> CountedGames | None:
    """The same games, counted; none if they have to be looked at one by one."""
    return _games(kind).counted(seeds, None if start is None else start.play)


def seeds_of(kind: Kind, batch: int, games: range) -> Sequence[int]:
    """The seeds of the games with these numbers: `derive` of the batch's and each, made in C."""
    return _games(kind).seeds(batch, games)


def start_of(kind: Kind, seed: int, arrange: Arrange) -> Start | None:
    """
    Where the game of a seed begins after its opening position was arranged; none if C does not
    begin with what is then to be done.
    """
    settings = kind.settings
    match = Interpreter(kind.program).opening(
        seed=seed,
        options=options_of(kind.program, settings),
        players=settings.players,
        automatic=settings.automatic,
        roll=True,
    )
    game = _games(kind).game
    play = game.about_to_begin(arrange(match), match.machine)
    if play is None:
        return None
    streams = game.flow.layout[STREAM]
    drawn = play.S[streams.base : streams.base + streams.cells]
    return Start(game.native(play), play.outcomes is None and not any(drawn))


def choosers_of(seats: Seats) -> Choosers:
    """The players of the language among them, each once."""
    return tuple({id(each): each for each in seats if each is not None}.values())


def _games(kind: Kind) -> Games:
    choosers = choosers_of(kind.seats)
    game = compiled(kind.program, kind.settings, kind.measures, choosers=choosers)
    return _of_game(game, tuple(map(game.number_of_player, kind.seats)))


@lru_cache(maxsize=16)
def _of_game(game: CompiledGame, numbers: tuple[int, ...]) -> Games:
    return Games(game, players=[game.choosers[each - 1] if each else None for each in numbers])
