"""`learn`: trains a player on a game by self-play, and measures it against others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from attrs import frozen
from rich.console import Console
from rich.markup import escape

from ruleslang.api import Game
from ruleslang.apps.cli.balance_commands import loaded_game, steps_progress
from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.interrupt import INTERRUPTED
from ruleslang.apps.cli.options import Cards, Format, OptionSettings, Printed, Rulebook, Seed
from ruleslang.apps.cli.output import plural, print_json, settings, width, wrapped
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.match.entities import Settings, settle
from ruleslang.evaluation.balance.forced_deals import TO_COMPILE
from ruleslang.evaluation.balance.sitters import keep_learned
from ruleslang.evaluation.balance.versions import seat_names
from ruleslang.players.learning.learn import (
    STEADY,
    Learner,
    Learning,
    LearningBudget,
    Standing,
    candidates,
    learn,
    learner_of,
    opponents,
    standing,
)
from ruleslang.players.learning.saved import SUFFIX
from ruleslang.players.learning.weights import Weights
from ruleslang.simulation.simulation_report import decimals_of, share
from ruleslang.source.budget import budget

GAMES_TO_STAND, SECONDS_TO_STAND = 2_000, 2.0  # against each opponent, at most
PARTS = "a win is the highest payoff; players who share it get equal parts, also if nobody wins"
SECONDS = 18.0
TOGETHER, STEADILY = "average of all learners", "cautious average"


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    settings: OptionSettings = ()
    cards: Cards = ()
    players: Annotated[
        int | None,
        typer.Option("--players", min=1, show_default="the fewest", help="The number of players."),
    ] = None
    seconds: Annotated[
        float | None,
        typer.Option(min=0.1, max=1e6, show_default="18", help="CPU seconds for learning."),
    ] = None
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            min=1,
            max=1_000_000_000,
            show_default=False,
            help="How many games each learner plays, instead of a time; the same seed and games "
            "give the same player.",
        ),
    ] = None
    learners: Annotated[
        int, typer.Option(min=1, max=16, help="How many learners, each trained separately.")
    ] = 3
    seed: Seed = 1
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            show_default="RULEBOOK.learned",
            help="The file for the player.",
        ),
    ] = ""
    advice: Annotated[
        bool,
        typer.Option(
            "--advice/--no-advice", help="Learn from and against the players of the rulebook."
        ),
    ] = True
    format: Printed = Format.text


@frozen(eq=False)
class Result:
    """The trained player, the engine, and the win rates of each learner and their average."""

    game: Game
    settings: Settings
    learned: Learning
    engine: str
    why: str
    out: Path
    standings: Mapping[str, Sequence[Standing]]
    stopped: bool


def run(options: Options) -> int:
    """Train, write the player's file, and show its results."""
    if options.games is not None and options.seconds is not None:
        raise Mistake("use either `--games` or `--seconds`")
    game = loaded_game("learn", options.rulebook, options.cards, options.format)
    if game is None:
        return 1
    out = Path(options.output or f"{game.name}{SUFFIX}")
    if out.suffix != SUFFIX:
        raise Mistake(f"the file of a learned player ends with `{SUFFIX}`, not `{out.name[:40]}`")
    chosen = settings(options.settings)
    try:
        game_settings = settle(game.program, chosen, options.players, None)
        choosers = game.compiled.choosers if options.advice else ()
        with budget(TO_COMPILE):  # minutes of learning are worth waiting for a compiler
            learner, why = learner_of(game.program, game_settings, choosers)
    except NotLowered as problem:
        raise Mistake(f"bots can't learn this rulebook: {problem}") from None
    except ValueError as problem:
        raise Mistake(str(problem)) from None
    wanted = LearningBudget(
        options.seed, options.learners, options.games, options.seconds or SECONDS
    )
    with steps_progress("percent of learning") as watch:
        learned = learn(learner, wanted, lambda share: watch(round(100 * share), 100))
    keep_learned(out, game, game_settings, learner, learned, options.seed)
    ended: tuple[dict[str, list[Standing]], bool] = ({}, True)
    standings, stopped = ended if learned.stopped else _standings(learner, learned, options.seed)
    engine = "python" if why else "c"
    result = Result(
        game, game_settings, learned, engine, why, out, standings, stopped or learned.stopped
    )
    status = INTERRUPTED if result.stopped else 0
    if options.format is Format.json:
        return print_json("learn", game.name, game.digest, status, **_json(result))
    show(result)
    return status


