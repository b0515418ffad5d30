"""Games played by bots, one after another."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from threading import Lock
from typing import Any, TypeVar

from attrs import define, evolve, field, frozen

from ruleslang.analysis.simulation_report import Counted, Played, Portion, Sample
from ruleslang.bots.learned_bot import add_learned, learned_names
from ruleslang.bots.registry import RANDOM, make_bot
from ruleslang.engines.choose_engine import (
    INTERPRETER,
    PYTHON,
    C,
    CountedGames,
    GameResult,
    Kind,
    counted_games,
    engine_named,
    seeds_of,
    start_of,
    whole_games,
)
from ruleslang.learning.saved import is_named_so
from ruleslang.match.chance import derive, stream_number
from ruleslang.match.entities import Settings, population_of, settle
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match
from ruleslang.nodes.budget import doing, refill
from ruleslang.program import declarations as d
from ruleslang.program.program import LANGUAGE_VERSION, Compiled
from ruleslang.proving.given_state import Position, arrange, begin_from
from ruleslang.records.game_record import (
    GameRecord,
    Heading,
    heading_line,
    plain_events,
    settled,
    to_line,
)
from ruleslang.records.match_start import ENGINE_VERSION
from ruleslang.records.match_start import start_of as match_start_start_of

T = TypeVar("T")
SECONDS = 0.1  # that a portion should take


@define
class Portions:
    """
    The games not yet taken, from `next_game` up to `end`.

    A portion has one game at first and at most `most`; how many it has now is what was played in
    `seconds`. Several threads may take portions at once.
    """

    next_game: int
    end: int
    most: int
    size: int = 1
    seconds: float = SECONDS
    lock: Any = field(factory=Lock)

    def take(self) -> range | None:
        """The next games; `None` when all are taken."""
        with self.lock:
            first = self.next_game
            self.next_game = min(self.end, first + self.size)
            return range(first, self.next_game) or None

    def timed(self, work: Callable[[range], T], games: range) -> T:
        """What `work` makes of the games; its time decides how many games later portions have."""
        began = time.monotonic()
        found = work(games)
        self.took(len(games), time.monotonic() - began)
        return found

    def took(self, games: int, seconds: float) -> None:
        """
        Adapt the size: at most twice the games of this portion, since the first ones may be quick.

        >>> portions = Portions(0, 1000, most=50)
        >>> portions.took(10, 0.01)
        >>> portions.size
        20
        >>> portions.took(20, 4.0)
        >>> portions.size
        1
        """
        fitting = int(games * self.seconds / seconds) if seconds > 0 else self.most
        self.size = max(1, min(self.most, 2 * games, fitting))


@frozen
class Batch:
    """
    A number of games of one rulebook; everything that decides how they go.

    `first` is the first game to be played: those before it are done. `offset` is added to the
    numbers of all games: so several processes, or machines, share one long run. `chunk` is how many
    games are one task at most.
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
    offset: int = 0
    engine: str = INTERPRETER
    position: Position | None = None  # None: the opening

    def portions(self) -> Portions:
        """The games to be played."""
        return Portions(self.offset + self.first, self.offset + self.games, self.chunk)

    @property
    def runs_in_threads(self) -> bool:
        """Whether whole games are played inside of C, where threads do not wait for each other."""
        return self.engine == C and not self.records and decide_in_c(self.compiled, self.players)

    @property
    def seats(self) -> tuple[d.Chooser | None, ...]:
        """The players of the language at their seats; none: another bot."""
        return tuple(
            map({chooser.name: chooser for chooser in self.compiled.choosers}.get, self.players)
        )

    @property
    def heading(self) -> Heading:
        """What its games have in common, and those of no other batch."""
        start = match_start_start_of(
            self.compiled.program,
            seed=self.seed,
            players=len(self.players),
            automatic=self.automatic,
            options=self.options,
            cards=self.cards,
            position=self.position.text if self.position else "",
        )
        return Heading(start, self.players, self.offset)

    @property
    def run(self) -> str:
        """Equal for batches that are parts of one run: the same game, seed, players, settings."""
        line = heading_line(evolve(self.heading, first=0))
        return blake2b(line.encode(), digest_size=16).hexdigest()

    def match_seed(self, game: int) -> int:
        """The seed of one game."""
        return derive(self.seed_of_games, game)

    @property
    def seed_of_games(self) -> int:
        """What the seed of each game is derived from."""
        return derive(self.seed, stream_number("game"))


def decide_in_c(compiled: Compiled, players: Iterable[str]) -> bool:
    """Whether all of these decide inside of C: by chance, or as the rulebook says."""
    return {*players} <= {RANDOM, *(chooser.name for chooser in compiled.choosers)}


