"""What is simulated: a game, its players, its settings, and which games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import field, frozen

from ruleslang.analysis.portions import Portions
from ruleslang.bots.registry import RANDOM
from ruleslang.engines.choose_engine import MEANING, NATIVE
from ruleslang.match.chance import derive, stream_number
from ruleslang.program import declarations as d
from ruleslang.program.program import Compiled
from ruleslang.proving.starting_position import Position
from ruleslang.records.batch_checkpoint import Heading
from ruleslang.records.match_start import start_of


@frozen
class Batch:
    """
    A number of games of one rulebook; everything that decides how they go.

    `first` is the first game to be played: those before it are done. `chunk` is how many games are
    one task at most.
    `players` names a bot for every seat; `records` asks for the events of every game. `digest` is
    that of the program, which records name, as they do the files of `cards`. `engine` is a name of
    `engines.choose_engine`: it decides how fast the games go, and nothing else.
    """

    compiled: Compiled
    digest: str
    games: int
    seed: int = field(repr=False)
    players: tuple[str, ...]
    options: Mapping[str, str] = field(factory=dict)
    automatic: int = 0
    records: bool = False
    chunk: int = 1
    cards: tuple[str, ...] = ()
    first: int = 0
    engine: str = MEANING
    position: Position | None = None  # None: the opening

    def portions(self) -> Portions:
        """The games to be played."""
        return Portions(self.first, self.games, self.chunk)

    @property
    def runs_in_threads(self) -> bool:
        """Whether whole games are played inside of C, where threads do not wait for each other."""
        return (
            self.engine == NATIVE
            and not self.records
            and decide_in_c(self.compiled, self.players)
        )

    @property
    def seats(self) -> tuple[d.Chooser | None, ...]:
        """The players of the language at their seats; none: another bot."""
        return tuple(map({each.name: each for each in self.compiled.choosers}.get, self.players))

    @property
    def heading(self) -> Heading:
        """What its games have in common, and those of no other batch."""
        start = start_of(
            self.compiled.program,
            seed=self.seed,
            players=len(self.players),
            automatic=self.automatic,
            options=self.options,
            cards=self.cards,
            position=self.position.text if self.position else "",
        )
        return Heading(start, self.players)

    def match_seed(self, game: int) -> int:
        """The seed of one game."""
        return derive(self.seed_of_games, game)

    @property
    def seed_of_games(self) -> int:
        """What the seed of each game is derived from."""
        return derive(self.seed, stream_number("game"))


def decide_in_c(compiled: Compiled, players: Iterable[str]) -> bool:
    """Whether all of these decide inside of C: by chance, or as the rulebook says."""
    return {*players} <= {RANDOM, *(each.name for each in compiled.choosers)}


def chunk_size(games: int, engine: str = MEANING) -> int:
    """
    How many games are one task at most, so that all threads or processes have enough to do.

    >>> chunk_size(300), chunk_size(20_000), chunk_size(1_000_000), chunk_size(1_000_000, NATIVE)
    (1, 20, 50, 10000)
    """
    if engine == NATIVE:  # what a task costs beside its games should not be seen
        return max(1, min(10_000, games // 40))
    return max(1, min(50, games // 1000))
