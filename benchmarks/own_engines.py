"""Random play by the engines, as work that is timed: it answers how many decisions it made."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from pathlib import Path

import numpy
from measuring import Prepared, Work

import ruleslang
from ruleslang.api.game import Game
from ruleslang.engine.code.compiled_game import CompiledGame, Games
from ruleslang.engine.compiled_in_c import WasmEngine, compiled
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.entities import settle
from ruleslang.engine.match.interface import Match
from ruleslang.library.load import load
from ruleslang.program.program import Compiled

DUEL = Path(__file__).parent / "by_hand" / "duel.rules"
AT_ONCE = 200  # games of C that one piece of work plays


@cache
def rulebook(game: str) -> Compiled:
    """A shipped rulebook by its name, or the duel."""
    found = load(str(DUEL) if game == "duel" else game).compiled
    assert found is not None, game
    return found


@cache
def in_c(game: str) -> CompiledGame:
    """It as C, with its settings by default."""
    program = rulebook(game).program
    return compiled(program, settle(program, None, None, None))


def seeds() -> Iterator[int]:
    return count(1)


def games_in_c(game: str, at_once: int = AT_ONCE) -> Work:
    """Whole games inside of C."""
    games, following = Games(in_c(game)), count(0, at_once)

    def work() -> int:
        first = next(following)
        return decisions(games, range(first, first + at_once))

    return work


def decisions(games: Games, wanted: range) -> int:
    """How many decisions these games have."""
    return sum(games.words(wanted)[:: games.width])


def games_in_c_on_all_cores(game: str, cores: int, at_once: int = 4000) -> Work:
    """The same on as many threads as there are cores."""
    games = Games(in_c(game))
    pool, following = ThreadPoolExecutor(cores), count(0, cores)

    def work() -> int:
        first = next(following)
        ranges = [range((first + at) * at_once, (first + at + 1) * at_once) for at in range(cores)]
        return sum(pool.map(lambda wanted: decisions(games, wanted), ranges))

    return work


def in_lock_step(game: str, matches: int = 1024) -> Prepared:
    """
    Decisions of a batch with its masks; a match that is over begins anew. Which action each does is
    drawn before, and not timed.
    """
    batch = Game(rulebook(game)).in_lock_step(range(matches))
    masks, choices = numpy.asarray(batch.masks), numpy.asarray(batch.choices)
    chance, seeds = numpy.random.default_rng(1), numpy.arange(matches, dtype=numpy.uint64)

    def drawn() -> numpy.ndarray:
        drawn = (chance.random(masks.shape, numpy.float32) * masks).argmax(axis=1)
        return numpy.where(choices > 0, drawn, -1)

    def work(actions: numpy.ndarray) -> int:
        seeds[:] += numpy.uint64(matches)
        batch.step_actions(actions, seeds=seeds)
        return int((actions >= 0).sum())

    return Prepared(drawn, work)


def by_matches(start: Callable[[int], Match]) -> Work:
    """One game, driven from Python: who is asked, how many choices there are, one of them."""
    following, chance = seeds(), random.Random(1)

    def work() -> int:
        return finished(start(next(following)), chance)

    return work


def finished(match: Match, chance: random.Random) -> int:
    """Plays a match to its end; how many decisions it had."""
    made, choose, choice = 0, match.choose, chance.choice
    while (asked := match.waits_for) is not None:
        choose(choice(range(asked[1])))
        made += 1
    return made


def games_in_wasm(game: str) -> Work:
    engine = WasmEngine(rulebook(game).program)
    return by_matches(lambda seed: engine.start(seed=seed))


def interpreter(game: str) -> Work:
    engine = Interpreter(rulebook(game).program)
    return by_matches(lambda seed: engine.start(seed=seed))


def documented_loop(match: ruleslang.Match, chance: random.Random) -> int:
    """The loop of docs/python.md, to the end of a match; how many decisions it had."""
    made = 0
    while not match.is_over:
        decision = match.decision
        match.choose(chance.randrange(len(decision.choices)))
        made += 1
    return made


def loop_by_choice(match: ruleslang.Match, chance: random.Random) -> int:
    """The same with a choice that is drawn, not its index."""
    made = 0
    while (decision := match.decision) is not None:
        match.choose(chance.choice(decision.choices))
        made += 1
    return made


def loop_by_number(match: ruleslang.Match, chance: random.Random) -> int:
    """The same with numbers of actions."""
    made = 0
    while actions := match.actions():
        match.act(chance.choice(actions))
        made += 1
    return made


def loop_of(
    name: str,
    engine: str,
    matches: int = 50,
    loop: Callable[[ruleslang.Match, random.Random], int] = documented_loop,
) -> Prepared:
    """The documented loop on an engine, or another; the matches are there before."""
    game, following, chance = ruleslang.load(name), seeds(), random.Random(1)
    return Prepared(
        lambda: [game.start(seed=next(following), engine=engine) for _ in range(matches)],
        lambda ready: sum(loop(match, chance) for match in ready),
    )


def whole_loop_of(name: str, engine: str) -> Work:
    """The same with the start of each match."""
    game, following, chance = ruleslang.load(name), seeds(), random.Random(1)
    return lambda: documented_loop(game.start(seed=next(following), engine=engine), chance)
