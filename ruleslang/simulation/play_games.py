"""Plays the games of a batch with bots, one after another."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from threading import Lock
from typing import Any, TypeVar

from attrs import define, evolve, field, frozen

from ruleslang.engine.choose_engine import engine_named
from ruleslang.engine.code.compiled_game import CountedGames, GameResult, Games
from ruleslang.engine.engine_names import AUTO, INTERPRETER, PRINTED_IN_C, C
from ruleslang.engine.match.chance import derive, stream_number
from ruleslang.engine.match.entities import Settings, population_of, settle
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match
from ruleslang.engine.quick_engines import start_of as quick_start
from ruleslang.engine.when_to_compile import engine_for_games
from ruleslang.explanation.examples.given_state import Position, arrange, begin_from
from ruleslang.explanation.examples.properties import first_breach
from ruleslang.players.games_in_c import (
    Sitting,
    chosen_for,
    games_in_c,
    matches_in_c,
    refuse_strangers,
    sitting,
)
from ruleslang.players.learned_bot import learned_names, seat_learned
from ruleslang.players.registry import make_bot
from ruleslang.program.program import Compiled, Program, origin_of
from ruleslang.simulation.records.game_record import Heading, recorded, to_line
from ruleslang.simulation.records.match_start import start_of
from ruleslang.simulation.results import plain
from ruleslang.simulation.simulation_report import Counted, Played, Portion, Sample
from ruleslang.source.budget import doing, refill

T = TypeVar("T")
SECONDS = 0.1  # that a portion should take
WORTH_COMPILING = 1000  # games of one simulation


@define
class Portions:
    """
    The games not yet taken, from `next_game` up to `end`.

    A portion starts with one game and grows to at most `most`, so that it takes about `seconds`.
    Safe to use from several threads.
    """

    next_game: int
    end: int
    most: int
    size: int = 1
    seconds: float = SECONDS
    lock: Any = field(factory=Lock)

    def take(self) -> range | None:
        """Return the next portion; `None` when all games are taken."""
        with self.lock:
            first = self.next_game
            self.next_game = min(self.end, first + self.size)
            return range(first, self.next_game) or None

    def timed(self, work: Callable[[range], T], games: range) -> T:
        """Call `work` on some games, and size later portions by the time it took."""
        began = time.monotonic()
        result = work(games)
        self.took(len(games), time.monotonic() - began)
        return result

    def took(self, games: int, seconds: float) -> None:
        """
        Set the size of later portions: at most twice this one's, as the first may be quick.

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
    A number of games of one rulebook, with everything that decides their course.

    `first` is the number of games already played. `offset` is added to the numbers of all games, so
    that several processes or machines can share one long run. `chunk` is the maximum number of
    games in a portion. `players` names a bot for every seat; `records` asks for the events of every
    game. `digest` is that of the program, and like the files of `cards` it is named in records.
    `engine` is a name of `engines.choose_engine`; it decides the speed, nothing else.

    A game that breaks a property of the rulebook counts as failed.
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
        return Portions(self.offset + self.first, self.offset + self.games, self.chunk)

    @property
    def runs_in_threads(self) -> bool:
        """Whether whole games are played inside C or WebAssembly, where threads run in parallel."""
        is_whole = self.engine in PRINTED_IN_C and not self.records
        return is_whole and sitting(self.compiled, self.players) is not None

    @property
    def is_recorded_in_c(self) -> bool:
        """Whether whole games are played inside C, and records are made of their choices."""
        is_whole = self.engine in PRINTED_IN_C and self.records and self.position is None
        return is_whole and sitting(self.compiled, self.players) is not None

    @property
    def heading(self) -> Heading:
        """The heading of the batch's records, the same for all its games."""
        start = start_of(
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
        """A digest that is equal for parts of one run: same game, seed, players and settings."""
        line = to_line(evolve(self.heading, first=0))
        return blake2b(line.encode(), digest_size=16).hexdigest()

    def match_seed(self, game: int) -> int:
        return derive(self.seed_of_games, game)

    @property
    def seed_of_games(self) -> int:
        """The seed from which the seed of each game is derived."""
        return derive(self.seed, stream_number("game"))


@plain.register
def _(batch: Batch) -> dict[str, Any]:
    return {name: plain(getattr(batch, name)) for name in ("players", "options", "seed", "engine")}


def chunk_size(games: int, engine: str = INTERPRETER) -> int:
    """
    Return the maximum number of games in a portion, chosen so that all threads or processes stay
    busy.

    >>> chunk_size(300), chunk_size(20_000), chunk_size(1_000_000), chunk_size(1_000_000, C)
    (1, 20, 50, 10000)
    """
    if engine in PRINTED_IN_C:  # the overhead of a task should be negligible
        return max(1, min(10_000, games // 40))
    return max(1, min(50, games // 1000))


def engine_of_batch(
    compiled: Compiled, engine: str, settings: Settings, games: int, names: Sequence[str]
) -> str:
    """Return the engine for this many games with these players."""
    refuse_strangers(compiled, settings, names)
    who = sitting(compiled, names)
    return chosen_for(wanted_engine(engine, games, who), compiled, settings, who).name


def wanted_engine(engine: str, games: int, who: Sitting | None) -> str:
    """Return the named engine, or for `auto` the fastest worth its start, if it can play."""
    if engine != AUTO:
        return engine
    return C if who and games >= WORTH_COMPILING else engine_for_games(games)


def play_games(batch: Batch, games: range) -> list[Played]:
    _seat_learned(batch)
    if batch.is_recorded_in_c:
        seeds = [batch.match_seed(game) for game in games]
        given = batch.compiled, _settings(batch), batch.players, seeds, batch.engine
        return [_refilled(batch, *pair) for pair in zip(games, matches_in_c(*given), strict=True)]
    if not batch.runs_in_threads:
        return [_refilled(batch, game) for game in games]
    results = _in_c(batch, games)
    return [_of_result(batch, *pair) for pair in zip(games, results, strict=True)]


def play_portion(batch: Batch, games: range, may_count: bool) -> Portion:
    """Play some games one by one, or only count them if the C engine plays them and `may_count`."""
    _seat_learned(batch)
    counted = count_games(batch, games) if may_count and batch.runs_in_threads else None
    return play_games(batch, games) if counted is None else counted


def _seat_learned(batch: Batch) -> None:
    """Load the learned players of the batch in a worker process that has not read them yet."""
    seat_learned({*batch.players} - {*learned_names(batch.compiled)}, batch.compiled)


def failing(batch: Batch, games: range) -> int:
    """Return how many of these games end in a fault."""
    if not batch.runs_in_threads:
        return sum(played.fault is not None for played in play_games(batch, games))
    results = _in_c(batch, games)
    return sum(result is None or _failed(batch, result) for result in results)


def _failed(batch: Batch, result: GameResult) -> bool:
    """Return whether a game of the C engine met a fault or broke a property."""
    return result.fault is not None or any(count for count, *_ in _watched(batch, result.measured))


def _any_breach(batch: Batch, counts: CountedGames) -> bool:
    return any(count for tally in _watched(batch, counts.measured) for count, *_ in tally)


def _watched(batch: Batch, measured: Sequence[T]) -> Sequence[T]:
    """Return the results of a batch for its properties."""
    return measured[len(batch.compiled.measures) :]


def _refilled(batch: Batch, game: int, match: Match | None = None) -> Played:
    """
    Play one game, unless `match` is it already, then give part of the time budget back, since the
    caller wanted many.
    """
    with doing(f"game {game} of seed {batch.match_seed(game)}"):
        played = play_game(batch, game, match)
    refill()
    return played


def _in_c(batch: Batch, games: range) -> Iterator[GameResult | None]:
    """Yield the results of the games with these numbers; `None` for each that C can't begin."""
    of = _games(batch)
    seeds = of.seeds(batch.seed_of_games, games)
    if batch.position is None:
        yield from of.play(seeds)
        return
    arranged = partial(arrange, position=batch.position)
    start = quick_start(of.game, seeds[0], arranged)
    if start is None:
        yield from [None] * len(seeds)
    elif start.is_of_all_seeds:
        yield from of.play(seeds, start=start.play)
    else:
        for seed in seeds:
            start_of_seed = quick_start(of.game, seed, arranged)
            yield from of.play([seed], start=None if start_of_seed is None else start_of_seed.play)


def _games(batch: Batch) -> Games:
    who = sitting(batch.compiled, batch.players)
    assert who is not None
    return games_in_c(batch.compiled, _settings(batch), who, batch.engine)


def _settings(batch: Batch) -> Settings:
    seats = len(batch.players), batch.automatic
    return settle(batch.compiled.program, batch.options, *seats)


def count_games(batch: Batch, games: range) -> Counted | None:
    """Count games inside the C engine; `None` if one met a fault, to be played one by one."""
    of, start = _games(batch), None
    seeds = of.seeds(batch.seed_of_games, games)
    if batch.position is not None:
        start = quick_start(of.game, seeds[0], partial(arrange, position=batch.position))
        if start is None or not start.is_of_all_seeds:
            return None
    counts = of.counted(seeds, None if start is None else start.play)
    if counts is None or _any_breach(batch, counts):
        return None
    titles = of.game.flow.population.titles.values()
    return Counted(
        counts.games,
        sum(number * games for number, games in counts.decisions.items()),
        counts.winners,
        counts.capped,
        counts.payoffs,
        counts.links,
        _counted_samples(batch, counts),
        _counted_uses(batch, counts, [title.definition.name for title in titles]),
    )


def _counted_samples(batch: Batch, counts: CountedGames) -> Mapping[str, Counter[Sample]]:
    samples = {
        "decisions": Counter(
            {Sample(1, number, number, number): games for number, games in counts.decisions.items()}
        )
    }
    for measure, counted in zip(batch.compiled.measures, counts.measured, strict=False):
        if any(count for count, *_ in counted):
            samples[measure.name] = Counter(
                {Sample(*numbers): games for numbers, games in counted.items()}
            )
    return samples


def _counted_uses(
    batch: Batch, counts: CountedGames, titles: Sequence[str]
) -> Mapping[str, Counter[int]]:
    """Return for each definition, or each deck as one, how many games played it how often."""
    columns = dict(zip(titles, counts.played, strict=True)) if counts.played else {}
    together: dict[str, list[Sequence[int]]] = {}
    for definition in batch.compiled.program.definitions:
        if definition.plays:
            of = together.setdefault(definition.deck or definition.name, [])
            of += [columns[definition.name]] if definition.name in columns else []
    return {
        name: Counter(map(sum, zip(*of, strict=True))) if of else Counter({0: counts.games})
        for name, of in together.items()
    }


def _of_result(batch: Batch, game: int, result: GameResult | None) -> Played:
    """
    Convert a result of the C engine; the interpreter plays the game again if there is none or it
    met a fault, for the full report.
    """
    if result is None or _failed(batch, result):
        return play_game(evolve(batch, engine=INTERPRETER), game)
    program, decisions = batch.compiled.program, result.decisions
    played = {}
    if result.played:
        titles = population_of(program, _settings(batch)).titles.values()
        played = dict(zip((title.definition.name for title in titles), result.played, strict=True))
    samples = {"decisions": Sample(1, decisions, decisions, decisions)}
    for measure, (count, *sums) in zip(batch.compiled.measures, result.measured, strict=False):
        if count:
            samples[measure.name] = Sample(count, *sums)
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


def play_game(batch: Batch, game: int, match: Match | None = None) -> Played:
    """
    Play one game of the batch to its end, a fault, or a bug in the engine; `match` is the same,
    played to its end, and played again if it met a fault.
    """
    seed = batch.match_seed(game)
    try:
        if match is not None and match.fault is None:
            decisions = match.asked
        else:
            match = _started(batch, seed)
            bots = [
                make_bot(name, batch.compiled, seed, at) for at, name in enumerate(batch.players)
            ]
            decisions = match.play_on(bots)
        return _played(batch, game, match, decisions, _breach(batch, seed, match))
    except Exception as problem:  # one game that breaks the engine must not lose all the others
        message = f"a mistake of ruleslang's own: {type(problem).__name__}: {problem}"
        record = _record(batch, game, match, message, "")
        return Played(game, seed, 0, (), (), False, {}, {}, message, record)


def _started(batch: Batch, seed: int) -> Match:
    engine = engine_named(batch.engine, batch.compiled.program)
    if batch.position is not None:
        settings, measures = _settings(batch), batch.compiled.gathered
        return begin_from(
            engine, batch.position, settings, batch.options, seed=seed, measures=measures
        )
    return engine.start(
        seed=seed,
        options=batch.options,
        players=len(batch.players),
        automatic=batch.automatic,
        measures=batch.compiled.gathered,
    )


def _breach(batch: Batch, seed: int, match: Match) -> str:
    """Return the first property that a game broke, and where; empty: none, or it met a fault."""
    if match.fault is not None:
        return ""
    measures = batch.compiled.gathered[len(batch.compiled.measures) :]
    if not any(match.measures[measure.name] for measure in measures):
        return ""
    breach = first_breach(batch.compiled, _started(batch, seed), match.chosen)
    assert breach is not None
    return f"{breach.message}, after {breach.decisions} decisions"


def _uses(batch: Batch, played: Mapping[str, int]) -> Mapping[str, int]:
    """Return how often each definition was played; the definitions of a deck are added up."""
    uses = Counter[str]()
    for definition in batch.compiled.program.definitions:
        if definition.plays:
            uses[definition.deck or definition.name] += played.get(definition.name, 0)
    return uses


def _played(batch: Batch, game: int, match: Match, decisions: int, breach: str) -> Played:
    fault, outcome = match.fault, match.outcome
    wanted = batch.records or fault is not None or breach
    return Played(
        game,
        batch.match_seed(game),
        decisions,
        outcome.winners if outcome else (),
        outcome.payoffs if outcome else (),
        bool(outcome and outcome.capped),
        _samples(batch, match, decisions),
        dict(_uses(batch, match.times_played)),
        str(with_place(batch.compiled.program, fault)) if fault else breach or None,
        _record(batch, game, match, str(fault) if fault else None, match.hash())
        if wanted
        else None,
    )


def with_place(program: Program, fault: Fault) -> Fault:
    """Return a fault whose message has its place in the text."""
    origin = origin_of(program, fault.origin)
    place = "" if origin is None else f" ({origin.file}:{origin.line})"
    return Fault(fault.slug, f"{fault.message}{place}", fault.origin)


def _record(batch: Batch, game: int, match: Match | None, fault: str | None, hash: str) -> str:
    """Return the game as a replayable line."""
    of = batch.compiled.program, batch.heading.start, batch.players, match
    seed, measures = batch.match_seed(game), dict(_measured(batch, match))
    return to_line(recorded(*of, (game, seed), hash, fault, measures))


def _measured(batch: Batch, match: Match | None) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the values of the rulebook's measures."""
    if match is not None and batch.compiled.measures:
        gathered = match.measures
        yield from ((measure.name, gathered[measure.name]) for measure in batch.compiled.measures)


def _samples(batch: Batch, match: Match, decisions: int) -> Mapping[str, Sample]:
    """Return the samples of the rulebook's measures and of the number of decisions."""
    samples = {"decisions": Sample(1, decisions, decisions, decisions)}
    for name, values in _measured(batch, match):
        if values:
            samples[name] = Sample(len(values), sum(values), min(values), max(values))
    return samples
