"""
The games over which the engines are compared, cut into parts.

Each part is one rulebook with one choice of settings, and the seeds of some games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from attrs import evolve, frozen

from ruleslang.flow.refuse import NotLowered
from ruleslang.library.load import load, load_text
from ruleslang.library.shipped_data import shipped_rulebooks
from ruleslang.match.engine import Engine
from ruleslang.match.entities import settle
from ruleslang.match.match import Match
from ruleslang.meaning.engine import Interpreter
from ruleslang.native.engine import Native
from ruleslang.native.game import NotCompiled, compiled
from ruleslang.native.games import GameResult, Games
from ruleslang.portable.engine import Portable
from ruleslang.program.program import Program
from tests.conformance.test_conformance import HERE as CONFORMANCE
from tests.conformance.test_conformance import PLAYED as CASES
from tests.engines.disagreement import Game, disagreement, mixed
from tests.support.generate import rulebook

QUICK, ALL = "portable and native", "meaning, portable and native"
ENGINES: dict[str, tuple[Callable[[Program], Engine], ...]] = {
    QUICK: (Portable, Native),
    ALL: (Interpreter, Portable, Native),
}
MIXED = Path(__file__).parent.parent / "portable"
MOST = 5_000  # decisions of one game that are compared
MADE = "made "  # and the seed: a rulebook that a machine writes
MADE_RULEBOOKS = range(224)
SEEDS_APART = 1_000_000  # of two choices of settings


@frozen
class Share:
    """How many games of a rulebook are played by the quick engines, and how many by all three."""

    quick: int
    all: int
    settings: int = 1
    part: int = 50  # games of the quick engines that are played at once


# By what a game takes.
SHARES = {
    "grangol": Share(600, 60, 4, part=75),
    "ole": Share(360, 24, 4, part=30),
    "ollapion": Share(800, 60, 4),
    "super_team": Share(360, 24, 4, part=30),
    "worldies": Share(360, 24, 4, part=30),
    "backgammon": Share(400, 20),
    "chess": Share(40, 4),
    "deck_builder": Share(200, 20, 2, part=50),
    "gin_rummy": Share(400, 40, 2, part=100),
}
OF_A_CLASSIC, OF_A_SMALL_ONE = Share(3_200, 160, 4, part=400), Share(10, 2, part=20)


@frozen
class Part:
    """Games of these seeds of a rulebook, with the settings of a number; 0: those by default."""

    name: str
    engines: str
    settings: int
    first: int
    end: int


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
    is_small = name.startswith((MADE, str(CONFORMANCE)))
    share = OF_A_SMALL_ONE if is_small else SHARES.get(name, OF_A_CLASSIC)
    games, size = (share.quick, share.part) if engines == QUICK else (share.all, share.part // 10)
    for settings in range(share.settings):
        end = games // share.settings
        step = max(size, 2)
        for first in range(0, end, step):
            yield Part(name, engines, settings, first, min(first + step, end))


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
    program = program_of(part.name)
    if program is None:
        return Compared(0, 0)
    engines = [each(program) for each in ENGINES[part.engines]]
    beginning = _beginning(program, part.settings)
    games = [evolve(beginning, seed=seed) for seed in _seeds(part)]
    differ, ended, decisions = [], list[Match](), 0
    for game in games:
        found, played = disagreement(engines, game, MOST)
        differ += [f"{part.name}: {found}"] if found else []
        decisions += len(played.chosen)
        ended += [played.matches[-1]] if not found else []
    differ += [] if differ else unlike_whole_games(program, games, ended)
    return Compared(len(games), decisions, tuple(differ))


def _beginning(program: Program, settings: int) -> Game:
    return mixed(program, settings) if settings else Game(0, program.seats.low, {})


def _seeds(part: Part) -> range:
    start = part.settings * SEEDS_APART
    return range(start + part.first, start + part.end)


def unlike_whole_games(
    program: Program, games: Sequence[Game], ended: Sequence[Match]
) -> list[str]:
    """Which games are others when C plays them whole; each ends with its hash."""
    one = games[0]
    settings = settle(program, one.options, one.players, one.automatic)
    results = Games(compiled(program, settings)).play([game.seed for game in games])
    return [
        f"{program.name}, whole game of seed {result.seed}: {result} / {match.hash()}"
        for result, match in zip(results, ended, strict=True)
        if match.waits_for is None and _of_result(result) != _of_match(match)
    ]


def _of_result(result: GameResult) -> object:
    fault = result.fault and (result.fault.slug, result.fault.origin)
    return result.decisions, result.winners, result.payoffs, fault, result.hash


def _of_match(match: Match) -> object:
    won = match.outcome
    winners, payoffs = (won.winners, won.payoffs) if won else ((), ())
    fault = match.fault and (match.fault.slug, match.fault.origin)
    return match.asked, winners, payoffs, fault, match.hash()


def compare_or_refused(part: Part) -> Compared:
    """The same, of what an engine may refuse."""
    try:
        return compare(part)
    except (NotLowered, NotCompiled) as refused:
        return Compared(0, 0, (f"{part.name} is refused: {refused}",))
