"""`weigh`: tests whether a card is too strong, and how certain that is."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import hypot
from typing import Annotated, Any

import typer
from attrs import frozen
from rich.console import Console
from rich.markup import escape

from ruleslang.apps.cli.bench import asked_games, loaded_game, steps_progress
from ruleslang.apps.cli.error_messages import as_mistakes, said_if_interrupted
from ruleslang.apps.cli.interrupt import INTERRUPTED
from ruleslang.apps.cli.options import Format, GamesOptions, Rulebook
from ruleslang.apps.cli.output import plural, print_json, width, wrapped
from ruleslang.evaluation.analyses import weigh
from ruleslang.evaluation.balance.differences import LEVEL, Difference, quantile
from ruleslang.evaluation.balance.sitters import LEARNED
from ruleslang.evaluation.balance.watched_hands import HandCounts
from ruleslang.evaluation.balance.weigh import CardWeight, Weights
from ruleslang.simulation.simulation_report import decimals_of, share

MOST_RANKS = 6  # told to a person
SINCE = {
    "another was better": "another choice was better",
    "too dear": "it was too dear",
    "no right moment": "there was no right moment",
}
NOT_LEARNED = (
    "players were learning, no deal was played and nothing is known; "
    "`--learn 5` lets them learn for 5 seconds, `--players NAME` needs none who learn"
)


@frozen(kw_only=True)
class Options(GamesOptions):
    """The arguments and options of the command."""

    rulebook: Rulebook
    names: Annotated[
        tuple[str, ...],
        typer.Argument(
            metavar="CARD...", show_default=False, help="Names of cards, as in the rules."
        ),
    ]
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            min=20,
            max=1_000_000_000,
            show_default="1,000; with --until, as many as it takes",
            help="How many deals of each card for each player; with --until, at most.",
        ),
    ] = None
    learn: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1e6,
            metavar="SECONDS",
            show_default="20, and 0 with --players",
            help="Seconds of processor in which three players first learn the game, who then play.",
        ),
    ] = None


def run(options: Options) -> int:
    """Weigh the cards, and show the result."""
    began, format = time.monotonic(), options.format
    game = loaded_game("weigh", options.rulebook, options.cards, format)
    if game is None:
        return 1
    with (
        as_mistakes(ValueError),
        said_if_interrupted(NOT_LEARNED),
        steps_progress("percent of learning, then games and deals") as watch,
    ):
        weights = weigh(
            game, *options.names, **asked_games(options), learn=options.learn,
            learning=lambda share: watch(round(100 * share), 100), watch=watch,
        )  # fmt: skip
    status = INTERRUPTED if weights.stopped else 0
    if format is Format.json:
        return print_json("weigh", game.name, game.digest, status, **weighed_json(weights))
    show(weights, time.monotonic() - began)
    return status


def show(weights: Weights, seconds: float) -> None:
    """Print the result for a person."""
    console = Console(highlight=False, soft_wrap=True)
    for line in said(weights):
        console.print(escape(wrapped(line, width())))
    for weight in weights.of_cards:
        console.print(f"\n[bold]{escape(weight.card)}, played by {escape(weight.player)}[/]")
        for line in _told(weight):
            console.print(escape(wrapped(line, width(), "    ")))
    stopped = " (stopped)" if weights.stopped else ""
    console.print(f"\n[dim]{seconds:.1f} s{stopped}[/]")


def said(weights: Weights) -> list[str]:
    """A verdict for each card; none if the players disagree."""
    if not weights.of_cards:
        return ["stopped before a deal was played: nothing is known"]
    lines = []
    for card in dict.fromkeys(weight.card for weight in weights.of_cards):
        of_card = [weight for weight in weights.of_cards if weight.card == card]
        playing = [weight for weight in of_card if weight.held.played]
        lines.append(f"{card}: {_verdict(playing) if playing else _of_idle(of_card)}")
    return lines


def _of_idle(of_card: Sequence[CardWeight]) -> str:
    """The verdict on a card that no player ever chose; what is certain comes first."""
    reasons = sum((Counter(weight.held.why) for weight in of_card), Counter[str]())
    why = f", mostly since {SINCE[reasons.most_common(1)[0][0]]}" if reasons else ""
    if any(weight.difference is not None and weight.difference.is_real for weight in of_card):
        return f"{_verdict(of_card)}, although no player ever chose it{why}"
    return f"no player ever chose it{why}; {_verdict(of_card)}"


def _verdict(playing: Sequence[CardWeight]) -> str:
    known = {
        weight.player: weight.difference for weight in playing if weight.difference is not None
    }
    if not known:
        return "never dealt"
    real = [player for player, difference in known.items() if difference.is_real]
    if not real:
        points = max(100 * difference.visible(len(known)) for difference in known.values())
        return f"no difference seen; {points:.1f} points would be"
    if _disagree([*known.values()]):
        each_says = ", ".join(
            f"{_points(difference)} as {_plays(name)}" for name, difference in known.items()
        )
        return f"no verdict, since the players disagree: {each_says}"
    how = "stronger" if known[real[0]].change > 0 else "weaker"
    if len(real) < len(known):
        others = ", ".join(_plays(name) for name in known if name not in real)
        names = ", ".join(map(_plays, real))
        return f"{how} than an average card of its kind as {names}; as {others} it may be chance"
    return f"{how} than an average card of its kind; that is no chance"


def _plays(player: str) -> str:
    return "the learners play" if player == LEARNED else f"{player} plays"


def _disagree(differences: Sequence[Difference]) -> bool:
    """Whether two of them differ by more than chance would show in one of twenty answers."""
    pairs = [*combinations(differences, 2)]
    return any(
        abs(first.change - second.change)
        > quantile(LEVEL / len(pairs), min(first.games, second.games))
        * hypot(first.error, second.error)
        and (first.is_real or second.is_real)
        and not (first.is_real and second.is_real and first.change * second.change > 0)
        for first, second in pairs
    )


def _points(difference: Difference) -> str:
    digits = decimals_of(100 * difference.low, 100 * difference.high)
    return f"{100 * difference.change:+.{digits}f} points"


def _told(weight: CardWeight) -> Iterator[str]:
    yield f"  {_experiment(weight)}"
    if weight.apart:
        several = ", ".join(f"{100 * difference.change:+.0f}" for difference in weight.apart)
        yield f"  as each of {len(weight.apart)} learners plays: {several} points"
    yield from (f"  {line}" for line in _left_out(weight))
    if weight.ranks:
        yield f"  dealt by the shuffle, of {len(weight.ranks)} cards of its kind: {_ranked(weight)}"
    yield from (f"  {line}" for line in _held(weight.held))


def _experiment(weight: CardWeight) -> str:
    """The result of the forced deals."""
    difference = weight.difference
    if difference is None:
        return "experiment: it could not be dealt to one seat"
    digits = decimals_of(100 * difference.low, 100 * difference.high)
    sure = "that is no chance" if difference.is_real else "that may be chance"
    return (
        f"experiment: held from the start it wins {difference.after:.{digits}%}, an average card "
        f"of its kind at the other seat {difference.before:.{digits}%}: "
        f"{100 * difference.change:+.{digits}f} points ({100 * difference.low:+.{digits}f} to "
        f"{100 * difference.high:+.{digits}f}) in {plural(difference.games, 'deal')}, {sure}"
    )


def _left_out(weight: CardWeight) -> Iterator[str]:
    """Why some deals are excluded from the experiment."""
    many = f"of {plural(weight.deals, 'deal')}"
    if weight.unfit:
        yield f"left out: {weight.unfit:,} {many}, where not every player had a card of its kind"
    if weight.fixed:
        yield f"left out: {weight.fixed:,} {many}, where the card could not be exchanged"


def _ranked(weight: CardWeight) -> str:
    """The ends of the ranking, and the card's own place."""
    places = [rank.card for rank in weight.ranks]
    shown = [*range(min(MOST_RANKS // 2, len(places)))]
    shown += [places.index(weight.card)] if weight.card in places else []
    shown += range(max(0, len(places) - MOST_RANKS // 2), len(places))
    return ", ".join(
        f"{at + 1}. {places[at]} {100 * weight.ranks[at].change:+.1f} "
        f"({100 * weight.ranks[at].low:+.0f} to {100 * weight.ranks[at].high:+.0f})"
        for at in sorted({*shown})
    )


def _held(held: HandCounts) -> Iterator[str]:
    """The correlations, and why the card was held and not played."""
    if not held.held:
        yield f"never held in {plural(held.seats, 'hand')}"
        return
    parts = [f"who ever held it won {_share(held.won_held, held.held)}"]
    if held.seats > held.held:
        parts.append(f"who never did {_share(held.won_not_held, held.seats - held.held)}")
    if held.played:
        parts.append(f"who chose it {_share(held.won_played, held.played)}")
    idle, idle_won = held.held - held.played, held.won_held - held.won_played
    if idle:
        parts.append(f"who held it and did not {_share(idle_won, idle)}")
    yield f"correlation: {', '.join(parts)}"
    if idle:
        why = ", ".join(f"{name} {many}" for name, many in sorted(held.why.items(), key=_most))
        hands = plural(held.held, "hand")
        yield (
            f"held and never chosen, where there was a choice, in {idle} of {hands}: "
            f"{why or 'not asked'}"
        )


def _most(item: tuple[str, int]) -> int:
    return -item[1]


def _share(won: int, many: int) -> str:
    _, low, high = share(won, many)
    return f"{won / many:.0%} ({low:.0%} to {high:.0%})"


def weighed_json(weights: Weights) -> dict[str, Any]:
    """The result with the keys of docs/formats."""
    return {
        "stopped": weights.stopped,
        "said": said(weights),
        "cards": [_json(weight) for weight in weights.of_cards],
    }


def _json(weight: CardWeight) -> dict[str, Any]:
    difference, held = weight.difference, weight.held
    return {
        "card": weight.card,
        "player": weight.player,
        "deals": weight.deals,
        "left_out": {"no card of its kind": weight.unfit, "not exchanged": weight.fixed},
        "from_the_start": difference
        and {
            "with": difference.after,
            "without": difference.before,
            "difference": difference.change,
            "low": difference.low,
            "high": difference.high,
            "certain": difference.is_real,
        },
        "learners": [learner.change for learner in weight.apart],
        "kind": [
            {"card": r.card, "hands": r.games, "more": r.change, "low": r.low, "high": r.high}
            for r in weight.ranks
        ],
        "hands": held.seats,
        "held": {"hands": held.held, "won": held.won_held},
        "never_held": {"hands": held.seats - held.held, "won": held.won_not_held},
        "chosen": {"hands": held.played, "won": held.won_played},
        "not_chosen": dict(held.why),
    }
