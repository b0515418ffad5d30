"""Games played by bots, one after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from ruleslang.analysis.batch import Batch
from ruleslang.analysis.moments import Sample
from ruleslang.analysis.report import Played
from ruleslang.bots.all import make_bot
from ruleslang.bots.bot import Bot
from ruleslang.meaning.match import Match
from ruleslang.program.program import LANGUAGE_VERSION
from ruleslang.records.events import plain_events
from ruleslang.records.game import GameRecord, settled, to_line
from ruleslang.records.start import ENGINE_VERSION


def play_chunk(batch: Batch, first: int) -> list[Played]:
    """The games of the chunk that begins with game `first`."""
    return [play_game(batch, game) for game in range(first, min(first + batch.chunk, batch.games))]


def play_game(batch: Batch, game: int) -> Played:
    """Play one game of the batch to its end, or to a fault."""
    seed = batch.match_seed(game)
    match = Match.start(
        batch.compiled.program,
        seed=seed,
        options=batch.options,
        players=len(batch.players),
        automatic=batch.automatic,
        measures=batch.compiled.measures,
    )
    bots = [make_bot(name, batch.compiled, seed, seat) for seat, name in enumerate(batch.players)]
    decisions = play_on(match, bots)
    return _played(batch, game, seed, match, decisions)


def play_on(match: Match, bots: Sequence[Bot]) -> int:
    """Let the bots decide until nothing is asked any more; how often they did."""
    for decisions in count():
        if match.decision is None:
            return decisions
        match.choose(bots[match.decision.player].choose(match))
    raise AssertionError  # count() does not end


def _played(batch: Batch, game: int, seed: int, match: Match, decisions: int) -> Played:
    fault = str(match.fault) if match.fault else None
    outcome = match.outcome
    hash = match.hash()
    winners, payoffs = (outcome.winners, outcome.payoffs) if outcome else ((), ())
    record = _record(batch, game, match) if batch.records or fault else None
    return Played(
        game,
        seed,
        decisions,
        winners,
        payoffs,
        bool(outcome and outcome.capped),
        hash,
        _samples(match, decisions),
        fault,
        record,
    )


def _record(batch: Batch, game: int, match: Match) -> str:
    """The game as a line that can be played again."""
    options, readings = settled(batch.compiled.program, batch.options)
    outcome = match.outcome
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
            plain_events(match.events),
            outcome.payoffs if outcome else (),
            outcome.winners if outcome else (),
            match.hash(),
            str(match.fault) if match.fault else None,
        )
    )


def _samples(match: Match, decisions: int) -> Mapping[str, Sample]:
    """The rulebook's measures, and how often somebody had to decide."""
    found = {"decisions": Sample(1, decisions, decisions, decisions)}
    for name, values in match.measures.items():
        if values:
            found[name] = Sample(len(values), sum(values), min(values), max(values))
    return found
