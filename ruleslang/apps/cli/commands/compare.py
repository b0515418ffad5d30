"""`compare`: plays two versions of a game, and shows the difference of every measure."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Annotated, Any

import typer
from attrs import frozen
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ruleslang.apps.cli.balance_commands import (
    amount,
    asked_games,
    changed,
    difference_json,
    digits_of,
    failures_json,
    games_progress,
    interval,
    loaded_game,
    print_failures,
    ranked,
    sentence,
)
from ruleslang.apps.cli.compare_readings import compare_readings
from ruleslang.apps.cli.error_messages import Mistake, as_mistakes
from ruleslang.apps.cli.interrupt import INTERRUPTED
from ruleslang.apps.cli.options import DesignerOptions, Format
from ruleslang.apps.cli.output import plural, print_json
from ruleslang.evaluation.analyses import compare
from ruleslang.evaluation.balance.differences import Difference
from ruleslang.evaluation.balance.side_by_side import Compared, is_same_game
from ruleslang.evaluation.balance.versions import Kind, Measured

MOST_UNSURE = 5  # differences that may be chance, shown to a person


@frozen(kw_only=True)
class Options(DesignerOptions):
    """The arguments and options; the cards and settings apply to the second version."""

    rulebook: Annotated[
        str,
        typer.Argument(
            metavar="A", help="A rulebook, or a revision of it: RULEBOOK@REV.", show_default=False
        ),
    ]
    other: Annotated[
        str,
        typer.Argument(
            metavar="[B]", help="The other version; without it, A itself.", show_default=False
        ),
    ] = ""
    readings: Annotated[
        bool,
        typer.Option(
            "--readings", help="Compare every answer to an open question with A as it is."
        ),
    ] = False
    pairs: Annotated[
        bool,
        typer.Option(
            "--pairs/--no-pairs",
            help="With --readings, also pairs of answers that touch the same cells.",
        ),
    ] = True


def run(options: Options) -> int:
    """Compare and show the result; status 1 if a game met a fault."""
    if options.readings:
        if options.other:
            raise Mistake("`--readings` compares the answers of one rulebook: leave the other out")
        return compare_readings(options.rulebook, options, pairs=options.pairs)
    began, asked = time.monotonic(), asked_games(options)
    chosen = asked["options"]
    if not (options.other or options.cards or chosen):
        raise Mistake(
            "name a second version: a rulebook, a revision `RULEBOOK@REV`, or changes: --cards "
            "FILE, --set NAME=VALUE"
        )
    other = options.other or options.rulebook
    format = options.format
    before = loaded_game("compare", options.rulebook, (), format)
    after = before and loaded_game("compare", other, options.cards, format)
    if before is None or after is None:
        return 1
    names = options.rulebook, _called(options, other, chosen)
    with as_mistakes(ValueError), games_progress(2) as watch:
        comparison = compare(
            before, after, **asked, engine=options.engine, names=names, watch=watch
        )
    status = INTERRUPTED if comparison.stopped else int(bool(comparison.failures))
    if format is Format.json:
        figures = compared_json(comparison)
        return print_json("compare", before.name, before.digest, status, **figures)
    show(comparison, time.monotonic() - began)
    return status


def _called(options: Options, other: str, chosen: Any) -> str:
    """The displayed name of the second version."""
    changes = [*options.cards, *(f"{name}={value}" for name, value in chosen.items())]
    if not changes:
        return other
    return " ".join(changes) if other == options.rulebook else f"{other} with {' '.join(changes)}"


def show(comparison: Compared, seconds: float) -> None:
    """Print the result for a person."""
    console = Console(highlight=False, soft_wrap=True)
    for line in said(comparison):
        console.print(escape(line))
    if comparison.games:
        console.print()
        if _displayed_measures(comparison):
            console.print(_table(comparison))
            console.print()
        for line in _rest(comparison):
            console.print(f"[dim]{escape(line)}[/]")
        _tell_how(console, comparison, seconds)
    print_failures(comparison.failures)


def _tell_how(console: Console, comparison: Compared, seconds: float) -> None:
    batch, (before, after) = comparison.batches[0], comparison.versions
    console.print(f"[dim]before: {escape(before.name)}; after: {escape(after.name)}[/]")
    stopped = " (stopped)" if comparison.stopped else ""
    console.print(
        f"[dim]{plural(comparison.games, 'game')} of each{stopped} by {', '.join(batch.players)}, "
        f"with the same seeds, from seed {batch.seed} on; {seconds:.1f} s[/]"
    )


def said(comparison: Compared) -> list[str]:
    """The result in a sentence or two."""
    if is_same_game(*comparison.batches):
        return ["the two are the same game: no difference"]
    if not comparison.games and comparison.stopped:
        return ["stopped before a game was done: nothing is known"]
    if not comparison.games:
        return ["no pair of games finished, so there is no result"]
    return said_of(comparison.differences, comparison.games, comparison.moved)


def said_of(differences: Mapping[Measured, Difference], games: int, moved: int) -> list[str]:
    """The result of this many pairs of games, of which `moved` differed."""
    if not moved:
        return [f"no difference: all {games:,} games were the same"]
    by_size = ranked(differences)
    results = [(k, d) for k, d in by_size if k.kind in (Kind.RESULT, Kind.PAYOFF)]
    real = [(k, d) for k, d in results if d.is_real]
    if real:
        return [sentence(*real[0])]
    others = [(k, d) for k, d in by_size if d.is_real]
    sentences = [
        _unseen(games, results, sum(not difference.is_same for difference in differences.values()))
    ]
    if others:
        sentences.append(f"but {sentence(*others[0])}")
    return sentences


def _unseen(games: int, results: list[tuple[Measured, Difference]], tests: int) -> str:
    """That no difference in who wins was found, and which size would have been."""
    shares = [d for k, d in results if k.kind is Kind.RESULT and not d.is_same]
    if not shares:
        return f"the winners are the same in all {games:,} games"
    points = 100 * max(share.visible(tests) for share in shares)
    shown = f"{points:.1f}" if points >= 1 else f"{points:.2g}"
    return (
        f"no difference in win rates detected; these {games:,} games could have detected {shown} "
        "points (80 % of the time)"
    )


def _table(comparison: Compared) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", overflow="fold")
    for heading in ("before", "after", "change", "95 % interval", ""):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for measured, difference in _displayed_measures(comparison):
        digits = max(1 if measured.kind.is_share else 2, digits_of(measured, difference))
        table.add_row(
            escape(f"{measured.name} played" if measured.kind is Kind.CARD else measured.name),
            amount(measured, difference.before, digits),
            amount(measured, difference.after, digits),
            f"[bold]{changed(measured, difference)}[/]",
            f"[dim]{interval(measured, difference)}[/]",
            "[cyan]significant[/]" if difference.is_real else "",
        )
    return table


def _displayed_measures(comparison: Compared) -> list[tuple[Measured, Difference]]:
    """The rows to show: who wins, significant differences, and a few others."""
    unsure, shown = 0, []
    for measured, difference in ranked(comparison.differences):
        is_result = measured.kind in (Kind.RESULT, Kind.PAYOFF) and difference.after > 0
        if difference.is_real or (is_result and not difference.is_same):
            shown.append((measured, difference))
        elif not difference.is_same and unsure < MOST_UNSURE:
            unsure += 1
            shown.append((measured, difference))
    return shown


def _rest(result: Compared) -> list[str]:
    """Notes on rows that the table omits, and on reading it."""
    lines = []
    shown = len(_displayed_measures(result))
    left, same = result.tests - shown, len(result.differences) - result.tests
    if left > 0:
        lines.append(f"{plural(left, 'measure')} more without a significant change")
    if same:
        lines.append(f"{plural(same, 'measure')} without any difference")
    for version, alone in zip(result.versions, result.alone, strict=True):
        if alone:
            names = ", ".join(measured.name for measured in alone[:8])
            more = f" and {len(alone) - 8} more" if len(alone) > 8 else ""
            lines.append(f"only in {version.name}: {names}{more}")
    lines.append(
        f"{result.moved:,} of {plural(result.games, 'pair')} of games went differently; changes of "
        "shares in points; intervals hold for all measures together"
    )
    return lines


def compared_json(comparison: Compared) -> dict[str, Any]:
    """The result with the keys of docs/formats."""
    return {
        "versions": [
            {
                "name": version.name,
                "digest": batch.digest,
                "options": dict(version.options),
                "engine": batch.engine,
            }
            for version, batch in zip(comparison.versions, comparison.batches, strict=True)
        ],
        "players": list(comparison.batches[0].players),
        "seed": comparison.batches[0].seed,
        "games": comparison.games,
        "moved": comparison.moved,
        "stopped": comparison.stopped,
        "said": said(comparison),
        "measures": [difference_json(*pair) for pair in ranked(comparison.differences)],
        "alone": [[measured.name for measured in alone] for alone in comparison.alone],
        "failures": failures_json(comparison.failures),
    }
