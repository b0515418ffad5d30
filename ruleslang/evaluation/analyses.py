"""
Analyses for designers and validators, as functions that return data.

The commands of the same names call these functions, and print what they return. A game is given as
a `Game`, or by what `load` takes.

`watch(done, planned)` is called with the numbers of steps, the last time with two equal ones. If it
returns `False` or raises an exception, the analysis returns what is known by then, with `stopped`
set; Ctrl-C and the end of a budget do the same. Results have a short `repr`, `as_data()` for JSON,
and `rows()`, a list of dictionaries for a table of pandas or polars.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from itertools import count
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ParamSpec, TypeAlias, TypeVar

from attrs import evolve

from ruleslang.api import Game, RulesError, argument_checks
from ruleslang.api.loading import NO_TEXTS, Texts, load, loaded_from
from ruleslang.engine.engine_names import AUTO
from ruleslang.engine.engine_names import NAMES as ENGINES
from ruleslang.evaluation.balance.differences import quantile
from ruleslang.evaluation.balance.game_report import Amount, GameReport, reported
from ruleslang.evaluation.balance.readings import Readings, readings_of
from ruleslang.evaluation.balance.side_by_side import MOST, Compared, Enough, compared
from ruleslang.evaluation.balance.sitters import LearnedSitters, sitters_of
from ruleslang.evaluation.balance.varied_texts import versions_of
from ruleslang.evaluation.balance.vary import GAMES, GAMES_FOR_A_GOAL, Axis, Varied, axis_of, varied
from ruleslang.evaluation.balance.versions import Play, Version
from ruleslang.evaluation.balance.weigh import (
    DEALS,
    LOOKS,
    Weights,
    card_named,
    weighed,
    with_known_copies,
)
from ruleslang.evaluation.learning import Learned, trained
from ruleslang.evaluation.mutation.results import MutationResults, WantedMutants, mutation_results
from ruleslang.evaluation.validation import ValidationResult, validation_of
from ruleslang.players.learned_bot import seat_learned
from ruleslang.players.learning.learn import LearningBudget
from ruleslang.simulation.dice_check_odds import Odds, odds_of_die
from ruleslang.simulation.dice_check_odds import odds as odds_of_check
from ruleslang.simulation.results import Progress, Watch
from ruleslang.source.budget import keep_results

Rulebook: TypeAlias = str | os.PathLike[str]
AnyGame: TypeAlias = Game | Rulebook
P = ParamSpec("P")
R = TypeVar("R")
SECONDS_OF_LEARNING = 18.0
GAMES_COMPARED, GAMES_REPORTED, WATCHED = 4000, 2000, 40
NO_OPTIONS: Mapping[str, str] = {}


def unwatched(done: int, planned: int) -> None:
    """Show no progress."""


def _watched(analysis: Callable[P, R]) -> Callable[P, R]:
    """Return the analysis with a `watch` that may stop it, and that is called at its end."""

    @wraps(analysis)
    def watching(*arguments: P.args, **named: P.kwargs) -> R:
        watch: Any = named.get("watch", unwatched)
        if not callable(watch):
            raise TypeError(f"`watch` is a function, not {argument_checks.typed(watch)}")
        progress: Any = Progress(watch)
        named["watch"] = progress
        keep_results()
        result = analysis(*arguments, **named)
        progress.finish()
        return result

    return watching


def game_of(game: AnyGame) -> Game:
    """Return the game itself, or the one that `load` finds by its name, path or text."""
    return game if isinstance(game, Game) else load(game)


def play_of(
    players: Sequence[str] | None,
    seed: int,
    automatic: int | None = None,
    jobs: int = 1,
    engine: str = AUTO,
) -> Play:
    """Return the players, with all arguments checked."""
    argument_checks.known("engine", engine, ENGINES)
    names = None if players is None else argument_checks.texts("players", players)
    many = argument_checks.whole_number("jobs", jobs, least=1)
    return Play(names, argument_checks.seed("seed", seed), automatic, many, engine)


def enough_of(games: int | None, until: float | None, default: int) -> Enough:
    """Return when to stop; raises `ValueError` for a width that is no share."""
    most = None if games is None else argument_checks.whole_number("games", games, least=1)
    if until is None:
        return Enough(most or default)
    if not 0 < until < 1:
        raise ValueError(f"`until` is the width of an interval, such as 0.01, not {until}")
    return Enough(most or MOST, until)


def planned_games(enough: Enough) -> int:
    """Return how many games to plan at once; with a width, enough to reach it."""
    if enough.until is None:
        return enough.games
    return min(enough.games, ceil((quantile(0.05, MOST) / enough.until) ** 2))


@_watched
def compare(
    before: AnyGame,
    after: AnyGame | None = None,
    *,
    options: Mapping[str, str] = NO_OPTIONS,
    games: int | None = None,
    until: float | None = None,
    players: Sequence[str] | None = None,
    seed: int = 1,
    automatic: int | None = None,
    jobs: int = 1,
    engine: str = AUTO,
    names: tuple[str, str] = ("before", "after"),
    watch: Watch = unwatched,
) -> Compared:
    """
    Play two versions of a game from the same seeds, and test the difference of every measure.

    `after` is the other version (`None`: the same game), played with `options`. `games` of each are
    played (4,000), or, with `until`, as many as make the interval of the win rates that narrow:
    0.01 is one percentage point. `players` names a bot for each seat; `None`: they choose at
    random. `names` are those of the versions in messages.

    `Compared.differences` has for each measure the means before and after, the interval of the
    change, corrected for all measures together, and whether it is significant (`is_real`). Raises
    `ValueError` for settings that a version lacks.

    >>> compare("kuhn_poker", "leduc_poker", games=20).games
    20
    """
    first = game_of(before)
    other = first if after is None else game_of(after)
    versions = Version(names[0], first), Version(names[1], other, options)
    play = play_of(players, seed, automatic, jobs, engine)
    return compared(versions, play, enough_of(games, until, GAMES_COMPARED), watch)


@_watched
def vary(
    rulebook: Rulebook,
    changes: Mapping[str, str | Sequence[object]],
    *,
    goal: str = "",
    cards: Sequence[str | os.PathLike[str]] = (),
    options: Mapping[str, str] = NO_OPTIONS,
    games: int | None = None,
    until: float | None = None,
    players: Sequence[str] | None = None,
    seed: int = 1,
    automatic: int | None = None,
    jobs: int = 1,
    engine: str = AUTO,
    watch: Watch = unwatched,
) -> Varied:
    """
    Play a grid of versions of a rulebook, and find the best for a goal.

    `rulebook` is a name or a path. `changes` maps what is varied (`"copies(giant)"`,
    `"FIELD(CARD)"`, an option or reading, or the name of a line with the comment `# vary: NAME`) to
    its values: a list, or a string such as `"1..4,6"`. `goal` is, for example, `"seat 1 wins =
    50%"` or `"lowest decisions"`; versions that cannot win drop out. `games` are those of each
    version: 1,000, with a goal 4,000.

    Raises `ValueError` for anything that cannot be varied and for an unreadable goal, `RulesError`
    for a version with mistakes.

    >>> vary("pig", {"target": [30, 50]}, games=20).columns[1].version.name  # doctest: +SKIP
    'target=50'
    """
    if not isinstance(changes, Mapping):
        raise TypeError(f"`changes` maps names to values, not {argument_checks.typed(changes)}")
    axes = [_axis(name, values) for name, values in changes.items()]
    if not axes:
        raise ValueError("`changes` is empty: name what is varied, with its values")
    files = argument_checks.paths("cards", cards)
    name = argument_checks.path("rulebook", rulebook)
    versions = versions_of(name, files, load(name, cards=files), axes, options)
    default = GAMES_FOR_A_GOAL if goal else GAMES
    many = planned_games(enough_of(games, until, default))
    return varied(versions, play_of(players, seed, automatic, jobs, engine), many, goal, watch)


def _axis(name: str, values: str | Sequence[object]) -> Axis:
    listed = values if isinstance(values, str) else ",".join(map(str, values))
    return axis_of(f"{argument_checks.text('a name in `changes`', name)}={listed}")


@_watched
def weigh(
    game: AnyGame,
    *cards: str,
    players: Sequence[str] | None = None,
    learn: float | None = None,
    options: Mapping[str, str] = NO_OPTIONS,
    games: int | None = None,
    until: float | None = None,
    seed: int = 1,
    automatic: int | None = None,
    jobs: int = 1,
    learning: Callable[[float], object] = lambda share: None,
    watch: Watch = unwatched,
) -> Weights:
    """
    Test whether cards are too strong, by dealing each to one seat and an average card of its kind
    to another.

    `players` are names of bots, each of whom plays all seats in turn. `None`: the players that the
    rulebook declares; for cards that none of them knows how to play, three bots first learn the
    game for `learn` seconds of CPU time (10; 0: nobody learns). `games` are the deals of each card
    for each player (at most 1,000); `until` is the width of the interval at which to stop.
    `learning` is called with the share of learning that is done.

    `Weights.of_cards` has for each card and player the `difference` of the shares won with it and
    without. Raises `ValueError` for an unknown card or player.
    """
    game = game_of(game)
    for card in cards:
        card_named(game, argument_checks.text("a name in `cards`", card))
    if learn is not None:
        argument_checks.seconds("learn", learn)
    play = play_of(players, seed, automatic, jobs)
    enough = enough_of(games, until, DEALS)
    if games is None and until is None:
        enough = evolve(enough, looks=LOOKS)
    game = with_known_copies(game)
    sitters = sitters_of(game, play)

    def learned(share: float) -> None:
        learning(share)
        watch(0, 1)

    with TemporaryDirectory() as folder:
        learners = LearnedSitters(game, play, options, learn, Path(folder), learned)
        return weighed(
            *(game, cards, sitters, play, enough, options, watch, learners),
            always_learn=bool(learn) or not sitters,
        )


@_watched
def readings(
    game: AnyGame,
    *,
    pairs: bool = True,
    options: Mapping[str, str] = NO_OPTIONS,
    games: int | None = None,
    until: float | None = None,
    players: Sequence[str] | None = None,
    seed: int = 1,
    automatic: int | None = None,
    jobs: int = 1,
    engine: str = AUTO,
    watch: Watch = unwatched,
) -> Readings:
    """
    Measure how much each open question of a rulebook matters: every answer against the default.

    With `pairs`, two readings that touch the same states or zones are also answered together.
    `games` are those of each answer: 1,000 in C, 200 elsewhere. Raises `ValueError` for a rulebook
    without readings.

    `Readings.alternatives` has for each answer the differences of all measures, and in how many
    games anything `moved`.
    """
    play = play_of(players, seed, automatic, jobs, engine)
    many = planned_games(enough_of(games, until, 0)) or None
    return readings_of(game_of(game), play, many, options, pairs=pairs, watch=watch)


@_watched
def report(
    game: AnyGame,
    *,
    options: Mapping[str, str] = NO_OPTIONS,
    games: int | None = None,
    until: float | None = None,
    players: Sequence[str] | None = None,
    seed: int = 1,
    automatic: int | None = None,
    jobs: int = 1,
    engine: str = AUTO,
    watch: Watch = unwatched,
) -> GameReport:
    """
    Play a game many times, and report who wins, how long it takes, which cards matter, and how much
    is skill.

    `games` are counted (2,000); some are looked at decision by decision, and each player is tried
    against random ones. `players` names a bot for each seat; `None`: the first player that the
    rulebook declares. Raises `ValueError` for unknown players and settings.
    """
    play = play_of(players, seed, automatic, jobs, engine)
    many = planned_games(enough_of(games, until, GAMES_REPORTED))
    game = game_of(game)
    seat_learned(play.players or (), game.compiled)
    for name in play.players or ():
        if not game.has_bot(name):
            raise ValueError(argument_checks.unknown("player", name, game.bots))
    amount = Amount(many, min(many, WATCHED), min(many, GAMES_REPORTED // 4))
    return reported(game, play, amount, options, watch)


@_watched
def learn(
    game: AnyGame,
    *,
    seconds: float | None = None,
    games: int | None = None,
    learners: int = 3,
    players: int | None = None,
    options: Mapping[str, str] = NO_OPTIONS,
    seed: int = 1,
    output: Rulebook | None = None,
    advice: bool = True,
    watch: Watch = unwatched,
) -> Learned:
    """
    Train a player by self-play, save it in the file `output` (`NAME.learned` in the current
    folder), and measure it against others.

    `seconds` are CPU time (18); `games` instead are those of each of the `learners`. With `advice`,
    they learn from the players of the rulebook and against them. A win is the highest payoff;
    players who share it get equal parts, so a draw of two counts one half.

    `Learned.name` can be given to `Game.bot` and `simulate`. Raises `ValueError` for settings that
    don't fit, and for a rulebook that bots can't learn.
    """
    if games is not None and seconds is not None:
        raise ValueError("use either `games` or `seconds`")
    wanted = LearningBudget(
        argument_checks.seed("seed", seed),
        argument_checks.whole_number("learners", learners, least=1),
        None if games is None else argument_checks.whole_number("games", games, least=1),
        argument_checks.seconds("seconds", SECONDS_OF_LEARNING if seconds is None else seconds),
    )
    return trained(game_of(game), wanted, options, players, output, watch, advice=advice)


@_watched
def validate(
    rulebook: Rulebook,
    *,
    cards: Sequence[str | os.PathLike[str]] = (),
    texts: Texts = NO_TEXTS,
    seconds: float = 10.0,
    seed: int = 1,
    watch: Watch = unwatched,
) -> ValidationResult:
    """
    Check whether a rulebook is complete and consistent, by proof and by `seconds` of play.

    `ValidationResult.findings` has for each finding its `group`, its `grade` (proved, searched, not
    met), a `message`, a diagnostic with its place, and the game in which it was met; `status` is 1
    if something is certainly wrong. Takes what `load` takes, and raises what it raises.

    >>> validate("tic_tac_toe", seconds=0).status
    0
    """
    loaded = loaded_from(rulebook, cards, texts, lints=True)
    if loaded.compiled is None:
        raise RulesError(loaded.diagnostics)
    number = argument_checks.seed("seed", seed)
    limit = argument_checks.seconds("seconds", seconds)
    return validation_of(loaded, loaded.compiled, limit, number, watch)


@_watched
def mutate(
    rulebook: Rulebook,
    *,
    cards: Sequence[str | os.PathLike[str]] = (),
    mutants: int = 300,
    seed: int = 1,
    survivors: bool = False,
    orders: bool = False,
    omissions: bool = False,
    step: Callable[[], object] = lambda: None,
    watch: Watch = unwatched,
) -> MutationResults:
    """
    Change a rulebook in one place at a time, and count the results of these mutants.

    With `survivors`, mutants that play differently although no example, claim or law fails are
    listed. `orders` and `omissions` try only such mistakes: neighbours exchanged, or lines left
    out. `step` is called after each. Takes what `load` takes, and raises what it raises.

    >>> sum(mutate("pig", mutants=5).counts.values())
    5
    """
    loaded = loaded_from(rulebook, cards, NO_TEXTS)
    if loaded.compiled is None:
        raise RulesError(loaded.diagnostics)
    number = argument_checks.whole_number("mutants", mutants, least=1)
    seed = argument_checks.seed("seed", seed)
    wanted = WantedMutants(number, seed, survivors, orders, omissions)
    tried = count(1)

    def tried_one() -> None:
        step()
        watch(next(tried), number)

    return mutation_results(loaded, wanted, tried_one)


def odds(
    rulebook: Rulebook,
    check: str,
    *,
    given: Sequence[str] = (),
    position: str = "",
    options: Mapping[str, str] = NO_OPTIONS,
    cards: Sequence[str | os.PathLike[str]] = (),
) -> tuple[Odds, ...]:
    """
    Return the exact odds of a check's answers, or of a die's faces.

    `check` is a call such as `"duel(9, 3)"`, or the name of a die. `given` are lines as in an
    example, without that word: `"section is 3"`; `position` is a text of such lines, with it. Each
    `Odds` has a `value` and its `chance`, a fraction. Raises `ValueError` for an unknown check or a
    line that cannot be read, `NoOdds` where a player decides in between, `RulesError` for a
    rulebook with mistakes.

    >>> [(answer.value, str(answer.chance)) for answer in odds("pig", "d6")][:2]
    [(1, '1/6'), (2, '1/6')]
    """
    from ruleslang.evaluation.odds_example import compiled_with, refuse_unless_a_call

    call = argument_checks.text("check", check).strip()
    bare = load(rulebook, cards=cards)
    if call in {die.name for die in bare.program.dice_kinds}:
        return odds_of_die(bare.program, call)
    refuse_unless_a_call(bare.program, call)
    files = argument_checks.paths("cards", cards)
    facts = argument_checks.texts("given", given)
    compiled = compiled_with(os.fspath(rulebook), files, call, facts, position)
    return odds_of_check(compiled.program, compiled.examples[-1], options)
