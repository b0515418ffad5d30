"""`compare --readings`: shows what each answer to an open question would change."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape

from ruleslang.apps.cli.balance_commands import (
    asked_games,
    difference_json,
    failures_json,
    loaded_game,
    print_failures,
    sentence,
    steps_progress,
)
from ruleslang.apps.cli.error_messages import as_mistakes
from ruleslang.apps.cli.interrupt import INTERRUPTED
from ruleslang.apps.cli.options import DesignerOptions, Format
from ruleslang.apps.cli.output import plural, print_json, width, wrapped
from ruleslang.evaluation.analyses import readings
from ruleslang.evaluation.balance.differences import Difference
from ruleslang.evaluation.balance.readings import Alternative, Readings, Values
from ruleslang.evaluation.balance.versions import Kind, Measured

MOST_TOLD = 3  # changes of one alternative


def compare_readings(rulebook: str, options: DesignerOptions, *, pairs: bool) -> int:
    """Play every alternative, and show its effects; status 1 if a game met a fault."""
    began, format = time.monotonic(), options.format
    game = loaded_game("compare", rulebook, options.cards, format)
    if game is None:
        return 1
    asked = asked_games(options)
    with as_mistakes(ValueError), steps_progress("alternatives") as watch:
        results = readings(game, **asked, engine=options.engine, pairs=pairs, watch=watch)
    status = INTERRUPTED if results.stopped else int(bool(results.failures))
    if format is Format.json:
        return print_json("compare", game.name, game.digest, status, **readings_json(results))
    show(results, time.monotonic() - began)
    return status


def show(results: Readings, seconds: float) -> None:
    """Print the result for a person."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(escape(said(results)))
    for title, alternatives in (("", results.alternatives), (_of_pairs(results), results.pairs)):
        moving = [alternative for alternative in alternatives if _real(alternative)]
        if moving and title:
            console.print(f"\n{escape(title)}")
        for moving_one in sorted(moving, key=_size, reverse=True):
            console.print(f"\n[bold]{escape(called(moving_one.values))}[/]")
            for line in _alternative_lines(moving_one):
                console.print(f"  {escape(line)}")
    console.print()
    for line in _rest(results):
        console.print(f"[dim]{escape(wrapped(line, width(), '  '))}[/]")
    batch, stopped = results.batch, " (stopped)" if results.stopped else ""
    console.print(
        f"[dim]{plural(batch.games, 'game')} of each{stopped} by {', '.join(batch.players)}, all "
        f"from the deals of seed {batch.seed}; {seconds:.1f} s with `--engine {batch.engine}`[/]"
    )
    print_failures(results.failures)


def said(results: Readings) -> str:
    """The result in a sentence."""
    if not results.alternatives:
        return "no alternative was played: nothing is known" if results.stopped else "none is asked"
    real = [alternative for alternative in results.alternatives if _real(alternative)]
    winning = [
        alternative
        for alternative in real
        if any(k.kind is Kind.RESULT for k, _ in _real(alternative))
    ]
    played = f"of {plural(len(results.alternatives), 'alternative')}"
    return (
        f"{played}, {len(winning)} {_verb(winning, 'change')} who wins, "
        f"{len(real) - len(winning)} {_verb(real[len(winning) :], 'change')} something else "
        "(significant at 95 %)"
    )


def _verb(those: Sequence[object], verb: str) -> str:
    return f"{verb}s" if len(those) == 1 else verb


def _of_pairs(results: Readings) -> str:
    return "two at once, beyond what both do alone:"


def called(values: Values) -> str:
    """One alternative, or two, as arguments of `--set`."""
    return " ".join(f"{name}={value}" for name, value in values)


def _real(alternative: Alternative) -> list[tuple[Measured, Difference]]:
    """The significant differences of an alternative, the largest first."""
    real = [
        (key, difference)
        for key, difference in alternative.differences.items()
        if difference.is_real
    ]
    return sorted(real, key=lambda pair: (pair[0].kind is not Kind.RESULT, -pair[1].size))


def _size(alternative: Alternative) -> tuple[bool, float]:
    key, difference = _real(alternative)[0]
    return key.kind is Kind.RESULT, difference.size


def _alternative_lines(alternative: Alternative) -> Iterator[str]:
    real = _real(alternative)
    yield from (sentence(*pair) for pair in real[:MOST_TOLD])
    if len(real) > MOST_TOLD:
        yield f"and {', '.join(key.name for key, _ in real[MOST_TOLD:])}"


def _rest(results: Readings) -> Iterator[str]:
    """The alternatives without a significant effect, and why."""
    unsure = [
        alternative
        for alternative in results.alternatives
        if alternative.moved and not _real(alternative)
    ]
    alike = [alternative for alternative in results.alternatives if not alternative.moved]
    if unsure:
        names = ", ".join(
            f"{called(alternative.values)} ({alternative.moved / alternative.games:.0%})"
            for alternative in unsure
        )
        yield f"no significant change (share of games that went differently): {names}"
    if alike:
        yield f"all games went alike: {', '.join(called(item.values) for item in alike)}"
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
        yield f"not played: {called(values)}: {why}"
    if results.pairs:
        left = f", {results.left_out} more were not" if results.left_out else ""
        yield f"{plural(len(results.pairs), 'pair')} that touch the same cells were played{left}"


def readings_json(results: Readings) -> dict[str, Any]:
    """The result with the keys of docs/formats."""
    return {
        "players": list(results.batch.players),
        "options": dict(results.batch.options),
        "seed": results.batch.seed,
        "games": results.batch.games,
        "engine": results.batch.engine,
        "stopped": results.stopped,
        "said": [said(results)],
        "asked": dict(results.asked),
        "unread": list(results.unread),
        "alternatives": [_json(alternative) for alternative in results.alternatives],
        "pairs": [_json(pair) for pair in results.pairs],
        "pairs_left_out": results.left_out,
        "refused": [{"set": dict(key), "message": why} for key, why in results.refused.items()],
        "failures": failures_json(results.failures),
    }


def _json(alternative: Alternative) -> dict[str, Any]:
    ranked = sorted(alternative.differences.items(), key=lambda pair: -pair[1].size)
    return {
        "set": dict(alternative.values),
        "games": alternative.games,
        "moved": alternative.moved,
        "measures": [difference_json(*pair) for pair in ranked],
    }
