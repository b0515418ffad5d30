"""The players with which cards are weighed: those of the rulebook, and some that learn for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

from ruleslang.api import Game, argument_checks
from ruleslang.engine.flow.context import NotLowered
from ruleslang.engine.match.entities import Settings, options_of, settle
from ruleslang.evaluation.balance.forced_deals import TO_COMPILE, Sitter
from ruleslang.evaluation.balance.versions import Play
from ruleslang.evaluation.balance.weigh import trying
from ruleslang.library.files import write_whole
from ruleslang.players.learned_bot import seat_learned
from ruleslang.players.learning.learn import Learning, LearningBudget, Watch, learn, learner_of
from ruleslang.players.learning.learner import Learner
from ruleslang.players.learning.saved import SUFFIX, Learned, is_named_so, text_of
from ruleslang.players.registry import RANDOM
from ruleslang.source.budget import budget

LEARNERS, SECONDS = 3, 10.0  # the bots that learn if no players are named, and their time
LEARNED = "learners"
NOT_LEARNED = (
    "players were still learning, so there is no result; "
    "`--learn 5` trains them for 5 seconds, `--players NAME` uses players that need no training"
)


def sitters_of(game: Game, play: Play) -> list[Sitter]:
    """Return the players named, else those of the rulebook. Raises `ValueError`."""
    named = play.players or ()
    seat_learned(named, game.compiled)
    if unknown := [name for name in named if not game.has_bot(name)]:
        raise ValueError(argument_checks.unknown("player", unknown[0], game.bots))
    if any(name.startswith("search") for name in named):
        raise ValueError("`search` is too slow for a thousand deals; name a player of the rulebook")
    sitters = [Sitter(name, (name,) if is_named_so(name) else ()) for name in named]
    return sitters or [Sitter(chooser.name) for chooser in game.compiled.choosers]


@frozen
class LearnedSitters:
    """
    Lets players learn for some seconds of CPU time; where nobody can learn, chance plays.

    Files of those who learned are written to the folder, which must stay.
    """

    game: Game
    play: Play
    options: Mapping[str, str]
    learn_for: float | None
    folder: Path
    watch: Watch = lambda done: None

    def __call__(self, cards: Sequence[str]) -> tuple[Game, Sitter] | None:
        default = 0.0 if self.play.players else SECONDS
        seconds = default if self.learn_for is None else self.learn_for
        game = trying(self.game, cards)
        try:
            file = self._learned_for(game, seconds) if seconds else None
        except KeyboardInterrupt:
            raise KeyboardInterrupt(NOT_LEARNED) from None
        if file is None:
            is_chance = not self.play.players and not self.game.compiled.choosers
            return (game, Sitter(RANDOM)) if is_chance else None
        files = tuple(f"{file}#{number}" for number in range(1, LEARNERS + 1))
        seat_learned(files, game.compiled)
        return game, Sitter(LEARNED, files)

    def _learned_for(self, game: Game, seconds: float) -> Path | None:
        """
        Return the file of players who have learned a game for this many seconds and were not
        compared, for immediate use; `None` if no engine compiles the game. Ctrl-C raises
        `KeyboardInterrupt`.
        """
        fewest = game.fewest(self.options)
        settings = settle(game.program, self.options, fewest, self.play.automatic)
        try:
            with budget(TO_COMPILE):
                learner, _ = learner_of(game.program, settings, game.compiled.choosers)
        except (NotLowered, ValueError):
            return None
        wanted = LearningBudget(self.play.seed, seconds=seconds, compares=False)
        learned = learn(learner, wanted, self.watch)
        if learned.stopped:
            raise KeyboardInterrupt
        out = self.folder / f"{game.name}{SUFFIX}"
        keep_learned(out, game, settings, learner, learned, self.play.seed)
        return out


def keep_learned(
    out: Path, game: Game, game_settings: Settings, learner: Learner, learned: Learning, seed: int
) -> None:
    """Write the file of the learned player."""
    kept = Learned(
        game.name,
        learner.numbering.digest,
        game_settings.players,
        options_of(game.program, game_settings),
        tuple(chooser.name for chooser in learner.choosers),
        seed,
        tuple(learned.learners),
        learned.best,
    )
    write_whole(out, text_of(kept))
