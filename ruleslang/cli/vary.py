"""`vary`: plays a grid of versions, and finds the best for a goal."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ruleslang.analysis.simulation_report import decimals_of
from ruleslang.api import Game
from ruleslang.balance.vary import Axis, Column, Varied, axis_of, grid, interval_of, varied
from ruleslang.balance.versions import DECISIONS, Kind, Measured, Version, measures_of
from ruleslang.cli.bench import failures_json, loaded_game, play_of, print_failures, steps_progress
from ruleslang.cli.error_messages import Mistake, said_if_interrupted
from ruleslang.cli.interrupt import INTERRUPTED
from ruleslang.cli.load_game import print_mistakes
from ruleslang.cli.options import DesignerOptions
from ruleslang.cli.output import plural, print_json, settings
from ruleslang.cli.output_format import Format
from ruleslang.library.vary_text import NotVaried, Spot, load_varied, marked_spot, spot_of

OF_A_CARD = re.compile(r"(\w+)\((\w+)\)")
GAMES, GAMES_FOR_A_GOAL = 1000, 4000  # of each version; for a goal, of those that are left
MOST_COLUMNS = 3


@frozen
class Order:
    """The arguments of the command."""

    rulebook: str
    changes: tuple[str, ...]
    goal: str
    manner: DesignerOptions


def run(order: Order) -> int:
    """Play the grid, and show it; status 1 if a game met a fault."""
    began, format = time.monotonic(), order.manner.format
    game = loaded_game("vary", order.rulebook, order.manner.cards, format)
    if game is None:
        return 1
    games = order.manner.games or (GAMES_FOR_A_GOAL if order.goal else GAMES)
    try:
        axes = [axis_of(change) for change in order.changes]
        if not axes:
            raise Mistake("vary what? as `copies(giant)=1..4`, `strength(giant)=5,7` or `rain=a,b`")
        with said_if_interrupted("versions were read, no game was played and nothing is known"):
            versions = _versions(order, game, axes)
        if versions is None:
            return 1
        with steps_progress("games of this round") as watch:
            found = varied(versions, play_of(order.manner), games, order.goal, watch)
    except ValueError as problem:
        raise Mistake(str(problem)) from None
    status = INTERRUPTED if found.stopped else int(bool(found.failures))
    if format is Format.json:
        return print_json("vary", game.name, game.digest, status, **varied_json(found, order))
    show(found, time.monotonic() - began)
    return status


def _versions(order: Order, game: Game, axes: Sequence[Axis]) -> list[Version] | None:
    """A version for each combination; `None` if one has errors, which are printed."""
    spots: dict[str, Spot] = {}
    for axis in axes:
        of_card = OF_A_CARD.fullmatch(axis.name)
        if of_card is not None:
            spots[axis.name] = spot_of(order.rulebook, order.manner.cards, of_card[1], of_card[2])
        elif axis.name not in game.options:
            spot = marked_spot(order.rulebook, order.manner.cards, axis.name)
            if spot is None:
                known = ", ".join([*game.options][:8]) or "none"
                raise NotVaried(
                    f"`{axis.name}` is neither `copies(CARD)` or `FIELD(CARD)`, nor an option or "
                    f"reading, nor marks a line, as `# vary: {axis.name}`; there are: {known}"
                )
            spots[axis.name] = spot
    found = []
    for values in grid(axes):
        version = _version(order, game, spots, dict(values))
        if version is None:
            return None
        found.append(version)
    return found


def _version(
    order: Order, game: Game, spots: Mapping[str, Spot], values: Mapping[str, str]
) -> Version | None:
    name = " ".join(f"{key}={value}" for key, value in values.items())
    options = {key: value for key, value in values.items() if key not in spots}
    options = {**settings(order.manner.set), **options}
    texts = {spots[key]: value for key, value in values.items() if key in spots}
    if not texts:
        return Version(name, game, options)
    loaded = load_varied(order.rulebook, order.manner.cards, texts)
    if loaded.compiled is None:
        if order.manner.format is Format.text:
            print(f"{name} is no rulebook that can be played:")
        print_mistakes("vary", loaded, order.manner.format)
        return None
    return Version(name, Game(loaded.compiled, cards=game.cards), options)


def show(found: Varied, seconds: float) -> None:
    """Print the result for a person."""
    console = Console(highlight=False, soft_wrap=True)
    for line in said(found):
        console.print(escape(line))
    console.print()
    console.print(_table(found))
    console.print()
    batch = found.columns[0].batch
    most = max(len(column.games) for column in found.columns)
    stopped = " (stopped)" if found.stopped else ""
    console.print(
        f"[dim]up to {plural(most, 'game')} of each{stopped} by {', '.join(batch.players)}, from "
        f"the same seeds from seed {batch.seed} on; {seconds:.1f} s[/]"
    )
    print_failures(found.failures)


def said(found: Varied) -> list[str]:
    """The result in a sentence or two."""
    if not any(column.games for column in found.columns):
        return ["stopped before a game was done: nothing is known"]
    if found.goal is None or found.best is None:
        return [f"{plural(len(found.columns), 'version')}, each with its 95 % interval"]
    best = found.columns[found.best]
    value = interval_of(best, found.goal.measured)
    shown = "no value" if value is None else _shown(found.goal.measured, *value)
    told = [f"best: {best.version.name}, where {found.goal.measured.name} is {shown}"]
    target, is_share = found.goal.target, found.goal.measured.kind.is_share
    if target is not None and value is not None and not value[1] <= target <= value[2]:
        wanted = f"{100 * target:g} %" if is_share else f"{target:g}"
        told.append(f"none of them comes to {wanted}, as far as is known")
    alike = [
        column.version.name
        for at, column in enumerate(found.columns)
        if at != found.best and not _is_worse(found, at)
    ]
    if alike:
        told.append(f"cannot be told from it: {', '.join(alike)}")
    elif len(found.columns) > 1:
        told.append("all others are farther from it; that is no chance")
    return told


def _is_worse(found: Varied, at: int) -> bool:
    difference = found.against_best.get(at)
    return difference is not None and difference.is_real and difference.change > 0


def _shown(measured: Measured, mean: float, low: float, high: float) -> str:
    """A mean with its interval."""
    scale, unit = (100, " %") if measured.kind.is_share else (1, "")
    digits = decimals_of(scale * low, scale * high)
    ends = f"({scale * low:,.{digits}f} to {scale * high:,.{digits}f})"
    return f"{scale * mean:,.{digits}f}{unit} {ends}"


def _told(found: Varied) -> list[Measured]:
    """The measures to show: the goal's, or who wins and the length."""
    first = found.columns[0]
    known = measures_of(first.batch, first.version.game)
    if found.goal is not None:
        return [found.goal.measured]
    wanted = [each for each in known if each.kind is Kind.RESULT and each.name.endswith(" wins")]
    return [*wanted, *(each for each in known if each.name == DECISIONS)][:MOST_COLUMNS]


