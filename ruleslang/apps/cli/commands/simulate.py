"""`simulate`: plays many games between bots, and prints the statistics."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import Any

from attrs import asdict, evolve, frozen
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from ruleslang.api import Game
from ruleslang.apps.cli.balance_commands import Printer
from ruleslang.apps.cli.error_messages import Fault, Mistake, as_mistakes
from ruleslang.apps.cli.figures import Figure
from ruleslang.apps.cli.interrupt import unbroken
from ruleslang.apps.cli.kept_records import record_keeper
from ruleslang.apps.cli.load_game import again, game_of, lines_of, players_of, title_of
from ruleslang.apps.cli.options import (
    Engine,
    Format,
    From,
    Games,
    Language,
    MatchOptions,
    Printed,
    Records,
    Rulebook,
    option,
)
from ruleslang.apps.cli.output import plural, settings
from ruleslang.apps.cli.save_file import write_replay
from ruleslang.engine.c.compiler import GET_ONE
from ruleslang.engine.engine_names import PRINTED_IN_C, C
from ruleslang.engine.match.entities import settle
from ruleslang.engine.when_to_compile import NEVER, SECONDS_OF_GCC, seconds_to_compile
from ruleslang.evaluation.balance.versions import Steps
from ruleslang.library.find_rulebook import is_shipped
from ruleslang.players.games_in_c import chosen_for, sitting
from ruleslang.simulation.on_dask import Client, connected
from ruleslang.simulation.play_games import Batch, wanted_engine
from ruleslang.simulation.records.game_record import options_and_readings
from ruleslang.simulation.results import Watch
from ruleslang.simulation.sides import seat_name, sides_of
from ruleslang.simulation.simulate import Interrupted, add_games, simulate
from ruleslang.simulation.simulation_report import Estimate, Report, WorkerLost, share
from ruleslang.source.budget import keep_results

BAR = 30
WIDEST = 80  # letters of a heading in one line
C_TO_INTERPRETER = "100 to 1,000"  # docs/commands/simulate.md
UNKNOWN_TO_BOTS = (
    "a card added with `--cards` was never chosen: a `player` plays what its `prefer` lines "
    "name, so teach it the card, or let `random` play"
)
MOST_USES = 8  # cards named to a person; JSON has all


@frozen
class Simulated:
    """
    The result of a simulation.

    `replays` are the files of the failed games, in order; there may be fewer than failures.
    """

    game: Game
    batch: Batch
    jobs: int
    report: Report
    seconds: float
    stopped: bool
    problem: str = ""  # why it stopped, if not by Ctrl-C
    replays: tuple[str, ...] = ()
    again: str = ""  # the arguments that `replay` needs besides a file

    def replay(self, place: int) -> str | None:
        """Return the file of a failed game; `None` if it was not written."""
        return self.replays[place] if place < len(self.replays) else None


def _show(console: Console, done: Simulated, _: float) -> None:
    console.print(_heading(done))
    if done.report.capped:
        console.print(f"[yellow]{_capped(done)}[/]")
    for remark in _remarks(done.report):
        console.print(f"[yellow]{remark}[/]")
    if done.report.finished:
        console.print()
        if done.report.failures:
            console.print("[dim]of the games that finished; the failed ones may differ:[/]")
        rows = _wins(done)
        console.print(_winners(rows, done.report.finished))
        if sum(rows.values()) > done.report.finished:
            console.print("[dim]several players can win together, so the total exceeds 100%[/]")
        console.print()
        console.print(_numbers(done))
        console.print()
        if done.report.uses:
            console.print(_uses(done))
            console.print()
    console.print(_footer(done), style="dim")
    if gain := _gain(done):
        print(gain, file=sys.stderr)
    for place, failure in enumerate(done.report.failures[:3]):
        console.print(f"[bold red]game {failure.game} failed[/]: {escape(failure.message)}")
        if path := done.replay(place):
            words = " ".join(filter(None, [quote(path), done.again, "--show"]))
            console.print(f"replay it: ruleslang replay {escape(words)}", style="dim")
    if len(done.report.failures) > 3:
        console.print(f"and {plural(len(done.report.failures) - 3, 'more failed game')}")
    if done.problem:
        print(f"ruleslang: {done.problem}", file=sys.stderr)


def _heading(done: Simulated) -> str:
    """Return the heading: game, players and options, in one line, or one for each if it is wide."""
    of_seats = [
        f"{seat_name(done.game.program, seat)} by [bold]{escape(name)}[/]"
        for seat, name in enumerate(done.batch.players)
    ]
    stopped = f" of {done.batch.games:,} (stopped)" if done.stopped else ""
    set_to = [f"{name} {value}" for name, value in done.batch.options.items()]
    failed = len(done.report.failures)
    games = (
        f"[bold red]{done.report.finished:,} of {plural(done.report.games, 'game')} finished, "
        f"{failed:,} failed[/]"
        if failed
        else plural(done.report.games, "game")
    )
    parts = [f"[bold]{escape(title_of(done.game))}[/]: {games}{stopped}", *of_seats, *set_to]
    line = ", ".join(parts)
    return line if len(Text.from_markup(line).plain) <= WIDEST else ",\n  ".join(parts)


def _capped(done: Simulated) -> str:
    """Return how many games only the decision cap ended."""
    ended, most = done.report.capped, done.game.program.ending.decisions
    which, other = ("all", "none") if ended == done.report.finished else (f"{ended:,}", "not")
    line = f"{which} of them ended by the decision cap of {most:,}, {other} by a rule"
    longest = done.report.measures["decisions"].maximum
    return line if longest >= most else f"{line}; it also counts what nobody is asked"


def _remarks(report: Report) -> Iterator[str]:
    """Yield remarks about a degenerate game: nobody decides, or everybody wins."""
    if report.finished and not report.decisions:
        yield "no game had a decision: everything is random or forced"
    if report.finished and all(games == report.finished for games in report.winners):
        yield "everybody wins every game"


def _wins(done: Simulated) -> dict[str, int]:
    """Return how many games each side won, and nobody."""
    sides = sides_of(done.game.program, len(done.report.winners))
    won = {side.wins: done.report.won_by(side) for side in sides}
    return {**won, "nobody wins": done.report.draws}


def _winners(rows: Mapping[str, int], finished: int) -> Table:
    """Return shares with their intervals; one game has none."""
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, games in rows.items():
        of = Figure(*share(games, finished))
        table.add_row(
            name,
            f"[bold]{of.amount(least=1)}[/]",
            f"[dim]{of.ends(unit='%')}[/]" if finished > 1 else "",
            f"[cyan]{_bar(of.value)}[/]",
            f"{games:,}",
        )
    return table


def _bar(part: float) -> str:
    eighths = round(part * BAR * 8)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def _numbers(done: Simulated) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("", "mean", "95% interval", "least", "most"):
        table.add_column(heading, justify="left" if heading in ("", "95% interval") else "right")
    rows: Mapping[str, Estimate] = done.report.measures
    for name, estimate in rows.items():
        shown = "decisions a game" if name == "decisions" else name
        of = Figure(estimate.mean, estimate.low, estimate.high, is_share=False)
        table.add_row(
            escape(shown),
            f"[bold]{of.amount(least=2)}[/]",
            f"[dim]{of.ends(least=2) if of.low < of.high else 'in every game'}[/]",
            f"{estimate.minimum:,}",
            f"{estimate.maximum:,}",
        )
    return table


def _uses(done: Simulated) -> str:
    """Return which cards are played most, and which never."""
    ranked = sorted(done.report.uses.items(), key=lambda use: -use[1].mean)
    laid_over = _laid_over(done.game)
    most = [
        f"{escape(name)} {estimate.mean:.1f}"
        for place, (name, estimate) in enumerate(ranked)
        if estimate.maximum and (place < MOST_USES or name in laid_over)
    ]
    never = [escape(name) for name, estimate in ranked if not estimate.maximum]
    text = f"[dim]cards played a game:[/] {', '.join(most)}"
    text += f"\n[dim]never played:[/] {', '.join(never)}" if never else ""
    if laid_over & {name for name, estimate in ranked if not estimate.maximum}:
        text += f"\n{UNKNOWN_TO_BOTS}"
    if mute := sum(not definition.plays for definition in done.game.program.definitions):
        text += (
            f"\n[dim]not counted: {plural(mute, 'other card has', 'other cards have')} no `play`[/]"
        )
    return text


def _laid_over(game: Game) -> set[str]:
    """Return the cards given on the command line."""
    files = {Path(name).name for name in game.cards}
    origins = game.program.origins
    return {
        definition.deck or definition.name
        for definition in game.program.definitions
        if definition.origin >= 0 and origins[definition.origin].file in files
    }


def _footer(done: Simulated) -> str:
    rate = done.report.games / done.seconds if done.seconds else 0.0
    singular, plurals = (
        ("thread", "threads") if done.batch.runs_in_threads else ("process", "processes")
    )
    return (
        f"{done.seconds:.1f} s on {plural(done.jobs, singular, plurals)}, "
        f"{rate:.0f} games per second with `--engine {done.batch.engine}`; "
        f"seed {done.batch.seed}, chain {done.report.chain}"
    )


def _gain(done: Simulated) -> str:
    """Return the gain of C, if the interpreter took longer than compiling; otherwise nothing."""
    batch, who = done.batch, sitting(done.batch.compiled, done.batch.players)
    if batch.engine in PRINTED_IN_C or done.seconds <= SECONDS_OF_GCC or who is None:
        return ""
    how = f"`--engine c` first compiles for {SECONDS_OF_GCC:g} s (10 s with zig)"
    if seconds_to_compile() == NEVER:
        how = f"no C compiler was found; {GET_ONE}"
    return f"C is {C_TO_INTERPRETER} times as fast in the shipped rulebooks; {how}"


def simulated_json(done: Simulated) -> dict[str, Any]:
    """Return the result with the keys of docs/formats."""
    report, batch = done.report, done.batch
    options, readings = options_and_readings(batch.compiled.program, batch.options)
    winners = {str(seat): games for seat, games in enumerate(report.winners)}
    return {
        "engine": batch.engine,
        "players": list(batch.players),
        "options": options,
        "readings": readings,
        "first": batch.offset,
        "games": batch.games,
        "finished": report.finished,
        "capped": report.capped,
        "seed": batch.seed,
        "jobs": done.jobs,
        "seconds": round(done.seconds, 3),
        "stopped": done.stopped and not done.problem,
        "problem": done.problem or None,
        "decisions": report.decisions,
        "outcomes": {"winner": {**winners, "none": report.draws}},
        "payoffs": [asdict(payoff) for payoff in report.payoffs],
        "measures": {name: asdict(estimate) for name, estimate in report.measures.items()},
        "cards": {name: asdict(estimate) for name, estimate in report.uses.items()},
        "chain": report.chain,
        "failures": [
            {
                "game": failure.game,
                "seed": failure.seed,
                "message": failure.message,
                "replay": done.replay(place),
            }
            for place, failure in enumerate(report.failures)
        ],
    }


MOST_REPLAYS = 20  # of one simulation: who has more failures has one mistake many times


@frozen(kw_only=True)
class Options(MatchOptions):
    """The arguments and options of the command."""

    rulebook: Rulebook
    games: Games = 300
    first: int = option(
        0, min=0, metavar="N", help="The number of the first game, to play a part of a run."
    )
    on: str = option(
        "", metavar="CLUSTER", help="Play on a cluster: dask://HOST:PORT of its scheduler."
    )
    records: Records = ""
    engine: Engine = "auto"
    lang: Language = ""
    begin: From = ""
    format: Printed = Format.text


def run(options: Options) -> int:
    """Simulate, show the result, write failed games; status 1 if one failed."""
    lines = lines_of(options.begin)
    game = game_of("simulate", options.rulebook, options.cards, options.format, options.lang, lines)
    batch = _batch(game, options)
    _print_why_not(batch, options.engine)

    def simulated(game: Game, watch: Watch) -> Simulated:
        with _cluster(options.on) as client:
            done = _simulated(game, batch, options, client, watch)
        return evolve(done, replays=_replays(game, done.report), again=_replay_arguments(options))

    return Printer("simulate", simulated_json, _show).answer(
        game, options.format, "games", simulated
    )


@contextmanager
def _cluster(address: str) -> Iterator[Client | None]:
    """Return the client of the cluster, if one is to play."""
    if not address:
        yield None
        return
    try:
        client = connected(address)
    except ValueError as problem:
        raise Mistake(str(problem)) from None
    except ImportError as problem:
        raise Fault(str(problem)) from None
    with client:
        yield client


def _replay_arguments(options: Options) -> str:
    """Return the arguments of `replay` besides the file: the rulebook, unless it's shipped."""
    if is_shipped(options.rulebook):
        return again("", options.cards, lang=options.lang)
    return again(options.rulebook, options.cards, "--rulebook", options.lang)


