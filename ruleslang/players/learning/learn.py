"""
Trains several learners in turn, until the games or the seconds are used up, and measures them.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from statistics import fmean, variance
from threading import get_ident
from typing import Any, TypeAlias

from attrs import define, evolve, frozen

from ruleslang.engine.cells.machine import Play
from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.code.compiled_game import CompiledGame
from ruleslang.engine.code.printed_game import Choosers, NotCompiled
from ruleslang.engine.lowered_game import lowered
from ruleslang.engine.match.chance import derive, stream_number
from ruleslang.engine.match.entities import Settings
from ruleslang.engine.match.interface import Match
from ruleslang.engine.quick_engines import quick_game, those_able
from ruleslang.players.learning.learner import Learner
from ruleslang.players.learning.numbering import Numbering
from ruleslang.players.learning.weights import ROW, Teaching, Weights, averaged
from ruleslang.program import declarations as d
from ruleslang.program.program import Program
from ruleslang.source.budget import refill

TRUST = 3.0  # in the advice of players of the language
RATES = 0.02, 0.006, 0.002  # of the learners in turn: rules differ in what a game teaches
GAMES_TO_CHOOSE = 4_000  # against each opponent, at most
PART_TO_CHOOSE = 0.25  # part of the learning time in which all candidates are compared
STEADY = -1  # in place of the number of a learner: their average, who is steady
FEWEST_DEALS = 30  # whose variance is taken for that of all
SHARPNESS = 3.0  # sharpness of preferences where nobody learns
PORTION = 0.25  # seconds of games between two looks at the clock
Watch: TypeAlias = Callable[[float], None]  # called with the share of the work that is done


def learner_of(
    program: Program, settings: Settings, choosers: Sequence[d.Chooser]
) -> tuple[Learner, str]:
    """
    Return the learner for a game, advised by the rulebook's players that are compiled, and why it
    is not the one in C (if so); raises `NotLowered` if only the interpreter plays the program,
    `ValueError` if so here.
    """
    try:
        able = those_able(lowered(program, settings), tuple(choosers))
        game, why = quick_game(program, settings, able, learns=True)
    except NotCompiled as refused:
        raise ValueError(f"bots learn in compiled games: {refused}") from None
    return Learner(game), why


def probabilities(
    match: Match, weights: Weights, advisers: tuple[d.Chooser, ...]
) -> tuple[Numbering, Sequence[float]] | None:
    """
    Return the numbering of a match's game, and the probability of each choice of its pending
    decision (empty: it has no features); `None` if the interpreter plays the match.
    """
    if not isinstance(match, CompiledMatch) or match.play is None:
        return None
    game, position = match.game, match.play
    play: Any = position
    if not isinstance(game, CompiledGame) or not game.learns or not _advise(game, advisers):
        of = game.flow.population
        try:
            able, measures = those_able(game.flow, advisers), game.flow.measures
            given = of.whole_program, of.settings, able, measures
            game, _ = quick_game(*given, learns=True, soon=True)
        except NotCompiled:
            return None
        play = position if isinstance(position, Play) else position.without_record()
        if (play := game.in_c(play)) is None:
            return None
    learner = _learner(game, min(len(advisers), len(game.choosers)), get_ident())
    return learner.numbering, [share for _, share in learner.preferences(play, weights)]


def _advise(game: CompiledGame, advisers: Choosers) -> bool:
    """Return whether these are the first of a game's players."""
    return game.choosers[: len(advisers)] == advisers


@lru_cache(maxsize=16)
def _learner(game: CompiledGame, advisers: int, thread: int) -> Learner:
    return Learner(game, advisers)


@frozen
class LearningBudget:
    """
    The budget: games per learner, or seconds of CPU time in total; whether the learners are
    compared then, to choose the best.
    """

    seed: int
    learners: int = 3
    games: int | None = None
    seconds: float = 120.0
    compares: bool = True


@define(eq=False)
class Learning:
    """
    The learners with their training state; `stopped`: Ctrl-C ended it.

    `best` is the number of the learner that performed best, 0 for the average of all, `STEADY`.
    """

    learners: list[Weights]
    teachings: list[Teaching]
    seconds: float = 0.0
    stopped: bool = False
    best: int = 0


def learn(of: Learner, wanted: LearningBudget, watch: Watch = lambda done: None) -> Learning:
    """Train learners independently; Ctrl-C ends it with the results so far."""
    number = range(wanted.learners)
    teachings = [Teaching(policy_rate=RATES[at % len(RATES)]) for at in number]
    trust = TRUST / max(1, len(of.choosers))  # beginners follow the advisers
    learning = Learning([Weights(sharpness=SHARPNESS, trust=trust) for _ in number], teachings)
    try:
        for done in _taught(of, wanted, learning):
            watch(done)
    except KeyboardInterrupt:
        learning.stopped = True
    learning.learners = [averaged(learner) for learner in learning.learners]
    if wanted.compares and not learning.stopped:
        learning.best = _best(of, wanted, candidates(of, learning.learners))
    return learning


def candidates(of: Learner, learners: Sequence[Weights]) -> Mapping[int, Weights]:
    """Return the learners that may become the player, by number."""
    several = {0: together(learners)}
    if len(learners) > 1:
        several |= dict(enumerate(learners, start=1))
    if of.choosers:
        several[STEADY] = steadily(several[0])
    return several