def _standings(
    learner: Learner, learned: Learning, seed: int
) -> tuple[dict[str, list[Standing]], bool]:
    """The results of the best learner, then of the others; and whether Ctrl-C ended it."""
    standings: dict[str, list[Standing]] = {}
    several = dict(candidates(learner, learned.learners))
    several = {learned.best: several.pop(learned.best), **several}
    try:
        with steps_progress("learners compared") as watch:
            for at, (number, weights) in enumerate(several.items()):
                standings[_called(number)] = [
                    _rank(learner, weights, against, seed, alone=number != learned.best)
                    for against in opponents(learner)
                ]
                watch(at + 1, len(several))
    except KeyboardInterrupt:
        return standings, True
    return standings, False


def _called(number: int) -> str:
    if number > 0:
        return f"learner {number}"
    return STEADILY if number == STEADY else TOGETHER


def _rank(learner: Learner, weights: Weights, against: str, seed: int, *, alone: bool) -> Standing:
    """Measure weights against an opponent; a single learner plays fewer games."""
    part = 4 if alone else 1
    games, seconds = GAMES_TO_STAND // part, SECONDS_TO_STAND / part
    return standing(learner, weights, against, games, seed, seconds)


# ------------------------------------------------------------- printed results


def show(result: Result) -> None:
    """Print the result for a person."""
    console = Console(highlight=False, soft_wrap=True)
    for line in _result_lines(result):
        console.print(escape(wrapped(line, width())))
    if _is_shared(result):
        return
    for name, standings in result.standings.items():
        console.print(f"\n[bold]{escape(name)}[/]")
        for rival in standings:
            console.print(escape(wrapped(f"  {_standing_text(result, rival)}", width(), "    ")))
    if result.standings:
        console.print(f"\n[dim]{escape(wrapped(PARTS, width()))}[/]")


def _result_lines(result: Result) -> Iterator[str]:
    learned = result.learned
    games = sum(learner.games for learner in learned.learners)
    stopped = " (stopped)" if result.stopped else ""
    yield (
        f"{plural(len(learned.learners), 'learner')} played {plural(games, 'game')} of "
        f"{result.game.name} in {learned.seconds:.0f} s of CPU time{stopped}; saved in {result.out}"
    )
    if result.why:
        yield f"played in Python, which is a hundred times slower: {result.why}"
    even = 1 / result.settings.players
    name, best = next(iter(result.standings.items()), (TOGETHER, []))
    if learned.stopped:
        yield f"stopped before they were compared: the file plays as {name}"
    elif _is_shared(result):
        yield (
            "in no game did a player have a higher payoff than another, so wins can't compare "
            f"players: `simulate` with `--players {result.out}` shows its results"
        )
        return
    elif max(len(learned.learners), len(result.standings)) > 1:
        yield f"the file plays as the one that did best in other games: {name}"
    behind = [rival for rival in best if interval(rival)[2] < even]
    unsure = [rival for rival in best if interval(rival)[1] < even <= interval(rival)[2]]
    for rival in behind:
        yield f"behind {rival.against}: it wins {_share(rival)}; equal players would win {even:.0%}"
    for rival in unsure:
        yield f"no significant difference from {rival.against}: it wins {_share(rival)}"
    if best and not behind and not unsure:
        yield f"ahead of {' and '.join(rival.against for rival in best)}"


def _is_shared(result: Result) -> bool:
    """Whether all seats had the same payoff in every game, as in a game for one, or together."""
    best = next(iter(result.standings.values()), [])
    return bool(best) and all(rival.shared == rival.total for rival in best)


def interval(standing: Standing) -> tuple[float, float, float]:
    """The win rate, with its 95% interval."""
    games = standing.independent_games
    return share(standing.share * games, games)


def _share(standing: Standing) -> str:
    won, low, high = interval(standing)
    digits = decimals_of(100 * low, 100 * high)
    return f"{won:.{digits}%} (95% interval {100 * low:.{digits}f} to {100 * high:.{digits}f})"


def _standing_text(result: Result, standing: Standing) -> str:
    names = seat_names(result.game, result.settings.players)
    seats = ", ".join(
        f"as {name} {won / many:.0%}"
        for name, won, many in zip(names, standing.won, standing.games, strict=True)
        if many
    )
    games = plural(standing.total, "game")
    return f"against {standing.against} it wins {_share(standing)} of {games}; {seats}"


def _json(result: Result) -> dict[str, Any]:
    """The result with the keys of docs/formats."""
    return {
        "stopped": result.stopped,
        "engine": result.engine,
        "file": str(result.out),
        "seconds": result.learned.seconds,
        "games": [learner.games for learner in result.learned.learners],
        "best": result.learned.best,
        "summary": list(_result_lines(result)),
        "standings": [
            {
                "player": name,
                "against": rival.against,
                "games": list(rival.games),
                "won": list(rival.won),
                **dict(zip(("share", "low", "high"), interval(rival), strict=True)),
            }
            for name, several in result.standings.items()
            for rival in several
        ],
    }
