"""`weigh`: tests whether a card is too strong, and how certain that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import hypot
from typing import Any

from attrs import frozen
from rich.console import Console
from rich.markup import escape

from ruleslang.api import Game
from ruleslang.apps.cli.balance_commands import (
    Printer,
    asked_games,
    cautions,
    leads_json,
    loaded_game,
    print_lines,
)
from ruleslang.apps.cli.figures import Figure
from ruleslang.apps.cli.options import GamesOptions, Rulebook, argument, option
from ruleslang.apps.cli.output import plural
from ruleslang.evaluation.analyses import weigh
from ruleslang.evaluation.balance.differences import LEVEL, Difference, quantile
from ruleslang.evaluation.balance.sitters import LEARNED
from ruleslang.evaluation.balance.watched_hands import HandCounts
from ruleslang.evaluation.balance.weigh import CardWeight, Rank, Weights
from ruleslang.simulation.results import Watch
from ruleslang.simulation.simulation_report import share

MOST_RANKS = 6  # shown on the terminal
AVERAGE = "an average card of its kind"
OTHERWISE = (
    "the ranking and the experiment answer two questions: the ranking has the cards as dealt, with "
    "what happens during the deal and both players' other cards; in the experiment, the card takes "
    "the place of an average one after the deal"
)
SINCE = {
    "another was better": "another choice was better",
    "too dear": "it was too expensive",
    "no right moment": "there was no right moment",
}


@frozen(kw_only=True)
class Options(GamesOptions):
    """The arguments and options of the command."""

    rulebook: Rulebook
    names: tuple[str, ...] = argument(
        ..., metavar="CARD...", help="Names of cards, as in the rules."
    )
    games: int | None = option(
        None,
        "--games",
        min=20,
        max=1_000_000_000,
        show_default="at most 1,000; with --until, as many as it takes",
        help="How many deals of each card for each player; the maximum with --until.",
    )
    learn: float | None = option(
        None,
        min=0,
        max=1e6,
        metavar="SECONDS",
        show_default="10, and 0 with --players",
        help="CPU time in which three players first learn the game; they then play.",
    )


def run(options: Options) -> int:
    """Weigh the cards, and show the result."""

    def weighed(game: Game, watch: Watch) -> Weights:
        return weigh(
            game, *options.names, **asked_games(options), learn=options.learn,
            learning=lambda share: watch(round(100 * share), 100), watch=watch,
        )  # fmt: skip

    game = loaded_game("weigh", options.rulebook, options.cards, options.format)
    label = "percent of learning, then games and deals"
    return Printer("weigh", weighed_json, _show).answer(game, options.format, label, weighed)


def _show(console: Console, weights: Weights, seconds: float) -> None:
    for weight in weights.of_cards:
        console.print(f"\n[bold]{escape(weight.card)}, played by {escape(weight.player)}[/]")
        print_lines(console, weight_lines(weight), hang="    ")
    stopped = " (stopped)" if weights.stopped else ""
    console.print(f"\n[dim]{seconds:.1f} s{stopped}[/]")


def lines_of(weights: Weights) -> list[str]:
    """
    Return a verdict for each card and each two of a kind; none if the players disagree. First what
    the verdicts rest on, and copies beside their originals.
    """
    if not weights.of_cards:
        return ["stopped before the first deal was played, so there is no result"]
    players = dict.fromkeys(weight.player for weight in weights.of_cards if weight.is_known)
    lines = cautions(weights.leads, [*players])
    for card, of in dict.fromkeys((w.card, w.copy_of) for w in weights.of_cards if w.copy_of):
        lines.append(f"{card}: the same card as {of}; no rule tells them apart")
    lines += _of_pairs(weights, copies=True)
    for card in dict.fromkeys(weight.card for weight in weights.of_cards):
        of_card = [weight for weight in weights.of_cards if weight.card == card]
        lines.append(f"{card}: {_of_card(of_card, weights.tests)}")
    return lines + _of_pairs(weights, copies=False)


def _of_pairs(weights: Weights, *, copies: bool) -> list[str]:
    """Return the verdicts on pairs of cards: those that differ only in numbers, or the others."""
    known: dict[tuple[str, str], dict[str, Difference]] = {}
    for versus in weights.versus:
        if versus.differ_in_numbers is copies:
            known.setdefault(versus.cards, {})[versus.player] = versus.difference
    return [
        f"{' against '.join(pair)}: {_verdict(of_pair, weights.tests, pair[1])}"
        for pair, of_pair in known.items()
    ]


def _of_card(of_card: Sequence[CardWeight], tests: int) -> str:
    players = [weight for weight in of_card if weight.is_known]
    if not players:
        most = max((weight.held for weight in of_card), key=lambda held: held.played)
        return (
            f"no verdict: nobody here knows how to play it (chosen in {most.played} of "
            f"{plural(most.offered, 'hand')} that could use it); let players learn it for longer "
            "with `--learn 60`, or write a `player` who plays it"
        )
    known = {one.player: one.difference for one in players if one.difference is not None}
    if not known:
        return f"no experiment: {_undealt(players)}"
    tried = [found for name, found in known.items() if name == LEARNED and found.is_real]
    if len(known) == len(tried) and tried[0].change < 0:
        return (
            f"no verdict: players who tried it do worse with it, by {_by(tried[0])}, but they may "
            "misuse it; let them learn for longer with `--learn 60`, or write a `player` for it"
        )
    verdict = _verdict(known, tests, AVERAGE)
    if any(weight.later for weight in players):
        return f"{verdict}, given for free during play: the cost of getting it does not count"
    held = sum((weight.held for weight in players), HandCounts())
    if held.held and not held.offered and held.why:
        reasons = Counter(held.why).most_common(1)[0][0]
        why = f"no player could choose it, mostly because {SINCE[reasons]}"
        return f"{verdict}; in the games watched, {why}"
    return verdict


def _undealt(of_card: Sequence[CardWeight]) -> str:
    """Return why there is no experiment, and the correlation instead."""
    held = sum((weight.held for weight in of_card), HandCounts())
    if any(weight.failed > weight.unfit for weight in of_card):
        return (
            "the games in which it was dealt stopped with a fault; `simulate` looks for such games"
        )
    if any(weight.fixed for weight in of_card):
        return "it could not be exchanged for a card of its kind in any deal"
    without = held.seats - held.held
    why = "not every player has a card of its kind when play begins"
    if not held.held or not without:
        return f"{why}, and {'all' if held.held else 'none'} held it in the games watched"
    return (
        f"{why}; correlation only: players who held it won {_share(held.won_held, held.held)}, "
        f"players without it {_share(held.won_not_held, without)}"
    )


def _verdict(known: Mapping[str, Difference], tests: int, than: str) -> str:
    """Return the verdict of all players together; it names one result if that holds for all."""
    real = {player: found for player, found in known.items() if found.is_real}
    if all(found.is_same for found in known.values()):
        deals = plural(sum(found.games for found in known.values()), "deal")
        if any(found.after for found in known.values()):
            return f"no difference in any of {deals}"
        return f"no verdict, since no player had a higher payoff than another in {deals}"
    if not real:
        size = max(100 * difference.visible(tests) for difference in known.values())
        shown = f"{size:.{0 if size >= 10 else 1}f} points or more"
        return f"no difference detected; this run detects {shown} 80% of the time"
    if _disagree([*known.values()]):
        verdicts = ", ".join(
            f"{_figure(found).text(sign='+')} points when {_plays(name)}"
            for name, found in known.items()
        )
        return f"no verdict, since the players disagree: {verdicts}"
    how = "stronger" if next(iter(real.values())).change > 0 else "weaker"
    if len(known) == 1:
        one = next(iter(real.values()))
        rates = f"; in the same deals, {one.after:.0%} win with it and {one.before:.0%} with {than}"
        return f"{how} than {than} by {_by(one)}{'' if than == AVERAGE else rates}"
    by = ", ".join(f"by {_by(found)} when {_plays(name)}" for name, found in real.items())
    others = " and ".join(_plays(name) for name in known if name not in real)
    return f"{how} than {than} {by}" + (f"; no difference detected when {others}" if others else "")


def _by(difference: Difference) -> str:
    """Return `9 points (95% interval 5 to 13)`, unsigned where all of it is on one side of 0."""
    of = _figure(difference).size()
    return f"{of.text()} points (95% interval {of.ends()})"


def _figure(difference: Difference) -> Figure:
    return Figure(difference.change, difference.low, difference.high, is_real=difference.is_real)


def _plays(player: str) -> str:
    return "the learners play" if player == LEARNED else f"{player} plays"


def _disagree(differences: Sequence[Difference]) -> bool:
    """Return whether two of them differ significantly, at 95% for all pairs together."""
    pairs = [*combinations(differences, 2)]
    return any(
        abs(first.change - second.change)
        > quantile(LEVEL / len(pairs), min(first.games, second.games))
        * hypot(first.error, second.error)
        and (first.is_real or second.is_real)
        and not (first.is_real and second.is_real and first.change * second.change > 0)
        for first, second in pairs
    )


def weight_lines(weight: CardWeight) -> Iterator[str]:
    yield f"  {_experiment(weight)}"
    if weight.apart:
        several = ", ".join(f"{100 * difference.change:+.0f}" for difference in weight.apart)
        yield f"  each of {len(weight.apart)} learners: {several} points"
    yield from (f"  {line}" for line in _left_out(weight))
    lows, highs = [rank.low for rank in weight.ranks], [rank.high for rank in weight.ranks]
    if len(lows) > 1 and max(lows) <= min(highs):
        yield f"  no ranking: too few deals to tell the {len(lows)} cards of its kind apart"
    elif lows != highs:
        yield (
            f"  ranking of {len(weight.ranks)} cards by the win rate of the players who were dealt "
            f"it, in points above the average: {_ranked(weight)}"
        )
        if _contradicts(weight):
            yield f"  {OTHERWISE}"
    yield from (f"  {line}" for line in _correlations(weight.held))


def _experiment(weight: CardWeight) -> str:
    """Return the result of the forced deals."""
    difference = weight.difference
    if not weight.is_known:
        return "not weighed: this player hardly ever uses it"
    if difference is None:
        return "experiment: none"
    of = _figure(difference)
    when = "given it as soon as all have one of its kind" if weight.later else "dealt it"
    return (
        f"experiment: a player {when} wins {of.amount(difference.after)}, the opponent with "
        f"{AVERAGE} {of.amount(difference.before)}: {of.text(sign='+')} points "
        f"(95% interval {of.ends('+')}) in {plural(difference.games, 'deal')}"
    )


def _left_out(weight: CardWeight) -> Iterator[str]:
    """Yield why some deals are excluded from the experiment."""
    many = f"of {plural(weight.deals, 'deal')}"
    if weight.unfit:
        yield f"left out: {weight.unfit:,} {many}, where not every player had a card of its kind"
    if weight.fixed:
        yield f"left out: {weight.fixed:,} {many}, where the card could not be exchanged"
    if weight.failed:
        yield f"left out: {weight.failed:,} {many}, where a game stopped with a fault"


def _own_rank(weight: CardWeight) -> Rank | None:
    return next((one for one in weight.ranks if one.card == (weight.copy_of or weight.card)), None)


def _contradicts(weight: CardWeight) -> bool:
    """Return whether the ranking is about as clear as the experiment, and says something else."""
    rank, found = _own_rank(weight), weight.difference
    if rank is None or found is None or not (found.is_real or rank.low > 0 or rank.high < 0):
        return False
    return found.change * rank.change < 0 or not found.is_real


def _ranked(weight: CardWeight) -> str:
    """Return the ends of the ranking, and the card's own place."""
    places = [rank.card for rank in weight.ranks]
    shown = [*range(min(MOST_RANKS // 2, len(places)))]
    shown += [places.index(rank.card) for rank in weight.ranks if rank is _own_rank(weight)]
    shown += range(max(0, len(places) - MOST_RANKS // 2), len(places))
    return ", ".join(
        f"{at + 1}. {places[at]} {100 * weight.ranks[at].change:+.1f} "
        f"({100 * weight.ranks[at].low:+.0f} to {100 * weight.ranks[at].high:+.0f})"
        for at in sorted({*shown})
    )


def _correlations(held: HandCounts) -> Iterator[str]:
    """Yield the correlations, and why the card was held and not played."""
    if not held.held:
        yield f"never held in {plural(held.seats, 'hand')}" if held.seats else "no hand was watched"
        return
    if held.offered:
        rate = f"{held.played} of {plural(held.offered, 'hand')} that could use it"
        yield f"chosen in {rate}; held in {held.held} of {plural(held.seats, 'hand')}"
    parts = [f"players who held it won {_share(held.won_held, held.held)}"]
    if held.seats > held.held:
        parts.append(f"players without it {_share(held.won_not_held, held.seats - held.held)}")
    if held.played:
        parts.append(f"players who chose it {_share(held.won_played, held.played)}")
    idle, idle_won = held.held - held.played, held.won_held - held.won_played
    if idle:
        parts.append(f"players who held it but did not choose it {_share(idle_won, idle)}")
    yield f"correlation: {', '.join(parts)}"
    if idle:
        reasons = Counter(held.why).most_common()
        why = ", ".join(f"{SINCE.get(name, name)} ({many})" for name, many in reasons)
        hands = plural(held.held, "hand")
        yield f"held but never chosen in {idle} of {hands}: {why or 'not asked'}"


def _share(won: int, many: int) -> str:
    _, low, high = share(won, many)
    return f"{won / many:.0%} ({low:.0%} to {high:.0%})" if many > 1 else f"{won} of 1"


def weighed_json(weights: Weights) -> dict[str, Any]:
    """Return the result with the keys of docs/formats."""
    return {
        "stopped": weights.stopped,
        "summary": lines_of(weights),
        "looks": weights.looks,
        "leads": leads_json(weights.leads),
        "cards": [_json(weight) for weight in weights.of_cards],
        "pairs": [
            {"cards": [*pair.cards], "player": pair.player, **_difference_json(pair.difference)}
            for pair in weights.versus
        ],
    }


def _difference_json(difference: Difference) -> dict[str, Any]:
    return {
        "with": difference.after,
        "without": difference.before,
        "difference": difference.change,
        "low": difference.low,
        "high": difference.high,
        "certain": difference.is_real,
    }


def _json(weight: CardWeight) -> dict[str, Any]:
    difference, held = weight.difference, weight.held
    return {
        "card": weight.card,
        "player": weight.player,
        "copy_of": weight.copy_of or None,
        "deals": weight.deals,
        "left_out": {
            "no card of its kind": weight.unfit,
            "not exchanged": weight.fixed,
            "failed": weight.failed,
        },
        "known": weight.is_known,
        "during_play": weight.later,
        "from_the_start": difference and _difference_json(difference),
        "learners": [learner.change for learner in weight.apart],
        "kind": [
            {"card": r.card, "hands": r.games, "more": r.change, "low": r.low, "high": r.high}
            for r in weight.ranks
        ],
        "hands": held.seats,
        "held": {"hands": held.held, "won": held.won_held},
        "could_use": held.offered,
        "never_held": {"hands": held.seats - held.held, "won": held.won_not_held},
        "chosen": {"hands": held.played, "won": held.won_played},
        "not_chosen": dict(held.why),
    }
