"""`vary`: plays a grid of versions, and finds the best for a goal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ruleslang.api import Game
from ruleslang.apps.cli.balance_commands import (
    Printer,
    asked_games,
    cautions,
    failures_json,
    leads_json,
    loaded_game,
    print_failures,
    print_lines,
    setup_of,
)
from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.figures import Figure
from ruleslang.apps.cli.load_game import print_mistakes
from ruleslang.apps.cli.options import DesignerOptions, Format, Rulebook, argument, option
from ruleslang.apps.cli.output import plural
from ruleslang.evaluation.analyses import vary
from ruleslang.evaluation.balance.varied_texts import UnplayableVersion
from ruleslang.evaluation.balance.vary import Column, Varied, axis_of, interval_of
from ruleslang.evaluation.balance.versions import CAPPED, DECISIONS, Kind, Measured, measures_of
from ruleslang.simulation.results import Watch

UNKNOWN = "versions were still being loaded, so there is no result"
MOST_COLUMNS = 3
WIDE = 10_000  # letters of a line that holds any table


@frozen(kw_only=True)
class Options(DesignerOptions):
    """The arguments and options of the command."""

    rulebook: Rulebook
    changes: tuple[str, ...] = argument(
        ...,
        metavar="NAME=VALUES...",
        help="For example `'copies(giant)=1..4'`, `'strength(giant)=5,7'`, `rain=first,last`.",
    )
    goal: str = option(
        "",
        "--for",
        metavar="GOAL",
        help="What to look for: `'seat 1 wins = 50%'`, `'lowest decisions'`.",
    )


def run(options: Options) -> int:
    """Play the grid, and show it; status 1 if a game met a fault."""

    def varied(game: Game, watch: Watch) -> Varied:
        if not options.changes:
            raise Mistake("vary what? as `copies(giant)=1..4`, `strength(giant)=5,7` or `rain=a,b`")
        changes = {axis.name: axis.values for axis in map(axis_of, options.changes)}
        try:
            return vary(
                options.rulebook, changes, goal=options.goal, cards=options.cards,
                **asked_games(options), engine=options.engine, watch=watch,
            )  # fmt: skip
        except KeyboardInterrupt as stopped:
            raise KeyboardInterrupt(*(stopped.args or (UNKNOWN,))) from None

    game = loaded_game("vary", options.rulebook, options.cards, options.format)
    try:
        printer = Printer("vary", varied_json, _show)
        return printer.answer(game, options.format, "games of this round", varied)
    except UnplayableVersion as problem:
        if options.format is Format.text:
            print(f"{problem.version} can't be played:")
        print_mistakes("vary", problem.loaded, options.format)


def _show(console: Console, result: Varied, seconds: float) -> None:
    console.print()
    table = _table(result, " ")
    if console.measure(table, options=console.options.update(width=WIDE)).maximum > console.width:
        table = _table(result, "\n")
    console.print(table)
    console.print()
    most = max(len(column.games) for column in result.columns)
    limit = "up to " if result.goal or result.stopped else ""
    setup = setup_of(result.columns[0].batch, most, seconds, stopped=result.stopped)
    print_lines(console, [limit + setup], "dim")
    print_failures(result.failures)


def lines_of(result: Varied) -> list[str]:
    """Return the result in a sentence or two."""
    if not any(column.games for column in result.columns):
        return ["stopped before the first game ended, so there is no result"]
    careful = cautions(result.leads, result.columns[0].batch.players)
    if result.goal is None or result.best is None:
        return [*careful, f"{plural(len(result.columns), 'version')}, each with its 95% interval"]
    best = result.columns[result.best]
    value = interval_of(best, result.goal.measured)
    shown = "no value" if value is None else _mean_text(result.goal.measured, *value)
    sentences = [
        *careful,
        f"best: {best.version.name}, where {result.goal.measured.name} is {shown}",
    ]
    target, is_share = result.goal.target, result.goal.measured.kind.is_share
    ranges = [interval_of(column, result.goal.measured) for column in result.columns]
    if target is not None and not any(some and some[1] <= target <= some[2] for some in ranges):
        wanted = f"{100 * target:g}%" if is_share else f"{target:g}"
        sentences.append(f"none of them reaches {wanted} within its 95% interval")
    alike = [
        column.version.name
        for at, column in enumerate(result.columns)
        if at != result.best and not _is_worse(result, at)
    ]
    if alike:
        sentences.append(f"not significantly worse: {', '.join(alike)}")
    elif len(result.columns) > 1:
        sentences.append("all others are significantly farther from it (95% for all together)")
    return sentences


def _is_worse(result: Varied, at: int) -> bool:
    difference = result.against_best.get(at)
    return difference is not None and difference.is_real and difference.change > 0


def _mean_text(measured: Measured, mean: float, low: float, high: float) -> str:
    """Return a mean with its interval."""
    of = Figure(mean, low, high, measured.kind.is_share)
    return f"{of.amount()} ({of.ends()})"


def _displayed_measures(result: Varied) -> list[Measured]:
    """Return the measures to show: the goal's, or who wins and the length."""
    first = result.columns[0]
    known = measures_of(first.batch, first.version.game)
    if result.goal is not None:
        return [result.goal.measured]
    wanted = [each for each in known if each.kind is Kind.RESULT and each.name != CAPPED]
    return [*wanted, *(measured for measured in known if measured.name == DECISIONS)][:MOST_COLUMNS]


def _table(result: Varied, between: str) -> Table:
    """Return a row for each version; `between` is in front of its intervals."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    measures = _displayed_measures(result)
    table.add_column("", overflow="fold")
    for measured in measures:
        table.add_column(escape(measured.name), justify="right", no_wrap=True)
    if result.goal is not None:
        table.add_column("games", justify="right")
        table.add_column("")
    for at, column in enumerate(result.columns):
        cells = [_cell(column, measure).replace(" (", f"{between}(") for measure in measures]
        if result.goal is not None:
            cells += [f"{len(column.games):,}", _mark(result, at)]
        table.add_row(escape(column.version.name), *cells)
    return table


def _cell(column: Column, measured: Measured) -> str:
    value = interval_of(column, measured)
    return "" if value is None else _mean_text(measured, *value)


def _mark(result: Varied, at: int) -> str:
    if at == result.best:
        return "[bold cyan]best[/]"
    return "" if _is_worse(result, at) else "[cyan]no significant difference[/]"


def varied_json(result: Varied) -> dict[str, Any]:
    """Return the result with the keys of docs/formats."""
    goal = result.goal
    return {
        "players": list(result.columns[0].batch.players),
        "seed": result.columns[0].batch.seed,
        "stopped": result.stopped,
        "summary": lines_of(result),
        "leads": leads_json(result.leads),
        "goal": None if goal is None else {"measure": goal.measured.name, "target": goal.target},
        "best": None if result.best is None else result.columns[result.best].version.name,
        "versions": list(_versions_json(result)),
        "failures": failures_json(result.failures),
    }


def _versions_json(result: Varied) -> Iterator[dict[str, Any]]:
    for at, column in enumerate(result.columns):
        measures = {}
        for measured in measures_of(column.batch, column.version.game):
            if (value := interval_of(column, measured)) is not None:
                measures[measured.name] = dict(zip(("mean", "low", "high"), value, strict=True))
        yield {
            "name": column.version.name,
            "digest": column.batch.digest,
            "games": len(column.games),
            "worse_than_best": result.best is not None and _is_worse(result, at),
            "measures": measures,
        }
