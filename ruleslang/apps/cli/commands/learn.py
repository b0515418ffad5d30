"""`learn`: trains a player on a game by self-play, and measures it against others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen
from rich.console import Console
from rich.markup import escape

from ruleslang.api import Game
from ruleslang.apps.cli.balance_commands import Printer, loaded_game, print_lines
from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.figures import Figure
from ruleslang.apps.cli.options import (
    Cards,
    Format,
    OptionSettings,
    Printed,
    Rulebook,
    Seed,
    option,
    output_file,
)
from ruleslang.apps.cli.output import plural, settings
from ruleslang.evaluation.analyses import learn
from ruleslang.evaluation.balance.versions import seat_names
from ruleslang.evaluation.learning import TOGETHER, Learned, interval
from ruleslang.players.learning.learn import Standing
from ruleslang.simulation.results import Watch

PARTS = "a win is the highest payoff; players who share it get equal parts, also if nobody wins"


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebook: Rulebook
    settings: OptionSettings = ()
    cards: Cards = ()
    players: int | None = option(
        None, "--players", min=1, show_default="the fewest", help="The number of players."
    )
    seconds: float | None = option(
        None, min=0.1, max=1e6, show_default="18", help="CPU seconds for learning."
    )
    games: int | None = option(
        None,
        "--games",
        min=1,
        max=1_000_000_000,
        help="How many games each learner plays, instead of a time; the same seed and games "
        "give the same player.",
    )
    learners: int = option(3, min=1, max=16, help="How many learners, each trained separately.")
    seed: Seed = 1
    output: str = output_file("RULEBOOK.learned", "The file for the player.")
    advice: bool = option(
        True, "--advice/--no-advice", help="Learn from and against the players of the rulebook."
    )
    format: Printed = Format.text


def run(options: Options) -> int:
    """Train, write the player's file, and show its results."""
    if options.games is not None and options.seconds is not None:
        raise Mistake("use either `--games` or `--seconds`")

    def learned(game: Game, watch: Watch) -> Learned:
        return learn(
            game, seconds=options.seconds, games=options.games, learners=options.learners,
            players=options.players, options=settings(options.settings), seed=options.seed,
            output=options.output or None, advice=options.advice, watch=watch,
        )  # fmt: skip

    game = loaded_game("learn", options.rulebook, options.cards, options.format)
    label = "percent of learning, then learners compared"
    return Printer("learn", learned_json, _show).answer(game, options.format, label, learned)


def learned_json(result: Learned) -> dict[str, Any]:
    """Return the result with the keys of docs/formats."""
    return {**result.as_data(), "summary": list(_result_lines(result))}


def _show(console: Console, result: Learned, seconds: float) -> None:
    if _is_shared(result):
        return
    for name, standings in result.standings.items():
        console.print(f"\n[bold]{escape(name)}[/]")
        lines = (f"  {_standing_text(result, rival)}" for rival in standings)
        print_lines(console, lines, hang="    ")
    if result.standings:
        console.print()
        print_lines(console, [PARTS], "dim")


def _result_lines(result: Learned) -> Iterator[str]:
    learned = result.learning
    games = sum(learner.games for learner in learned.learners)
    stopped = " (stopped)" if result.stopped else ""
    yield (
        f"{plural(len(learned.learners), 'learner')} played {plural(games, 'game')} of "
        f"{result.game.name} in {learned.seconds:.0f} s of CPU time{stopped}; saved in "
        f"{result.file}"
    )
    if result.why:
        yield f"played as WebAssembly, at half of C's speed: {result.why}"
    even = 1 / result.settings.players
    name, best = next(iter(result.standings.items()), (TOGETHER, []))
    if learned.stopped:
        yield f"stopped before they were compared: the file plays as {name}"
    elif _is_shared(result):
        yield (
            "in no game did a player have a higher payoff than another, so wins can't compare "
            f"players: `simulate` with `--players {result.file}` shows its results"
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


def _is_shared(result: Learned) -> bool:
    """Return whether all seats always had the same payoff, as in a game for one, or together."""
    best = next(iter(result.standings.values()), [])
    return bool(best) and all(rival.shared == rival.total for rival in best)


def _share(standing: Standing) -> str:
    of = Figure(*interval(standing))
    return f"{of.amount()} (95% interval {of.ends()})"


def _standing_text(result: Learned, standing: Standing) -> str:
    names = seat_names(result.game, result.settings.players)
    seats = ", ".join(
        f"as {name} {won / many:.0%}"
        for name, won, many in zip(names, standing.won, standing.games, strict=True)
        if many
    )
    games = plural(standing.total, "game")
    return f"against {standing.against} it wins {_share(standing)} of {games}; {seats}"
