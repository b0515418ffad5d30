"""`compare`: plays two versions of a game, and shows the difference of every measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    difference_json,
    failures_json,
    figure,
    leads_json,
    loaded_game,
    print_failures,
    print_lines,
    ranked,
    sentence,
    setup_of,
)
from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.options import DesignerOptions, argument, option
from ruleslang.apps.cli.output import plural
from ruleslang.evaluation.analyses import compare, readings
from ruleslang.evaluation.balance.differences import Difference
from ruleslang.evaluation.balance.readings import Alternative, Readings, Values
from ruleslang.evaluation.balance.side_by_side import Compared, is_same_game
from ruleslang.evaluation.balance.versions import Kind, Measured
from ruleslang.simulation.results import Watch

MOST_UNSURE = 5  # differences that may be chance, shown to a person


@frozen(kw_only=True)
class Options(DesignerOptions):
    """The arguments and options; the cards and settings apply to the second version."""

    rulebook: str = argument(
        ..., metavar="A", help="A rulebook, or a revision of it: RULEBOOK@REV."
    )
    other: str = argument("", metavar="[B]", help="The other version; without it, A itself.")
    readings: bool = option(
        False, "--readings", help="Compare every answer to an open question with A as it is."
    )
    pairs: bool = option(
        True,
        "--pairs/--no-pairs",
        help="With --readings, also pairs of answers that touch the same cells.",
    )


def run(options: Options) -> int:
    """Compare and show the result; status 1 if a game met a fault."""
    if options.readings:
        if options.other:
            raise Mistake("`--readings` compares the answers of one rulebook: leave the other out")
        return _compare_readings(options)
    asked = asked_games(options)
    chosen = asked["options"]
    if not (options.other or options.cards or chosen):
        raise Mistake(
            "name a second version: a rulebook, a revision `RULEBOOK@REV`, or changes: --cards "
            "FILE, --set NAME=VALUE"
        )
    other = options.other or options.rulebook
    before = loaded_game("compare", options.rulebook, (), options.format)
    after = loaded_game("compare", other, options.cards, options.format)
    names = options.rulebook, _called(options, other, chosen)

    def compared(before: Game, watch: Watch) -> Compared:
        return compare(before, after, **asked, engine=options.engine, names=names, watch=watch)

    printer = Printer("compare", compared_json, _show)
    return printer.answer(before, options.format, "games of 2 versions", compared)


def _called(options: Options, other: str, chosen: Any) -> str:
    """Return the displayed name of the second version."""
    changes = [*options.cards, *(f"{name}={value}" for name, value in chosen.items())]
    if not changes:
        return other
    return " ".join(changes) if other == options.rulebook else f"{other} with {' '.join(changes)}"


def _show(console: Console, comparison: Compared, seconds: float) -> None:
    if comparison.games:
        console.print()
        if _displayed_measures(comparison):
            console.print(_table(comparison))
            console.print()
        print_lines(console, _notes_below_table(comparison, seconds), "dim")
    print_failures(comparison.failures)


def lines_of(comparison: Compared) -> list[str]:
    """Return the result in a sentence or two."""
    if is_same_game(*comparison.batches):
        return ["the two are the same game: no difference"]
    if not comparison.games and comparison.stopped:
        return ["stopped before the first game ended, so there is no result"]
    if not comparison.games:
        return ["no pair of games finished, so there is no result"]
    found = listed(comparison.differences, comparison.games, comparison.moved)
    return cautions(comparison.leads, comparison.batches[1].players) + found


def listed(differences: Mapping[Measured, Difference], games: int, moved: int) -> list[str]:
    """Return the result of this many pairs of games, of which `moved` differed."""
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
    """Report that no difference in who wins was found, and which size would have been."""
    shares = [d for k, d in results if k.kind is Kind.RESULT and not d.is_same]
    if not shares:
        return f"the winners are the same in all {games:,} games"
    points = 100 * max(share.visible(tests) for share in shares)
    shown = f"{points:.1f}" if points >= 1 else f"{points:.2g}"
    power = f"{games:,} games detect {shown} points 80% of the time"
    return f"no difference in win rates detected; {power}"


def _table(comparison: Compared) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", overflow="fold")
    for heading in ("before", "after", "change", "95% interval", ""):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for measured, difference in _displayed_measures(comparison):
        of, least = figure(measured, difference), 1 if measured.kind.is_share else 2
        table.add_row(
            escape(f"{measured.name} played" if measured.kind is Kind.CARD else measured.name),
            of.amount(difference.before, least),
            of.amount(difference.after, least),
            f"[bold]{of.text(sign='+', least=least)}[/]",
            f"[dim]{of.ends('+') if difference.error else 'in every pair'}[/]",
            "[cyan]significant[/]" if difference.is_real else "",
        )
    return table


def _displayed_measures(comparison: Compared) -> list[tuple[Measured, Difference]]:
    """Return the rows to show: who wins, significant differences, and a few others."""
    unsure, shown = 0, []
    for measured, difference in ranked(comparison.differences):
        is_result = measured.kind in (Kind.RESULT, Kind.PAYOFF) and difference.after > 0
        if difference.is_real or (is_result and not difference.is_same):
            shown.append((measured, difference))
        elif not difference.is_same and unsure < MOST_UNSURE:
            unsure += 1
            shown.append((measured, difference))
    return shown


def _notes_below_table(result: Compared, seconds: float) -> list[str]:
    """Return notes on rows that the table omits, on reading it, and on the games."""
    lines = []
    shown = len(_displayed_measures(result))
    left, same = result.tests - shown, len(result.differences) - result.tests
    if left > 0:
        lines.append(f"{plural(left, 'measure')} more without a significant change")
    if same:
        lines.append(f"{plural(same, 'measure')} without a difference")
    for version, alone in zip(result.versions, result.alone, strict=True):
        if alone:
            names = ", ".join(measured.name for measured in alone[:8])
            more = f" and {len(alone) - 8} more" if len(alone) > 8 else ""
            lines.append(f"only in {version.name}: {names}{more}")
    before, after = result.versions
    return [
        *lines,
        f"{result.moved:,} of {plural(result.games, 'pair')} of games differed",
        "changes of shares are in points; intervals hold for all measures together",
        f"before: {before.name}; after: {after.name}",
        setup_of(result.batches[0], result.games, seconds, stopped=result.stopped),
    ]


def compared_json(comparison: Compared) -> dict[str, Any]:
    """Return the result with the keys of docs/formats."""
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
        "summary": lines_of(comparison),
        "leads": leads_json(comparison.leads),
        "measures": [difference_json(*pair) for pair in ranked(comparison.differences)],
        "alone": [[measured.name for measured in alone] for alone in comparison.alone],
        "failures": failures_json(comparison.failures),
    }


MOST_OF_ONE = 3  # changes of one alternative


def _compare_readings(options: Options) -> int:
    """Play every alternative, and show its effects; status 1 if a game met a fault."""

    def answers(game: Game, watch: Watch) -> Readings:
        asked = asked_games(options)
        return readings(game, **asked, engine=options.engine, pairs=options.pairs, watch=watch)

    game = loaded_game("compare", options.rulebook, options.cards, options.format)
    printer = Printer("compare", readings_json, _show_readings)
    return printer.answer(game, options.format, "alternatives", answers)


def _show_readings(console: Console, results: Readings, seconds: float) -> None:
    for title, alternatives in (
        ("", results.alternatives),
        ("pairs, beyond the effects of each alone:", results.pairs),
    ):
        moving = [alternative for alternative in alternatives if _real_of(alternative)]
        if moving and title:
            console.print(f"\n{escape(title)}")
        for moving_one in sorted(moving, key=_size_of, reverse=True):
            console.print(f"\n[bold]{escape(_of_values(moving_one.values))}[/]")
            for line in _alternative_lines(moving_one):
                console.print(f"  {escape(line)}")
    console.print()
    print_lines(console, _rest_of_readings(results), "dim")
    setup = setup_of(results.batch, results.batch.games, seconds, stopped=results.stopped)
    print_lines(console, [f"{setup} with `--engine {results.batch.engine}`"], "dim")
    print_failures(results.failures)


def _readings_summary(results: Readings) -> str:
    """Return the result in a sentence."""
    if not results.alternatives:
        return "stopped before the first result" if results.stopped else "none is asked"
    real = [alternative for alternative in results.alternatives if _real_of(alternative)]
    winning = [
        alternative
        for alternative in real
        if any(k.kind is Kind.RESULT for k, _ in _real_of(alternative))
    ]
    played = f"of {plural(len(results.alternatives), 'alternative')}"
    return (
        f"{played}, {plural(len(winning), 'changes', 'change')} who wins, "
        f"{plural(len(real) - len(winning), 'changes', 'change')} something else "
        "(significant at 95%)"
    )


def _of_values(values: Values) -> str:
    """Return one alternative, or two, as arguments of `--set`."""
    return " ".join(f"{name}={value}" for name, value in values)


def _real_of(alternative: Alternative) -> list[tuple[Measured, Difference]]:
    """Return the significant differences of an alternative, the largest first."""
    real = [
        (key, difference)
        for key, difference in alternative.differences.items()
        if difference.is_real
    ]
    return sorted(real, key=lambda pair: (pair[0].kind is not Kind.RESULT, -pair[1].size))


def _size_of(alternative: Alternative) -> tuple[bool, float]:
    key, difference = _real_of(alternative)[0]
    return key.kind is Kind.RESULT, difference.size


def _alternative_lines(alternative: Alternative) -> Iterator[str]:
    real = _real_of(alternative)
    yield from (sentence(*pair) for pair in real[:MOST_OF_ONE])
    if len(real) > MOST_OF_ONE:
        yield f"and {', '.join(key.name for key, _ in real[MOST_OF_ONE:])}"


def _rest_of_readings(results: Readings) -> Iterator[str]:
    """Yield the alternatives without a significant effect, and why."""
    unsure = [
        alternative
        for alternative in results.alternatives
        if alternative.moved and not _real_of(alternative)
    ]
    alike = [alternative for alternative in results.alternatives if not alternative.moved]
    if unsure:
        names = ", ".join(
            f"{_of_values(alternative.values)} ({alternative.moved / alternative.games:.0%})"
            for alternative in unsure
        )
        yield f"no significant change (share of games that differed): {names}"
    if alike:
        yield f"no game differed: {', '.join(_of_values(item.values) for item in alike)}"
    unasked = [name for name, share in results.asked.items() if not share]
    if unasked:
        number, many = len(results.batch.players), len(results.asked)
        yield (
            f"{len(unasked)} of {plural(many, 'reading')} were never asked by {number} players: "
            + ", ".join(unasked)
        )
    if results.unread:
        yield f"no rule reads: {', '.join(results.unread)}"
    for values, why in results.refused.items():
        yield f"not played: {_of_values(values)}: {why}"
    if results.pairs:
        left = f", {results.left_out} more were not" if results.left_out else ""
        one, several = (
            "pair that touches the same cells was",
            "pairs that touch the same cells were",
        )
        yield f"{plural(len(results.pairs), one, several)} played{left}"


def readings_json(results: Readings) -> dict[str, Any]:
    """Return the result with the keys of docs/formats."""
    return {
        "players": list(results.batch.players),
        "options": dict(results.batch.options),
        "seed": results.batch.seed,
        "games": results.batch.games,
        "engine": results.batch.engine,
        "stopped": results.stopped,
        "summary": [_readings_summary(results)],
        "asked": dict(results.asked),
        "unread": list(results.unread),
        "alternatives": [_json(alternative) for alternative in results.alternatives],
        "pairs": [_json(pair) for pair in results.pairs],
        "pairs_left_out": results.left_out,
        "refused": [{"set": dict(key), "message": why} for key, why in results.refused.items()],
        "failures": failures_json(results.failures),
    }


def _json(alternative: Alternative) -> dict[str, Any]:
    return {
        "set": dict(alternative.values),
        "games": alternative.games,
        "moved": alternative.moved,
        "measures": [difference_json(*pair) for pair in ranked(alternative.differences)],
    }