def _batch(game: Game, options: Options) -> Batch:
    with as_mistakes(ValueError):
        return game.batch(
            games=options.games,
            first=options.first,
            seed=options.seed,
            players=players_of(game, options.players),
            options=settings(options.settings),
            automatic=options.automatic,
            records=bool(options.records),
            engine=options.engine,
        )


def _print_why_not(batch: Batch, wanted: str) -> None:
    """Report on standard error if another engine plays than the requested one."""
    if batch.engine not in (wanted, C):
        of, seats = batch.compiled, (len(batch.players), batch.automatic)
        set, who = settle(of.program, batch.options, *seats), sitting(of, batch.players)
        tried = wanted_engine(wanted, batch.games, who)
        chosen = chosen_for(tried, of, set, who)
        if chosen.why and tried in (wanted, C):
            print(f"{chosen.why}: the engine `{chosen.name}` plays", file=sys.stderr)


def _simulated(
    game: Game, batch: Batch, options: Options, client: Client | None, watch: Watch
) -> Simulated:
    """
    Play and, if wished, write every game to a file.

    After the loss of workers, as after Ctrl-C, the results so far are returned.
    """
    began, stopped, problem = time.monotonic(), False, ""
    keep_results()
    unbroken.add(add_games.__code__)
    jobs = sum(client.nthreads().values()) if client else options.jobs or os.cpu_count() or 1
    with record_keeper(options.records, batch) as (keep, before):
        try:
            report = simulate(batch, jobs, Steps(watch, batch.games).add, keep, before, client)
        except Interrupted as interrupted:
            report, stopped = interrupted.report, True
        except WorkerLost as lost:
            if lost.report is None:
                raise
            report, stopped, problem = lost.report, True, str(lost)
    return Simulated(game, batch, jobs, report, time.monotonic() - began, stopped, problem)


def _replays(game: Game, report: Report) -> tuple[str, ...]:
    """Write the failed games as replayable files; returns their paths."""
    failures = report.failures[:MOST_REPLAYS]
    return tuple(write_replay(f"{game.name}-{one.seed}.json", one.record) for one in failures)
