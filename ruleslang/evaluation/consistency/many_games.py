"""
Plays many games at random in C or WebAssembly, for what the few games that are watched cannot meet.

Only results are read: a game is kept with its choices if it stops, breaks a property, or pays a
winner no more than others, and if all are capped.
"""

from __future__ import annotations

import time

from attrs import evolve

from ruleslang.engine.code.compiled_game import GameResult
from ruleslang.engine.engine_names import INTERPRETER, C, EngineName
from ruleslang.engine.match.chance import derive, stream_number
from ruleslang.engine.match.entities import settle
from ruleslang.evaluation.consistency.games import Game, played
from ruleslang.evaluation.consistency.properties import BreachSearch
from ruleslang.evaluation.consistency.search import (
    SearchResult,
    Sort,
    every_setting,
    how_winners_are_paid,
    line_of,
    payoff_of,
    start_of,
)
from ruleslang.players.games_in_c import Sitting, chosen_for, games_in_c, matches_in_c
from ruleslang.players.registry import RANDOM
from ruleslang.simulation.play_games import Portions

MOST = 1_000_000  # games, and as many in one portion as take a tenth of a second


def many_games(
    searched: SearchResult, hunt: BreachSearch, seconds: float, seed: int, games: int = MOST
) -> None:
    """Play for this much CPU time, or so many games, in the first setting; none if not compiled."""
    program = searched.program
    players, options = next(every_setting(program))
    opening = Game(seed, players, tuple(sorted(options.items())), ())
    settings = settle(program, options, players, None)
    who = Sitting((None,) * players)
    engine = chosen_for(C, hunt.compiled, settings, who).name
    if engine == INTERPRETER:
        return
    of = games_in_c(hunt.compiled, settings, who, engine)
    until, portions = time.process_time() + seconds, Portions(0, games, most=games)
    seeds, capped = derive(seed, stream_number("many games")), list[GameResult]()
    while time.process_time() < until and (numbers := portions.take()) is not None:
        for result in portions.timed(lambda some: [*of.play(of.seeds(seeds, some))], numbers):
            searched.at_random += 1
            searched.ended_at_random += not result.capped and result.fault is None
            hunt.games += 1
            capped += [result] if result.capped else []
            _note(searched, hunt, opening, result, engine)
    if len(capped) == searched.at_random > searched.ended == 0:
        searched.times["capped", start_of(program)] += len(capped) - 1
        _keep(searched, "capped", start_of(program), _game(hunt, opening, capped[0], engine))


def _note(
    searched: SearchResult,
    hunt: BreachSearch,
    opening: Game,
    result: GameResult,
    engine: EngineName,
) -> None:
    """Keep a game that shows something that no game has shown in as few decisions."""
    program, found = searched.program, list[tuple[Sort, int]]()
    if result.fault is not None:
        found = [("fault", line_of(program, result.fault))]
    elif paid := how_winners_are_paid(result.winners, result.payoffs):
        found = [] if result.capped else [(paid, payoff_of(program))]
    for key in found:
        before = searched.shortest.get(key)
        if before is None or result.decisions < before.game.decisions:
            game = _game(hunt, opening, result, engine)
            fault = played(program, game).fault
            _keep(searched, *key, game, fault.message if fault else "")
        else:
            searched.times[key] += 1
    watched = result.measured[len(hunt.compiled.measures) :]
    if any(count and place not in hunt.shortest for place, (count, *_) in enumerate(watched)):
        hunt.follow(_game(hunt, opening, result, engine))


def _keep(searched: SearchResult, sort: Sort, origin: int, game: Game, message: str = "") -> None:
    searched.in_this_game.clear()
    searched.note(sort, origin, game, message)


def _game(hunt: BreachSearch, opening: Game, result: GameResult, engine: EngineName) -> Game:
    """Return a game with the choices of the engine's random players."""
    settings = settle(hunt.compiled.program, dict(opening.options), opening.players, None)
    names = (RANDOM,) * opening.players
    (match,) = matches_in_c(hunt.compiled, settings, names, [result.seed], engine)
    return evolve(opening, seed=result.seed, picks=tuple(match.chosen))
