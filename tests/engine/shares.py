"""
The games over which the engines are compared, cut into parts.

Each part is one rulebook with one choice of settings, and the seeds of some games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path

from attrs import evolve, frozen

from ruleslang.api.loading import with_position
from ruleslang.engine.code.compiled_game import GameResult, Games
from ruleslang.engine.code.printed_game import NotCompiled
from ruleslang.engine.compiled_in_c import CEngine, WasmEngine, compiled
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.interpreter.engine import Interpreter
from ruleslang.engine.match.engine import Engine
from ruleslang.engine.match.entities import can_begin, settle
from ruleslang.engine.match.interface import Match
from ruleslang.engine.quick_engines import start_of
from ruleslang.explanation.examples.given_state import Position, arrange
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.load import load, load_text
from ruleslang.program.program import Program
from tests.engine.cells.agreement import named
from tests.engine.conformance.test_conformance import HERE as CONFORMANCE
from tests.engine.conformance.test_conformance import PLAYED as CASES
from tests.engine.disagreement import Game, disagreement, mixed
from tests.support.drawn.rulebook import rulebook
from tests.support.engines import HAS_WASM

WASM = (WasmEngine,) if HAS_WASM else ()
QUICK, ALL = "wasm and c", "interpreter, wasm and c"
ENGINES: dict[str, tuple[Callable[[Program], Engine], ...]] = {
    QUICK: (*WASM, CEngine),
    ALL: (Interpreter, *WASM, CEngine),
}
MIXED = Path(__file__).parent / "cells"
MOST = 5_000  # decisions of one game that are compared
MADE = "made "  # and the seed: a rulebook that a machine writes
MADE_RULEBOOKS = range(224)
SEEDS_APART = 1_000_000  # of two choices of settings
SEEDS_OF_ALL = 500_000  # from here on they are for all three engines, so that no game comes twice


@frozen
class Share:
    """
    How many games of a rulebook are played by the quick engines, how many by all three, and how
    many are one part: no part takes more than a minute or two.
    """

    quick: int
    all: int
    settings: int = 1
    part: int = 50
    part_of_all: int = 5


# By what a game takes: one of `ole` as long as a thousand of most classics.
SHARES = {
    "grangol": Share(1_000, 60, 4, part=125, part_of_all=15),
    "ole": Share(200, 8, 4, part=10, part_of_all=1),
    "ollapion": Share(1_000, 80, 4, part=125, part_of_all=20),
    "super_team": Share(400, 40, 4, part=50, part_of_all=10),
    "worldies": Share(300, 24, 4, part=25, part_of_all=6),
    "backgammon": Share(300, 20, part=75),
    "chess": Share(200, 12, part=25, part_of_all=3),
    "deck_builder": Share(300, 40, 2, part=75, part_of_all=20),
    "gin_rummy": Share(400, 60, 2, part=100, part_of_all=15),
    "yacht": Share(800, 60, 4, part=100, part_of_all=15),
}
OF_A_CLASSIC = Share(3_600, 120, 4, part=450, part_of_all=30)
OF_A_MIXED_ONE = Share(800, 60, 4, part=100, part_of_all=15)
OF_A_SMALL_ONE = Share(30, 4, part=30, part_of_all=4)


@frozen
class Part:
    """
    Games of these seeds of a rulebook, with the settings of a number; 0: those by default, but for
    some options. They begin in a position, if one is given; the interpreter plays beside the quick
    engines for so many decisions.
    """

    name: str
    engines: str
    settings: int
    first: int
    end: int
    options: tuple[tuple[str, str], ...] = ()
    position: str = ""
    beside: int = MOST


@frozen
class Compared:
    """What became of a part."""

    games: int
    decisions: int
    differ: tuple[str, ...] = ()


def names() -> list[str]:
    """All rulebooks: shipped, mixed, of the conformance suite, and made ones."""
    mixed_ones = sorted(map(str, MIXED.glob("*.rules")))
    cases = [str(CONFORMANCE / each) for each in CASES]
    made = [f"{MADE}{seed}" for seed in MADE_RULEBOOKS]
    return [*shipped_rulebooks(), *mixed_ones, *cases, *made]


def parts_of(name: str, engines: str) -> Iterator[Part]:
    """The parts of a rulebook."""
    share = share_of(name)
    is_quick = engines == QUICK
    games, step = (share.quick, share.part) if is_quick else (share.all, share.part_of_all)
    start = 0 if is_quick else SEEDS_OF_ALL
    for settings in range(share.settings):
        end = start + games // share.settings
        for first in range(start, end, step):
            yield Part(name, engines, settings, first, min(first + step, end))


def share_of(name: str) -> Share:
    """How many games of a rulebook are played."""
    if name.startswith((MADE, str(CONFORMANCE))):
        return OF_A_SMALL_ONE
    return OF_A_MIXED_ONE if name.startswith(str(MIXED)) else SHARES.get(name, OF_A_CLASSIC)


@lru_cache(maxsize=8)
def program_from(name: str, lines: str) -> tuple[Program, Position]:
    """The program of a rulebook, and a position of it."""
    _, found = with_position(name, lines, ())
    assert found is not None
    return found[0].program, found[1]


@lru_cache(maxsize=8)
def program_of(name: str) -> Program | None:
    """The program of a rulebook; none if a machine wrote one that does not compile."""
    is_made = name.startswith(MADE)
    found = load_text(rulebook(int(name.removeprefix(MADE)))) if is_made else load(name)
    if found.compiled is None:
        assert is_made, (name, [each.message for each in found.diagnostics])
        return None
    return found.compiled.program


def compare(part: Part) -> Compared:
    """Play the games of a part by its engines side by side, and each once more inside of C."""
    program, position = program_of(part.name), None
    if program is None:
        return Compared(0, 0)
    if part.position:
        program, position = program_from(part.name, part.position)
    engines = [each(program) for each in ENGINES[part.engines]]
    beginning = evolve(_beginning(program, part), position=position, beside=part.beside)
    games = [evolve(beginning, seed=seed) for seed in seeds(part)]
    differ, ended, decisions = [], list[Match](), 0
    for game in games:
        found, played = disagreement(engines, game, MOST)
        differ += [f"{part.name}: {found}"] if found else []
        decisions += len(played.chosen)
        ended += [played.matches[-1]] if not found else []
    differ += [] if differ else unlike_whole_games(program, games, ended)
    return Compared(len(games), decisions, tuple(differ))


def _beginning(program: Program, part: Part) -> Game:
    if part.settings:
        return mixed(program, part.settings)
    options, low, high = dict(part.options), program.seats.low, program.seats.high
    able = (each for each in range(low, high + 1) if can_begin(program, options, each))
    return Game(0, next(able, low), options)


def seeds(part: Part) -> range:
    """The seeds of the games of a part."""
    start = part.settings * SEEDS_APART
    return range(start + part.first, start + part.end)


def unlike_whole_games(
    program: Program, games: Sequence[Game], ended: Sequence[Match]
) -> list[str]:
    """Which games are others when C plays them whole; each ends with its hash."""
    one, seeds = games[0], [game.seed for game in games]
    of = Games(compiled(program, settle(program, one.options, one.players, one.automatic)))
    start = None
    if one.position is not None:
        start = start_of(of.game, one.seed, partial(arrange, position=one.position))
        assert start is not None and start.is_of_all_seeds
    results = of.play(seeds, start=None if start is None else start.play)
    return [
        f"{program.name}, whole game of seed {result.seed}: {result} / {match.hash()}"
        for result, match in zip(results, ended, strict=True)
        if match.waits_for is None and _of_result(result) != _of_match(match, result)
    ]


def _of_result(result: GameResult) -> object:
    fault = named(result.fault, result.fault)
    return result.decisions, result.winners, result.payoffs, fault


def _of_match(match: Match, result: GameResult) -> object:
    won = match.outcome
    winners, payoffs = (won.winners, won.payoffs) if won else ((), ())
    return match.asked, winners, payoffs, named(match.fault, result.fault)


def compare_or_refused(part: Part) -> Compared:
    """The same, of what an engine may refuse."""
    try:
        return compare(part)
    except (NotLowered, NotCompiled) as refused:
        return Compared(0, 0, (f"{part.name} is refused: {refused}",))
