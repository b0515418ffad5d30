"""Trains players of a rulebook, saves them, and measures them against others."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

from ruleslang.api import Game, load_player
from ruleslang.engine.engine_names import WASM, C
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.match.entities import Settings, settle
from ruleslang.evaluation.balance.forced_deals import TO_COMPILE
from ruleslang.evaluation.balance.sitters import keep_learned
from ruleslang.evaluation.balance.versions import seat_names
from ruleslang.players.learning.learn import (
    STEADY,
    Learning,
    LearningBudget,
    Standing,
    candidates,
    learn,
    learner_of,
    opponents,
    standing,
)
from ruleslang.players.learning.learner import Learner
from ruleslang.players.learning.saved import SUFFIX
from ruleslang.players.learning.weights import Weights
from ruleslang.simulation.results import Result, Watch
from ruleslang.simulation.simulation_report import share
from ruleslang.source.budget import budget

GAMES_TO_STAND, SECONDS_TO_STAND = 2_000, 2.0  # against each opponent, at most
TOGETHER, STEADILY = "average of all learners", "cautious average"


@frozen(eq=False, repr=False)
class Learned(Result):
    """
    A trained player, saved in `file`, and its results.

    `standings` has the results of each learner and their average, the best first, against each
    opponent: `against`, and by seat the `games` and those `won`. `why` is the reason why it was
    played as WebAssembly instead of C.
    """

    game: Game
    settings: Settings = field(repr=False)
    learning: Learning
    why: str
    file: Path
    standings: Mapping[str, Sequence[Standing]]
    stopped: bool

    @property
    def name(self) -> str:
        """The name of the player, which becomes a bot of its game: see `load_player`."""
        return load_player(self.file)

    @property
    def engine(self) -> str:
        """The engine that played."""
        return WASM if self.why else C

    def as_data(self) -> dict[str, Any]:
        """Return the result as plain data."""
        learners = self.learning.learners
        return {
            "stopped": self.stopped,
            "engine": self.engine,
            "file": str(self.file),
            "seconds": self.learning.seconds,
            "games": [learner.games for learner in learners],
            "best": self.learning.best,
            "standings": [
                {
                    "player": name,
                    "against": rival.against,
                    "games": list(rival.games),
                    "won": list(rival.won),
                    **dict(zip(("share", "low", "high"), interval(rival), strict=True)),
                }
                for name, several in self.standings.items()
                for rival in several
            ],
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each learner, opponent and seat: the share of games won."""
        seats = seat_names(self.game, self.settings.players)
        return [
            {
                "player": name,
                "against": rival.against,
                "seat": seat,
                "games": games,
                "won": won / games if games else None,
            }
            for name, several in self.standings.items()
            for rival in several
            for seat, games, won in zip(seats, rival.games, rival.won, strict=True)
        ]


def interval(standing: Standing) -> tuple[float, float, float]:
    """Return the win rate, with its 95% interval."""
    games = standing.independent_games
    return share(standing.share * games, games)


def trained(
    game: Game,
    wanted: LearningBudget,
    options: Mapping[str, str],
    players: int | None,
    output: str | os.PathLike[str] | None,
    watch: Watch,
    *,
    advice: bool,
) -> Learned:
    """
    Train, save and measure a player; Ctrl-C ends it with the results so far.

    `watch` gets percents of learning, then the learners that were compared. Raises `ValueError`
    for settings that don't fit, and for a rulebook that bots can't learn.
    """
    out = Path(output or f"{game.name}{SUFFIX}")
    if out.suffix != SUFFIX:
        raise ValueError(
            f"the file of a learned player ends with `{SUFFIX}`, not `{out.name[:40]}`"
        )
    try:
        settings = settle(game.program, options, players, None)
        with budget(TO_COMPILE):  # minutes of learning are worth waiting for a compiler
            choosers = game.compiled.choosers if advice else ()
            learner, why = learner_of(game.program, settings, choosers)
    except NotLowered as problem:
        raise ValueError(f"bots can't learn this rulebook: {problem}") from None

    def step(done: float) -> None:
        watch(round(100 * done), 100)

    learning = learn(learner, wanted, step)
    keep_learned(out, game, settings, learner, learning, wanted.seed)
    standings = dict[str, list[Standing]]()
    stopped = learning.stopped or _measure(learner, learning, wanted.seed, standings, watch)
    return Learned(game, settings, learning, why, out, standings, stopped)


def _measure(
    learner: Learner,
    learning: Learning,
    seed: int,
    standings: dict[str, list[Standing]],
    watch: Watch,
) -> bool:
    """Measure the best learner, then the others; returns whether Ctrl-C ended it."""
    several = dict(candidates(learner, learning.learners))
    several = {learning.best: several.pop(learning.best), **several}
    try:
        for at, (number, weights) in enumerate(several.items()):
            standings[_called(number)] = [
                _rank(learner, weights, against, seed, alone=number != learning.best)
                for against in opponents(learner)
            ]
            watch(100 + at + 1, 100 + len(several))
    except KeyboardInterrupt:
        return True
    return False


def _called(number: int) -> str:
    if number > 0:
        return f"learner {number}"
    return STEADILY if number == STEADY else TOGETHER


def _rank(learner: Learner, weights: Weights, against: str, seed: int, *, alone: bool) -> Standing:
    """Measure weights against an opponent; a single learner plays fewer games."""
    part = 4 if alone else 1
    games, seconds = GAMES_TO_STAND // part, SECONDS_TO_STAND / part
    return standing(learner, weights, against, games, seed, seconds)
