"""The result of a simulation, as a table that one wants to read and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Any

from attrs import frozen
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ruleslang.analysis.simulation_batch import Batch
from ruleslang.analysis.simulation_report import Report
from ruleslang.analysis.statistics import Estimate, decimals_of, share
from ruleslang.api import Game
from ruleslang.cli.load_game import seat_name, title_of
from ruleslang.cli.output import plural
from ruleslang.records.game_record import settled

BAR = 30
UNKNOWN_TO_BOTS = (
    "a card laid over with `--cards` was never chosen: a `player` plays what its `prefer` lines "
    "name, so teach it the card, or let `random` play"
)
MOST_USES = 8  # cards named to a person; JSON has all


@frozen
class Simulated:
    """
    What was played and what came out.

    `replays` are the files of the failing games, in their order; there may be fewer than failures.
    """

    game: Game
    batch: Batch
    jobs: int
    report: Report
    seconds: float
    stopped: bool
    replays: tuple[str, ...] = ()
    again: str = ""  # what `replay` needs on its command line besides a file

    def replay(self, place: int) -> str | None:
        """The file of a failing game, `None` when it was not written."""
        return self.replays[place] if place < len(self.replays) else None


def show(done: Simulated) -> None:
    """Print the result for a person."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(_heading(done))
    if done.report.capped:
        console.print(f"[yellow]{_capped(done)}[/]")
    if done.report.finished:
        console.print()
        if done.report.failures:
            console.print("[dim]of the games that finished:[/]")
        console.print(_winners(done))
        if sum(done.report.winners) + done.report.draws > done.report.finished:
            console.print("[dim]several may win a game together, so this is more than 100 %[/]")
        console.print()
        console.print(_numbers(done))
        console.print()
        if done.report.uses:
            console.print(_uses(done))
            console.print()
    console.print(_footer(done), style="dim")
    for place, failure in enumerate(done.report.failures[:3]):
        console.print(f"[bold red]game {failure.game} failed[/]: {escape(failure.message)}")
        if path := done.replay(place):
            words = " ".join(filter(None, [quote(path), done.again, "--show"]))
            console.print(f"  see it again: ruleslang replay {escape(words)}", style="dim")
    if len(done.report.failures) > 3:
        console.print(f"and {plural(len(done.report.failures) - 3, 'failed game')} more")


def _heading(done: Simulated) -> str:
    seats = ", ".join(
        f"{seat_name(done.game, seat)} by [bold]{escape(name)}[/]"
        for seat, name in enumerate(done.batch.players)
    )
    stopped = f" of {done.batch.games:,} (stopped)" if done.stopped else ""
    set_to = "".join(f", {name} {value}" for name, value in done.batch.options.items())
    failed = len(done.report.failures)
    games = (
        f"[bold red]{done.report.finished:,} of {plural(done.report.games, 'game')} finished, "
        f"{failed:,} failed[/]"
        if failed
        else plural(done.report.games, "game")
    )
    return f"[bold]{escape(title_of(done.game))}[/]: {games}{stopped}, {seats}{set_to}"


def _capped(done: Simulated) -> str:
    """How many games came to no end of their own."""
    ended, most = done.report.capped, done.game.program.ending.decisions
    if ended == done.report.finished:
        return f"all of them ended by the decision cap of {most:,}, none by a rule"
    return f"{ended:,} of them ended by the decision cap of {most:,}, not by a rule"


def _winners(done: Simulated) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False)
    names = [(seat_name(done.game, seat), games) for seat, games in enumerate(done.report.winners)]
    for name, games in [*names, ("nobody", done.report.draws)]:
        part, low, high = share(games, done.report.finished)
        digits = decimals_of(100 * low, 100 * high)
        table.add_row(
            f"{name} wins",
            f"[bold]{part:.{max(1, digits)}%}[/]",
            f"[dim]{low:.{digits}%} to {high:.{digits}%}[/]",
            f"[cyan]{_bar(part)}[/]",
            f"{games:,}",
        )
    return table


