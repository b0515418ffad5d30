"""What the designer's commands share: players, number of games, output of results."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import asdict, frozen
from rich.console import Console
from rich.markup import escape

from ruleslang.api import Game
from ruleslang.apps.cli.error_messages import Mistake, as_mistakes
from ruleslang.apps.cli.figures import Figure
from ruleslang.apps.cli.interrupt import INTERRUPTED
from ruleslang.apps.cli.load_game import names_of, print_answer, print_mistakes
from ruleslang.apps.cli.options import Format, GamesOptions, MatchOptions
from ruleslang.apps.cli.output import counted, plural, settings, width, wrapped
from ruleslang.engine.choose_engine import AUTO
from ruleslang.evaluation.balance.differences import Difference
from ruleslang.evaluation.balance.side_by_side import Failed
from ruleslang.evaluation.balance.versions import Kind, Measured, Play
from ruleslang.library.load import load_at
from ruleslang.players.registry import RANDOM
from ruleslang.simulation.play_games import Batch
from ruleslang.simulation.results import Watch

PERCENT = re.compile(r"(\d{1,3}(?:\.\d{1,6})?) ?%|(0?\.\d{1,8})")
MOST_FAILURES = 3  # shown on the terminal


def play_of(options: MatchOptions, engine: str = AUTO) -> Play:
    """Return the players and the seed."""
    names = names_of(options.players) if options.players else None
    jobs = options.jobs or os.cpu_count() or 1
    return Play(names, options.seed, options.automatic, jobs, engine)


def width_of(options: GamesOptions) -> float | None:
    """Return the width of `--until` as a share; `None` without it."""
    if not options.until:
        return None
    percent = PERCENT.fullmatch(options.until.strip())
    share = 0.0 if percent is None else float(percent[1] or percent[2]) / (100 if percent[1] else 1)
    if not 0 < share < 1:
        raise Mistake(
            f"`--until {options.until[:40]}` is how wide the interval of who wins may be, "
            "such as 1%"
        )
    return share


def asked_games(options: GamesOptions) -> dict[str, Any]:
    """Return the arguments of all functions of `evaluation/analyses.py`, without the engine."""
    play = play_of(options)
    return {
        "options": settings(options.settings),
        "games": options.games,
        "until": width_of(options),
        "players": play.players,
        "seed": play.seed,
        "automatic": play.automatic,
        "jobs": play.jobs,
    }


def loaded_game(command: str, name: str, cards: Sequence[str], format: Format) -> Game:
    """Load a rulebook, or a revision of one; print its errors and raise `NotLoaded` if any."""
    loaded = load_at(name, cards)
    if loaded.compiled is None:
        print_mistakes(command, loaded, format)
    return Game(loaded.compiled, cards=tuple(cards))


@frozen
class Printer:
    """
    Prints the result of an analysis: its `figures` as JSON; for a person their summary, and then
    what `show` prints of the result, with the seconds that it took.
    """

    command: str
    figures: Callable[[Any], dict[str, Any]]
    show: Callable[[Console, Any, float], None]

    def answer(
        self, game: Game, format: Format, label: str, analyse: Callable[[Game, Watch], Any]
    ) -> int:
        """Run an analysis, and print the result; status 1 if a match met a fault."""
        began = time.monotonic()
        with as_mistakes(ValueError), counted(f"{label} (Ctrl-C: stop)") as watch:
            result = analyse(game, watch)
        figures, seconds = self.figures(result), time.monotonic() - began
        is_wrong = figures.get("failures") or figures.get("problem")
        status = INTERRUPTED if figures["stopped"] else int(bool(is_wrong))
        if format is Format.json:
            return print_answer(self.command, game.compiled, status, **figures)
        console = Console(highlight=False, soft_wrap=True)
        print_lines(console, figures.get("summary", ()))
        self.show(console, result, seconds)
        return status


def print_lines(
    console: Console, lines: Iterable[str], style: str = "", hang: str | None = None
) -> None:
    """Print lines wrapped to the terminal."""
    for line in lines:
        console.print(escape(wrapped(line, width(), hang)), style=style)


def setup_of(batch: Batch, games: int, seconds: float, *, stopped: bool) -> str:
    """Return how many games of each version were played, and by whom."""
    return (
        f"{plural(games, 'game')} of each{' (stopped)' if stopped else ''} by "
        f"{', '.join(batch.players)}, all from the deals of seed {batch.seed}; {seconds:.1f} s"
    )


def cautions(leads: Mapping[str, Difference], players: Sequence[str]) -> list[str]:
    """Return warnings for the top of a verdict by players who do not beat chance."""
    if {*players} == {RANDOM}:
        return ["careful: everybody plays at random, which says little about people who think"]
    return [
        f"careful: `{name}` is not better than random play, so this says little about people who "
        f"think: of {plural(found.games, 'game')} it wins {found.after:.0%}, a random player "
        f"{found.before:.0%}"
        for name in dict.fromkeys(players)
        if (found := leads.get(name)) is not None and not (found.is_real and found.change > 0)
    ]


def leads_json(leads: Mapping[str, Difference]) -> list[dict[str, Any]]:
    """Return the shares that players win, each after that of a random player."""
    return [{"player": name, **found.row()} for name, found in leads.items()]


def figure(measured: Measured, difference: Difference) -> Figure:
    """Return a difference as displayed."""
    ends = difference.low, difference.high
    return Figure(difference.change, *ends, is_share=measured.kind.is_share)


def sentence(measured: Measured, difference: Difference) -> str:
    """Return a difference in words: `home wins 2.1 points more often (95% interval 0.4 to 3.8)`."""
    how, of = "more" if difference.change > 0 else "less", figure(measured, difference)
    ends = of.ends("+") if of.low < 0 < of.high else of.size().ends()
    shown = f"(95% interval {ends})" if difference.error else "in every pair of games"
    by = of.text(abs(of.value))
    match measured.kind:
        case Kind.RESULT:
            name = measured.name
            named = f"games are {name}" if name.startswith("ended") else name
            return f"{named} {by} points {how} often {shown}"
        case Kind.CARD:
            return f"{measured.name} is played {by} times {how} per game {shown}"
        case Kind.LENGTH:
            return f"games have {by} {'more' if how == 'more' else 'fewer'} decisions {shown}"
        case _:
            return f"{measured.name}: {by} {how} {shown}"


def difference_json(measured: Measured, difference: Difference) -> dict[str, Any]:
    """Return a difference with the keys of docs/formats."""
    return {
        "measure": measured.name,
        "kind": measured.kind.value,
        "before": difference.before,
        "after": difference.after,
        "difference": difference.change,
        "low": difference.low,
        "high": difference.high,
        "certain": difference.is_real,
        "same": difference.is_same,
    }


def failures_json(failures: Sequence[Failed]) -> list[dict[str, Any]]:
    """Return the games that met a fault, as data."""
    return [asdict(failure) for failure in failures]


def print_failures(failures: Sequence[Failed]) -> None:
    """Print the games that met a fault on standard error."""
    for failure in failures[:MOST_FAILURES]:
        print(f"{failure.version}: game {failure.game} failed: {failure.message}", file=sys.stderr)
    if len(failures) > MOST_FAILURES:
        others = plural(len(failures) - MOST_FAILURES, "failed game")
        print(f"and {others} more; a pair with a failed game is not counted", file=sys.stderr)


def ranked(differences: Mapping[Measured, Difference]) -> list[tuple[Measured, Difference]]:
    """Return the differences, the most significant first."""
    return sorted(differences.items(), key=lambda pair: -pair[1].size)