def _table(found: Varied) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    told = _told(found)
    table.add_column("", overflow="fold")
    for measured in told:
        table.add_column(escape(measured.name), justify="right", no_wrap=True)
    if found.goal is not None:
        table.add_column("games", justify="right")
        table.add_column("")
    for at, column in enumerate(found.columns):
        cells = [_cell(column, each) for each in told]
        if found.goal is not None:
            cells += [f"{len(column.games):,}", _mark(found, at)]
        table.add_row(escape(column.version.name), *cells)
    return table


def _cell(column: Column, measured: Measured) -> str:
    value = interval_of(column, measured)
    return "" if value is None else _shown(measured, *value)


def _mark(found: Varied, at: int) -> str:
    if at == found.best:
        return "[bold cyan]best[/]"
    return "" if _is_worse(found, at) else "[cyan]not told from it[/]"


def varied_json(found: Varied, order: Order) -> dict[str, Any]:
    """The result with the keys of docs/formats."""
    goal = found.goal
    return {
        "players": list(found.columns[0].batch.players),
        "seed": found.columns[0].batch.seed,
        "stopped": found.stopped,
        "said": said(found),
        "goal": None if goal is None else {"measure": goal.measured.name, "target": goal.target},
        "best": None if found.best is None else found.columns[found.best].version.name,
        "versions": list(_versions_json(found)),
        "failures": failures_json(found.failures),
    }


def _versions_json(found: Varied) -> Iterator[dict[str, Any]]:
    for at, column in enumerate(found.columns):
        measures = {}
        for measured in measures_of(column.batch, column.version.game):
            if (value := interval_of(column, measured)) is not None:
                measures[measured.name] = dict(zip(("mean", "low", "high"), value, strict=True))
        yield {
            "name": column.version.name,
            "digest": column.batch.digest,
            "games": len(column.games),
            "told_from_best": found.best is not None and _is_worse(found, at),
            "measures": measures,
        }