def _bar(part: float) -> str:
    eighths = round(part * BAR * 8)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def _numbers(done: Simulated) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("", "mean", "95 % interval", "least", "most"):
        table.add_column(heading, justify="left" if heading in ("", "95 % interval") else "right")
    rows: Mapping[str, Estimate] = done.report.measures
    for name, found in rows.items():
        shown = "decisions a game" if name == "decisions" else name
        digits = max(2, decimals_of(found.low, found.high))
        table.add_row(
            escape(shown),
            f"[bold]{found.mean:,.{digits}f}[/]",
            f"[dim]{found.low:,.{digits}f} to {found.high:,.{digits}f}[/]",
            f"{found.minimum:,}",
            f"{found.maximum:,}",
        )
    return table


def _uses(done: Simulated) -> str:
    """Which cards are played most, and which never were."""
    ranked = sorted(done.report.uses.items(), key=lambda each: -each[1].mean)
    laid_over = _laid_over(done.game)
    most = [
        f"{escape(name)} {found.mean:.1f}"
        for place, (name, found) in enumerate(ranked)
        if found.maximum and (place < MOST_USES or name in laid_over)
    ]
    never = [escape(name) for name, found in ranked if not found.maximum]
    text = f"[dim]cards played a game:[/] {', '.join(most)}"
    text += f"\n[dim]never played:[/] {', '.join(never)}" if never else ""
    if laid_over & {name for name, found in ranked if not found.maximum}:
        text += f"\n{UNKNOWN_TO_BOTS}"
    mute = _without_a_play(done.game)
    return text + (f"\n[dim]not counted: {_others(mute)} no `play`[/]" if mute else "")


def _without_a_play(game: Game) -> int:
    """How many cards, each once, have no play that could be counted."""
    return len({each.deck or each.name for each in game.program.definitions if not each.plays})


def _others(number: int) -> str:
    return f"{plural(number, 'other card')} {'has' if number == 1 else 'have'}"


def _laid_over(game: Game) -> set[str]:
    """The cards that were given on the command line, which are what the user asks about."""
    files = {Path(name).name for name in game.cards}
    origins = game.program.origins
    return {
        each.deck or each.name
        for each in game.program.definitions
        if each.origin >= 0 and origins[each.origin].file in files
    }


def _footer(done: Simulated) -> str:
    rate = done.report.games / done.seconds if done.seconds else 0.0
    one, several = ("thread", "threads") if done.batch.runs_in_threads else ("process", "processes")
    return (
        f"{done.seconds:.1f} s on {plural(done.jobs, one, several)}, "
        f"{rate:.0f} games a second with `--engine {done.batch.engine}`; "
        f"seed {done.batch.seed}, chain {done.report.chain}"
    )


def simulated_json(done: Simulated) -> dict[str, Any]:
    """The keys that docs/formats promises."""
    report, batch = done.report, done.batch
    options, readings = settled(batch.compiled.program, batch.options)
    winners = {str(seat): games for seat, games in enumerate(report.winners)}
    return {
        "engine": batch.engine,
        "players": list(batch.players),
        "options": options,
        "readings": readings,
        "games": batch.games,
        "finished": report.finished,
        "capped": report.capped,
        "seed": batch.seed,
        "jobs": done.jobs,
        "seconds": round(done.seconds, 3),
        "decisions": report.decisions,
        "outcomes": {"winner": {**winners, "none": report.draws}},
        "payoffs": [_estimate(each) for each in report.payoffs],
        "measures": {name: _estimate(each) for name, each in report.measures.items()},
        "cards": {name: _estimate(each) for name, each in report.uses.items()},
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


def _estimate(found: Estimate) -> dict[str, float]:
    return {
        "mean": found.mean,
        "low": found.low,
        "high": found.high,
        "minimum": found.minimum,
        "maximum": found.maximum,
    }
