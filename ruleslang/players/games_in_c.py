"""Plays whole games inside the C engine, by players who can all decide there."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from attrs import frozen

from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.choose_engine import WASM, C, Chosen, chosen_engine
from ruleslang.engine.code.compiled_game import Bots, CompiledGame, Games
from ruleslang.engine.code.lock_step import LockStep
from ruleslang.engine.code.machine import CPlay
from ruleslang.engine.code.match import CMatch
from ruleslang.engine.code.printed_game import Choosers
from ruleslang.engine.compiled_in_c import IN_WASM, CEngine, WasmEngine, compiled
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.lowered_game import lowered
from ruleslang.engine.match.entities import Settings, options_of
from ruleslang.engine.quick_engines import those_able
from ruleslang.players.learned_bot import learned_player
from ruleslang.players.learning.learner import LEARNERS, BatchLearners, LearnedGames
from ruleslang.players.learning.numbering import numbering
from ruleslang.players.learning.saved import NotLearned, advisers_of
from ruleslang.players.learning.weights import Weights
from ruleslang.players.registry import RANDOM
from ruleslang.program import declarations as d
from ruleslang.program.program import Compiled

MakeBots: TypeAlias = Callable[[CompiledGame], Bots]


@frozen
class Sitting:
    """
    The players by seat: players of the rulebook, learned ones, and chance (`None`).

    `choosers` are all players of the rulebook who are asked, those that advise the learned ones
    first; `advisers` is how many do.
    """

    seats: tuple[d.Chooser | Weights | None, ...]
    choosers: Choosers = ()
    advisers: int = 0

    @property
    def learns(self) -> bool:
        return any(isinstance(seat, Weights) for seat in self.seats)


def sitting(of: Compiled, names: Sequence[str]) -> Sitting | None:
    """
    Return these players inside the C engine; `None` if one cannot decide there, or if learned ones
    are advised by different players.
    """
    choosers = {chooser.name: chooser for chooser in of.choosers}
    seats, advised = list[d.Chooser | Weights | None](), set[Choosers]()
    for name in names:
        learned = learned_player(name, of)
        if learned is not None:
            advised.add(advisers_of(learned[0], of.choosers))
            seats.append(learned[1])
        elif name == RANDOM or name in choosers:
            seats.append(choosers.get(name))
        else:
            return None
    if len(advised) > 1:
        return None
    advisers = advised.pop() if advised else ()
    choosers_asked = (*advisers, *(seat for seat in seats if isinstance(seat, d.Chooser)))
    each = {id(who): who for who in choosers_asked}.values()
    return Sitting(tuple(seats), tuple(each), len(advisers))


def chosen_for(engine: str, of: Compiled, settings: Settings, who: Sitting | None) -> Chosen:
    """Return the named engine, or the next slower one that plays the games of these players."""
    who = who or Sitting(())
    given = of.program, settings, of.gathered, who.choosers, None
    return chosen_engine(engine, *given, learns=who.learns, plays_whole=True)


def refuse_strangers(of: Compiled, settings: Settings, names: Sequence[str]) -> None:
    """Raise `NotLearned` if one of these players has learned another game than this."""
    for name in dict.fromkeys(names):
        if (learned := learned_player(name, of)) is not None:
            advisers = advisers_of(learned[0], of.choosers)
            try:
                flow = lowered(of.program, settings)
                here = numbering(flow, those_able(flow, advisers))
            except NotLowered as refused:
                raise NotLearned(f"`{name[:200]}` cannot play: {refused}") from None
            learned[0].refuse_other(name, here)


def games_in_c(of: Compiled, settings: Settings, who: Sitting, engine: str) -> Games:
    """Return the games of these players; raises `NotLowered` and `NotCompiled`."""
    given = of.program, settings, of.gathered, IN_WASM if engine == WASM else None, who.choosers
    game = compiled(*given, learns=who.learns, plays_whole=True)
    number = game.number_of_player
    players = tuple(seat if isinstance(seat, Weights) else number(seat) for seat in who.seats)
    return _of_game(game, players, who.advisers)


def matches_in_c(
    of: Compiled, settings: Settings, names: Sequence[str], seeds: Sequence[int], engine: str = C
) -> Iterator[CMatch]:
    """Yield the matches of these seeds, played to their ends by these players inside C."""
    who, seated = bots_of(of, names)
    level, kind = (IN_WASM, WasmEngine) if engine == WASM else (None, CEngine)
    game = compiled(of.program, settings, of.gathered, level, who.choosers, learns=who.learns)
    begins = kind(of.program, who.choosers, who.learns)

    def matched(play: CPlay, chosen: list[int]) -> CompiledMatch:
        match = begins.start(
            seed=play.seed,
            options=options_of(of.program, settings),
            players=settings.players,
            automatic=settings.automatic,
            measures=of.gathered,
        )
        assert isinstance(match, CMatch)
        match.continued(play, chosen)
        return match

    with LockStep(game, seeds, 1, seated(game), matched) as batch:
        yield from map(batch.match, range(batch.number))


@lru_cache(maxsize=16)
def _of_game(game: CompiledGame, players: tuple[int | Weights, ...], advisers: int) -> Games:
    numbers = [player for player in players if isinstance(player, int)]
    if len(numbers) < len(players):
        return LearnedGames(game, players, advisers)
    return Games(game, players=numbers)


def bots_of(of: Compiled, names: Sequence[str | None]) -> tuple[Sitting, MakeBots]:
    """
    Return the players at the seats of a batch (`None` is asked), and what seats them in its game;
    raises `ValueError` for learned players that do not fit together.
    """
    who = sitting(of, [name for name in names if name is not None])
    if who is None:
        raise ValueError(
            "these learned players are advised by different players: begin a batch for each"
        )
    seats = iter(who.seats)
    by_seat = [None if name is None else (next(seats),) for name in names]

    def seated(game: CompiledGame) -> Bots:
        learners = [seat for seat in who.seats if isinstance(seat, Weights)]
        numbers = array("q", bytes(8 * len(game.automatic)))
        for at, seat in enumerate(by_seat):
            for player in seat or ():
                if isinstance(player, Weights):
                    numbers[at] = 1 + LEARNERS + learners.index(player)
                else:
                    numbers[at] = 1 + game.number_of_player(player)
        deciding = BatchLearners(game, learners, who.advisers) if learners else None
        return Bots(numbers, deciding)

    return who, seated
