"""Games played by bots, one after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from attrs import evolve

from ruleslang.analysis.simulation_batch import Batch
from ruleslang.analysis.simulation_report import Counted, Played
from ruleslang.analysis.statistics import Sample
from ruleslang.bots.registry import make_bot
from ruleslang.engines.choose_engine import PORTABLE, engine_named
from ruleslang.engines.whole_games import (
    CountedGames,
    GameResult,
    Kind,
    counted_games,
    seeds_of,
    start_of,
    whole_games,
)
from ruleslang.match.entities import Settings, population_of, settle
from ruleslang.match.faults import Fault
from ruleslang.match.match import Match
from ruleslang.nodes.budget import doing, refill
from ruleslang.program.program import LANGUAGE_VERSION
from ruleslang.proving.starting_position import arrange, begin_from
from ruleslang.records.events_to_json import plain_events
from ruleslang.records.game_record import GameRecord, settled, to_line
from ruleslang.records.match_start import ENGINE_VERSION


def play_games(batch: Batch, games: range) -> list[Played]:
    """Some games of the batch."""
    if not batch.runs_in_threads:
        return [_refilled(batch, game) for game in games]
    results = _in_c(batch, seeds_of(_kind(batch), batch.seed_of_games, games))
    return [_of_result(batch, *each) for each in zip(games, results, strict=True)]


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
        found.hashes,
        _counted_samples(batch, found),
        _counted_uses(batch, found, [each.definition.name for each in titles]),
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
    for each in batch.compiled.program.definitions:
        if each.plays:
            of = together.setdefault(each.deck or each.name, [])
            of += [columns[each.name]] if each.name in columns else []
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
        return play_game(evolve(batch, engine=PORTABLE), game)
    program, decisions = batch.compiled.program, result.decisions
    played = {}
    if result.played:
        titles = population_of(program, _settings(batch)).titles.values()
        played = dict(zip((each.definition.name for each in titles), result.played, strict=True))
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
        result.hash or "",
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
        return Played(game, seed, 0, (), (), False, "", {}, {}, said, record)


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
    for each in batch.compiled.program.definitions:
        if each.plays:
            uses[each.deck or each.name] += played.get(each.name, 0)
    return uses


def _played(batch: Batch, game: int, match: Match, decisions: int) -> Played:
    fault, hash, outcome = match.fault, match.hash(), match.outcome
    wanted = batch.records or fault is not None
    return Played(
        game,
        batch.match_seed(game),
        decisions,
        outcome.winners if outcome else (),
        outcome.payoffs if outcome else (),
        bool(outcome and outcome.capped),
        hash,
        _samples(match, decisions),
        dict(_uses(batch, match.times_played)),
        _told(batch, fault) if fault else None,
        _record(batch, game, match, str(fault) if fault else None, hash) if wanted else None,
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
        )
    )


def _samples(match: Match, decisions: int) -> Mapping[str, Sample]:
    """The rulebook's measures, and how often somebody had to decide."""
    found = {"decisions": Sample(1, decisions, decisions, decisions)}
    for name, values in match.measures.items():
        if values:
            found[name] = Sample(len(values), sum(values), min(values), max(values))
    return found
