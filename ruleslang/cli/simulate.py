"""`simulate`: plays many games between bots, and prints the statistics."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from attrs import evolve, frozen

from ruleslang.analysis.simulate import Interrupted, add_games, simulate
from ruleslang.analysis.simulation_batch import Batch
from ruleslang.analysis.simulation_report import Report
from ruleslang.api import Game
from ruleslang.cli.error_messages import Mistake
from ruleslang.cli.interrupt import INTERRUPTED, unbroken
from ruleslang.cli.load_game import again, game_or_none, lines_of, names_of
from ruleslang.cli.output import print_json, settings
from ruleslang.cli.output_format import Format
from ruleslang.cli.progress import progress
from ruleslang.cli.simulation_records import record_keeper
from ruleslang.cli.simulation_table import Simulated, show, simulated_json
from ruleslang.engines.choose_engine import AUTO, chosen_engine
from ruleslang.engines.whole_games import choosers_of
from ruleslang.library.atomic_write import write_whole
from ruleslang.library.shipped_data import shipped_rulebooks
from ruleslang.match.entities import settle

REPLAYS = Path("replays")
MOST_REPLAYS = 20  # of one simulation: who has more failures has one mistake many times


@frozen
class Order:
    """What the command line asks for."""

    rulebook: str
    games: int
    seed: int
    players: str
    automatic: int | None
    jobs: int
    settings: tuple[str, ...]
    cards: tuple[str, ...]
    records: str
    engine: str
    lang: str
    begin: str
    format: Format


def run(order: Order) -> int:
    """Simulate, show the result, write failing games; status 1 when one failed."""
    lines = lines_of(order.begin)
    game = game_or_none("simulate", order.rulebook, order.cards, order.format, order.lang, lines)
    if game is None:
        return 1
    jobs = order.jobs or os.cpu_count() or 1
    batch = _batch(game, order)
    _say_why_not(batch, order.engine)
    done = _simulated(game, batch, jobs, order.records)
    done = evolve(done, replays=_replays(game, done.report), again=_again(order))
    status = INTERRUPTED if done.stopped else int(bool(done.report.failures))
    if order.format is Format.json:
        return print_json("simulate", game.name, game.digest, status, **simulated_json(done))
    show(done)
    return status


def _again(order: Order) -> str:
    """What `replay` needs besides the record: the rulebook, unless the record's name finds it."""
    if order.rulebook in shipped_rulebooks():
        return again("", order.cards, lang=order.lang)
    return again(order.rulebook, order.cards, "--rulebook", order.lang)


def _batch(game: Game, order: Order) -> Batch:
    try:
        return game.batch(
            games=order.games,
            seed=order.seed,
            players=names_of(order.players) if order.players else None,
            options=settings(order.settings),
            automatic=order.automatic,
            records=bool(order.records),
            engine=order.engine,
        )
    except ValueError as problem:
        raise Mistake(str(problem)) from None


def _say_why_not(batch: Batch, asked: str) -> None:
    """That another engine plays than the one that was asked for by name."""
    if asked not in (AUTO, batch.engine):
        program, seats = batch.compiled.program, (len(batch.players), batch.automatic)
        settings, choosers = settle(program, batch.options, *seats), choosers_of(batch.seats)
        chosen = chosen_engine(asked, program, settings, choosers=choosers)
        print(f"the engine `{chosen.name}` plays: {chosen.why}", file=sys.stderr)


def _simulated(game: Game, batch: Batch, jobs: int, records: str) -> Simulated:
    """Play, with a bar on standard error and, if wished, every game in a file."""
    began, stopped = time.monotonic(), False
    unbroken.add(add_games.__code__)
    with record_keeper(records, batch) as kept, progress(batch.games, "games") as step:
        keep, before = (kept.keep, kept.before()) if kept else (None, iter(()))
        try:
            report = simulate(batch, jobs, step, keep, before)
        except Interrupted as interrupted:
            report, stopped = interrupted.report, True
    return Simulated(game, batch, jobs, report, time.monotonic() - began, stopped)


def _replays(game: Game, report: Report) -> tuple[str, ...]:
    """Write the failing games out, so that each can be played again; where they are."""
    paths = []
    for failure in report.failures[:MOST_REPLAYS]:
        path = REPLAYS / f"{game.name}-{failure.seed}.json"
        REPLAYS.mkdir(exist_ok=True)
        write_whole(path, f"{failure.record}\n", follows=False)
        paths.append(str(path))
    return tuple(paths)
