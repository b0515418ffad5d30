"""Learning by play: several learners in turn, until the games or the seconds are over."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from attrs import define, frozen

from ruleslang.c.compiled_game import CompiledGame
from ruleslang.engines.choose_engine import quick_game
from ruleslang.learning.in_c import LearnerInC
from ruleslang.learning.in_python import LearnerInPython
from ruleslang.learning.numbering import Numbering
from ruleslang.learning.weights import ROW, Teaching, Weights, averaged
from ruleslang.match.chance import derive, stream_number
from ruleslang.match.entities import Settings
from ruleslang.match.match import QuickMatch
from ruleslang.nodes.budget import refill
from ruleslang.program import declarations as d
from ruleslang.program.program import Program
from ruleslang.python.engine import PythonEngine

TRUST = 3.0  # in the advice of players of the language
RATES = 0.02, 0.006, 0.002  # of the learners in turn: rules differ in what a game teaches
GAMES_TO_CHOOSE = 400  # against each opponent, at most
SHARPNESS = 3.0  # of preferences where nobody learns
PORTION = 0.25  # seconds of games between two looks at the clock
Watch: TypeAlias = Callable[[float], None]  # is told which share of the whole is done


class Learner(Protocol):
    """Plays and learns one game with its settings."""

    @property
    def seats(self) -> int:
        """How many play."""

    @property
    def choosers(self) -> Sequence[d.Chooser]:
        """The players of the language who advise, and sit at other seats."""

    @property
    def numbering(self) -> Numbering:
        """How features are numbered."""

    def learn(self, weights: Weights, teaching: Teaching, seeds: Sequence[int]) -> None:
        """Learn from the games of these seeds, one after the other."""

    def compete(
        self,
        players: Sequence[int | Weights],
        seeds: Sequence[int],
        start: QuickMatch | None = None,
    ) -> list[tuple[int, ...]]:
        """
        What everyone has at the end of games of these seeds, from where a match stands; none: the
        opening. Nothing stands for a game that met a fault. Players are numbers of `choosers` from
        1, 0 for chance, or weights.
        """


def learner_of(
    program: Program, settings: Settings, choosers: Sequence[d.Chooser] = ()
) -> tuple[Learner, str]:
    """
    What learns a game with these settings, advised by players of the language, and why C does not;
    raises `NotLowered` where only the interpreter plays the program.
    """
    game, why = quick_game(program, settings, tuple(choosers))
    return (LearnerInPython(program, settings, choosers) if game is None else LearnerInC(game)), why


def learner_on(
    engine: PythonEngine, settings: Settings, choosers: Sequence[d.Chooser] = ()
) -> Learner:
    """What plays and learns in the matches of an engine that `learns`."""
    game = engine.game(settings)
    if isinstance(game, CompiledGame):
        return LearnerInC(game)
    return LearnerInPython(engine.program, settings, choosers)


@frozen
class Wanted:
    """How long to learn: so many games of each learner, or seconds of processor in all."""

    seed: int
    learners: int = 3
    games: int | None = None
    seconds: float = 120.0


@define(eq=False)
class Learning:
    """
    What each learner knows by now, and how it is taught; `stopped` says that Ctrl-C ended it.

    `best` is the number of the learner who stood best in the end, 0 for all together.
    """

    learners: list[Weights]
    teachings: list[Teaching]
    seconds: float = 0.0
    stopped: bool = False
    best: int = 0


def learn(of: Learner, wanted: Wanted, watch: Watch = lambda done: None) -> Learning:
    """Let learners play, each by itself; Ctrl-C ends it with what is known."""
    number = range(wanted.learners)
    teachings = [Teaching(policy_rate=RATES[at % len(RATES)]) for at in number]
    found = Learning([_beginner(of) for _ in number], teachings)
    try:
        for done in _taught(of, wanted, found):
            watch(done)
    except KeyboardInterrupt:
        found.stopped = True
    found.learners = [averaged(learner) for learner in found.learners]
    if len(found.learners) > 1 and not found.stopped:
        found.best = _best(of, wanted, found.learners)
    return found


def _best(of: Learner, wanted: Wanted, learners: Sequence[Weights]) -> int:
    """Who wins most against chance and the players of the language: a learner, from 1, or all."""
    several, against = [together(learners), *learners], opponents(of)
    games, seconds = GAMES_TO_CHOOSE, wanted.seconds / 8 / len(several) / len(against)
    if wanted.games is not None:  # the same games give the same player
        games, seconds = min(games, wanted.games), float("inf")
    seed = derive(wanted.seed, stream_number("choose"))
    shares = [
        sum(standing(of, weights, name, games, seed, seconds).share for name in against)
        for weights in several
    ]
    return shares.index(max(shares))


def _beginner(of: Learner) -> Weights:
    """One who follows advice, and knows nothing else."""
    return Weights(sharpness=SHARPNESS, trust=TRUST / max(1, len(of.choosers)))


def _taught(of: Learner, wanted: Wanted, found: Learning) -> Iterator[float]:
    """Teach all of them in turn; after each portion which share of the whole is done."""
    portion = 1
    while True:
        began = time.process_time()
        for number, weights in enumerate(found.learners):
            left = portion if wanted.games is None else min(portion, wanted.games - weights.games)
            batch = derive(wanted.seed, stream_number(f"learner {number}"))
            games = range(weights.games, weights.games + left)
            of.learn(weights, found.teachings[number], [derive(batch, game) for game in games])
        refill()
        took = time.process_time() - began
        found.seconds += took
        done = _done(wanted, found)
        yield done
        if done >= 1:
            return
        fitting = int(portion * PORTION / took) if took > 0 else 2 * portion
        portion = max(1, min(2 * portion, fitting))


def _done(wanted: Wanted, found: Learning) -> float:
    if wanted.games is not None:
        return found.learners[-1].games / wanted.games
    return found.seconds / wanted.seconds


def together(learners: Sequence[Weights]) -> Weights:
    """The learner who prefers what others prefer on the whole."""
    if len(learners) == 1:
        return learners[0]
    found = Weights(games=sum(learner.games for learner in learners))
    found.sharpness, found.trust = learners[0].sharpness, learners[0].trust
    used = {at for learner in learners for at in _used(learner.policy)}
    for at in used:
        found.policy[at] = sum(learner.policy[at] for learner in learners) / len(learners)
    return found


def _used(rows: array[float]) -> Iterator[int]:
    """The places of weights that are not 0."""
    return (ROW * at for at, weight in enumerate(rows[::ROW]) if weight)


@frozen
class Standing:
    """How often weights won against others, seat by seat: games, and the share of them won."""

    against: str
    games: tuple[int, ...]
    won: tuple[float, ...]

    @property
    def total(self) -> int:
        """All games."""
        return sum(self.games)

    @property
    def share(self) -> float:
        """The share of all games that was won; of a tie each has a part."""
        return sum(self.won) / max(1, self.total)


def opponents(of: Learner) -> Mapping[str, int]:
    """Against whom it can stand, by their numbers."""
    return {"random": 0, **{chooser.name: at for at, chooser in enumerate(of.choosers, start=1)}}


def standing(
    of: Learner, weights: Weights, against: str, games: int, seed: int, seconds: float
) -> Standing:
    """How weights stand against others, from each seat; as many games as the seconds allow."""
    number, batch = opponents(of)[against], derive(seed, stream_number(f"standing {against}"))
    counted, won = [0] * of.seats, [0.0] * of.seats
    began, portion, game = time.process_time(), 2, 0
    while game < games and (game < 2 or time.process_time() - began < seconds):
        for seat in range(of.seats):
            players: list[int | Weights] = [number] * of.seats
            players[seat] = weights
            seeds = [derive(batch, game * of.seats + seat + at * of.seats) for at in range(portion)]
            for payoffs in of.compete(players, seeds):
                if payoffs:
                    counted[seat] += 1
                    won[seat] += part_won(payoffs, seat)
        refill()
        game += portion * of.seats
        portion = min(50, 2 * portion)
    return Standing(against, tuple(counted), tuple(won))


def part_won(payoffs: Sequence[int], seat: int) -> float:
    """The share of the win that a seat has: of a tie each has a part, of nothing too."""
    return 1 / payoffs.count(max(payoffs)) if payoffs[seat] == max(payoffs) else 0.0