def _best(of: Learner, wanted: LearningBudget, several: Mapping[int, Weights]) -> int:
    """
    Return the number of the learner with the highest lower bound of wins against the rulebook's
    players (without any: chance): all play the same deals, and the bound is the share minus its
    standard error.
    """
    if len(several) == 1:
        return 0
    against = list(opponents(of))[1:] or list(opponents(of))
    games = GAMES_TO_CHOOSE
    seconds = PART_TO_CHOOSE * wanted.seconds / len(several) / len(against)
    if wanted.games is not None:  # the same games give the same player
        games, seconds = min(games, wanted.games), float("inf")
    seed = derive(wanted.seed, stream_number("choose"))

    def bound(number: int) -> float:
        weights = several[number]
        return sum(standing(of, weights, name, games, seed, seconds).bound for name in against)

    return max(several, key=bound)


def _taught(of: Learner, wanted: LearningBudget, learning: Learning) -> Iterator[float]:
    """Train all learners in turn; yields the fraction done after each portion."""
    portion = 1
    while True:
        began = time.process_time()
        for number, weights in enumerate(learning.learners):
            left = portion if wanted.games is None else min(portion, wanted.games - weights.games)
            batch = derive(wanted.seed, stream_number(f"learner {number}"))
            games = range(weights.games, weights.games + left)
            of.learn(weights, learning.teachings[number], [derive(batch, game) for game in games])
        refill()
        took = time.process_time() - began
        learning.seconds += took
        done = _share_done(wanted, learning)
        yield done
        if done >= 1:
            return
        fitting = int(portion * PORTION / took) if took > 0 else 2 * portion
        portion = max(1, min(2 * portion, fitting))


def _share_done(wanted: LearningBudget, learning: Learning) -> float:
    played = learning.learners[-1].games
    if wanted.games is not None:
        return played / wanted.games
    return learning.seconds / wanted.seconds if wanted.seconds > 0 else 1


def together(learners: Sequence[Weights]) -> Weights:
    """Return weights averaged over all learners."""
    if len(learners) == 1:
        return learners[0]
    average = Weights(games=sum(learner.games for learner in learners))
    average.sharpness, average.trust = learners[0].sharpness, learners[0].trust
    used = {at for learner in learners for at in _used(learner.policy)}
    for at in used:
        average.policy[at] = sum(learner.policy[at] for learner in learners) / len(learners)
    return average


def steadily(weights: Weights) -> Weights:
    """Return the same weights, used by a steady player."""
    return evolve(weights, steady=True)


def _used(rows: array[float]) -> Iterator[int]:
    """Return the indices of non-zero weights."""
    return (ROW * at for at, weight in enumerate(rows[::ROW]) if weight)


@frozen
class Standing:
    """
    The results of weights against one opponent, by seat: games, and wins.

    `deals` were played from every seat; `variance` is that of the share won of a deal, from deal
    to deal. In `shared` games, all seats had the same payoff.
    """

    against: str
    games: tuple[int, ...]
    won: tuple[float, ...]
    deals: int = 0
    variance: float = 0.0
    shared: int = 0

    @property
    def total(self) -> int:
        return sum(self.games)

    @property
    def share(self) -> float:
        """The share of all games won; ties are split."""
        return sum(self.won) / max(1, self.total)

    @property
    def bound(self) -> float:
        """The share less its standard error."""
        return self.share - sqrt(self.variance / max(1, self.deals))

    @property
    def independent_games(self) -> int:
        """The effective sample size: luck cancels in a deal that is played from every seat."""
        if self.variance == 0 or self.deals < FEWEST_DEALS:
            return self.total
        return round(self.deals * self.share * (1 - self.share) / self.variance)


def opponents(of: Learner) -> Mapping[str, int]:
    """Return the possible opponents, with their numbers for `compete`."""
    return {"random": 0, **{chooser.name: at for at, chooser in enumerate(of.choosers, start=1)}}


def standing(
    of: Learner, weights: Weights, against: str, games: int, seed: int, seconds: float
) -> Standing:
    """Play each deal from every seat against an opponent; as many as the seconds allow."""
    number, batch = opponents(of)[against], derive(seed, stream_number(f"standing {against}"))
    by_seat: list[list[float | None]] = [[] for _ in range(of.seats)]
    began, portion, deals, shared = time.process_time(), 2, 0, 0
    while deals * of.seats < games and (deals == 0 or time.process_time() - began < seconds):
        seeds = [derive(batch, deal) for deal in range(deals, deals + portion)]
        for seat, shares in enumerate(by_seat):
            players: list[int | Weights] = [number] * of.seats
            players[seat] = weights
            ends = of.compete(players, seeds)
            shared += sum(len({*payoffs}) == 1 for payoffs in ends)
            shares += [part_won(payoffs, seat) if payoffs else None for payoffs in ends]
        refill()
        deals += portion
        portion = min(50, 2 * portion)
    finished = [[share for share in shares if share is not None] for shares in by_seat]
    whole = [fmean(shares) for shares in zip(*by_seat, strict=True) if None not in shares]
    return Standing(
        against,
        tuple(map(len, finished)),
        tuple(map(sum, finished)),
        len(whole),
        variance(whole) if len(whole) > 1 else 0.0,
        shared,
    )


def part_won(payoffs: Sequence[int], seat: int) -> float:
    """Return the share of the win that a seat gets; ties are split."""
    return 1 / payoffs.count(max(payoffs)) if payoffs[seat] == max(payoffs) else 0.0