def chunk_size(games: int, engine: str = INTERPRETER) -> int:
    """
    How many games are one task at most, so that all threads or processes have enough to do.

    >>> chunk_size(300), chunk_size(20_000), chunk_size(1_000_000), chunk_size(1_000_000, C)
    (1, 20, 50, 10000)
    """
    if engine == C:  # what a task costs beside its games should not be seen
        return max(1, min(10_000, games // 40))
    return max(1, min(50, games // 1000))


def play_games(batch: Batch, games: range) -> list[Played]:
    """Some games of the batch."""
    _seat_learned(batch)
    if not batch.runs_in_threads:
        return [_refilled(batch, game) for game in games]
    results = _in_c(batch, seeds_of(_kind(batch), batch.seed_of_games, games))
    return [_of_result(batch, *each) for each in zip(games, results, strict=True)]


def play_portion(batch: Batch, games: range, may_count: bool) -> Portion:
    """Some games, one by one; counted where C plays them and nobody asks for each."""
    counted = count_games(batch, games) if may_count and batch.runs_in_threads else None
    return play_games(batch, games) if counted is None else counted


def _seat_learned(batch: Batch) -> None:
    """A process that plays a part reads the learned players that whoever began it has read."""
    for name in {*batch.players} - {*learned_names(batch.compiled)}:
        if is_named_so(name):
            add_learned(name, batch.compiled)


def failing(batch: Batch, games: range) -> int:
    """How many of some games cannot go on; none of them is told."""
    if not batch.runs_in_threads:
        return sum(played.fault is not None for played in play_games(batch, games))
    results = _in_c(batch, seeds_of(_kind(batch), batch.seed_of_games, games))
    return sum(result is None or result.fault is not None for result in results)


def _refilled(batch: Batch, game: int) -> Played:
    """A game, which gives some of the budget back: who asked for a thousand waits for them."""
    with doing(f"game {game} of seed {batch.match_seed(game)}"):
        played = play_game(batch, game)
    refill()
    return played


def _in_c(batch: Batch, seeds: Sequence[int]) -> Iterator[GameResult | None]:
    """What became of the games of these seeds; none of those that C cannot begin."""
    kind = _kind(batch)
    if batch.position is None:
        yield from whole_games(kind, seeds)
        return
    arranged = partial(arrange, position=batch.position)
    start = start_of(kind, seeds[0], arranged)
    if start is None:
        yield from [None] * len(seeds)
    elif start.is_of_all_seeds:
        yield from whole_games(kind, seeds, start)
    else:
        for seed in seeds:
            yield from whole_games(kind, [seed], start_of(kind, seed, arranged))


def _kind(batch: Batch) -> Kind:
    return Kind(batch.compiled.program, _settings(batch), batch.compiled.measures, batch.seats)


def _settings(batch: Batch) -> Settings:
    seats = len(batch.players), batch.automatic
    return settle(batch.compiled.program, batch.options, *seats)


def count_games(batch: Batch, games: range) -> Counted | None:
    """
    The same games, counted inside of C; none if they have to be told one by one, since one of them
    met a fault.
    """
    kind, start = _kind(batch), None
    seeds = seeds_of(kind, batch.seed_of_games, games)
    if batch.position is not None:
        start = start_of(kind, seeds[0], partial(arrange, position=batch.position))
        if start is None or not start.is_of_all_seeds:
            return None
    found = counted_games(kind, seeds, start)
    if found is None:
        return None
    titles = population_of(kind.program, kind.settings).titles.values()
    return Counted(
        found.games,
        sum(number * games for number, games in found.decisions.items()),
        found.winners,
        found.capped,
        found.payoffs,
        found.links,
        _counted_samples(batch, found),
        _counted_uses(batch, found, [title.definition.name for title in titles]),
    )


def _counted_samples(batch: Batch, found: CountedGames) -> Mapping[str, Counter[Sample]]:
    samples = {
        "decisions": Counter(
            {Sample(1, number, number, number): games for number, games in found.decisions.items()}
        )
    }
    for measure, counted in zip(batch.compiled.measures, found.measured, strict=True):
        if any(count for count, *_ in counted):
            samples[measure.name] = Counter(
                {Sample(*numbers): games for numbers, games in counted.items()}
            )
    return samples


def _counted_uses(
    batch: Batch, found: CountedGames, titles: Sequence[str]
) -> Mapping[str, Counter[int]]:
    """How often a game each definition was played; those of a deck are counted together."""
    columns = dict(zip(titles, found.played, strict=True)) if found.played else {}
    together: dict[str, list[Sequence[int]]] = {}
    for definition in batch.compiled.program.definitions:
        if definition.plays:
            of = together.setdefault(definition.deck or definition.name, [])
            of += [columns[definition.name]] if definition.name in columns else []
    return {
        name: Counter(map(sum, zip(*of, strict=True))) if of else Counter({0: found.games})
        for name, of in together.items()
    }


def _of_result(batch: Batch, game: int, result: GameResult | None) -> Played:
    """
    A game that was played inside of C; one that was not is played, and one that met a fault is
    played again, to be told.
    """
    if result is None or result.fault is not None:
        return play_game(evolve(batch, engine=PYTHON), game)
    program, decisions = batch.compiled.program, result.decisions
    played = {}
    if result.played:
        titles = population_of(program, _settings(batch)).titles.values()
        played = dict(zip((title.definition.name for title in titles), result.played, strict=True))
    samples = {"decisions": Sample(1, decisions, decisions, decisions)}
    for measure, (count, *rest) in zip(batch.compiled.measures, result.measured, strict=True):
        if count:
            samples[measure.name] = Sample(count, *rest)
    return Played(
        game,
        result.seed,
        decisions,
        result.winners,
        result.payoffs,
        result.capped,
        samples,
        dict(_uses(batch, played)),
        None,
        None,
    )


def play_game(batch: Batch, game: int) -> Played:
    """Play one game of the batch to its end, to a fault, or to a mistake of the engine's own."""
    seed = batch.match_seed(game)
    match: Match | None = None
    try:
        match = _begun(batch, seed)
        bots = [make_bot(name, batch.compiled, seed, at) for at, name in enumerate(batch.players)]
        return _played(batch, game, match, match.play_on(bots))
    except Exception as problem:  # one game that breaks the engine must not lose all the others
        said = f"a mistake of ruleslang's own: {type(problem).__name__}: {problem}"
        record = _record(batch, game, match, said, "")
        return Played(game, seed, 0, (), (), False, {}, {}, said, record)


def _begun(batch: Batch, seed: int) -> Match:
    engine = engine_named(batch.engine, batch.compiled.program)
    if batch.position is not None:
        settings, measures = _settings(batch), batch.compiled.measures
        return begin_from(
            engine, batch.position, settings, batch.options, seed=seed, measures=measures
        )
    return engine.start(
        seed=seed,
        options=batch.options,
        players=len(batch.players),
        automatic=batch.automatic,
        measures=batch.compiled.measures,
    )


def _uses(batch: Batch, played: Mapping[str, int]) -> Mapping[str, int]:
    """How often each definition was played; those of a deck are counted together."""
    uses = Counter[str]()
    for definition in batch.compiled.program.definitions:
        if definition.plays:
            uses[definition.deck or definition.name] += played.get(definition.name, 0)
    return uses


def _played(batch: Batch, game: int, match: Match, decisions: int) -> Played:
    fault, outcome = match.fault, match.outcome
    wanted = batch.records or fault is not None
    return Played(
        game,
        batch.match_seed(game),
        decisions,
        outcome.winners if outcome else (),
        outcome.payoffs if outcome else (),
        bool(outcome and outcome.capped),
        _samples(match, decisions),
        dict(_uses(batch, match.times_played)),
        _told(batch, fault) if fault else None,
        _record(batch, game, match, str(fault) if fault else None, match.hash())
        if wanted
        else None,
    )


def _told(batch: Batch, fault: Fault) -> str:
    """A fault, with its place in the text."""
    origins = batch.compiled.program.origins
    if not 0 <= fault.origin < len(origins):
        return str(fault)
    origin = origins[fault.origin]
    return f"{fault} ({origin.file}:{origin.line})"


def _record(batch: Batch, game: int, match: Match | None, fault: str | None, hash: str) -> str:
    """The game as a line that can be played again."""
    options, readings = settled(batch.compiled.program, batch.options)
    outcome = match.outcome if match else None
    return to_line(
        GameRecord(
            batch.compiled.program.name,
            batch.digest,
            LANGUAGE_VERSION,
            ENGINE_VERSION,
            options,
            readings,
            batch.seed,
            game,
            batch.match_seed(game),
            batch.players,
            batch.automatic,
            plain_events(match.events) if match else [],
            outcome.payoffs if outcome else (),
            outcome.winners if outcome else (),
            hash,
            fault,
            batch.cards,
            batch.position.text if batch.position else "",
            {name: tuple(values) for name, values in match.measures.items()} if match else {},
        )
    )


def _samples(match: Match, decisions: int) -> Mapping[str, Sample]:
    """The rulebook's measures, and how often somebody had to decide."""
    found = {"decisions": Sample(1, decisions, decisions, decisions)}
    for name, values in match.measures.items():
        if values:
            found[name] = Sample(len(values), sum(values), min(values), max(values))
    return found
