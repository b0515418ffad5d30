"""Bots for the matches that a program moves itself, and learned players as bots."""

from __future__ import annotations

import os

from attrs import define, field

from ruleslang.api import argument_checks
from ruleslang.api.game_settings import refuse_other_game
from ruleslang.api.match import Match
from ruleslang.engine.match.choice_by_name import IllegalChoice
from ruleslang.engine.match.decision import Option as Choice
from ruleslang.players.learned_bot import add_player
from ruleslang.players.preference_bot import Bot as Seated
from ruleslang.players.registry import make_bot
from ruleslang.program.program import Compiled


@define(eq=False)
class Bot:
    """
    A bot: `random`, `search`, or a player that the rulebook declares; it decides for whichever seat
    is asked.

    It uses only what that seat may see, and breaks ties with its own stream, derived from `seed`.
    """

    compiled: Compiled = field(repr=False)
    name: str
    seed: int = field(default=0, repr=False)
    _seated: dict[int, Seated] = field(factory=dict, init=False, repr=False)

    def choose(self, match: Match) -> Choice:
        """Return the choice it would make; raises `IllegalChoice` if nobody or chance is asked."""
        if not isinstance(match, Match):
            raise TypeError(f"`match` is a match of a game, not {argument_checks.typed(match)}")
        refuse_other_game(self.compiled.program, match.game.program)
        decision = match.decision
        if decision is None:
            raise IllegalChoice("illegal", "the match is over")
        if decision.probabilities:
            raise IllegalChoice("illegal", "chance is asked now, for which no bot answers")
        seated = self._seated.get(decision.player)
        if seated is None:
            seated = make_bot(self.name, self.compiled, self.seed, decision.player)
            self._seated[decision.player] = seated
        return decision.choices[seated.choose(match.engine)]


def load_player(path: str | os.PathLike[str]) -> str:
    """
    Make a learned player, a file that `ruleslang learn` wrote, a bot of its game.

    Returns the name of the bot, its absolute path: `Game.bots` lists it from then on, and it can be
    given to `Game.bot`, `Game.simulate` and `vector_env`. If the file has several learners, the
    best one plays, or with `FILE#2` the second. Raises `OSError` for an unreadable file,
    `ValueError` for one without a learned player.
    """
    name = os.path.abspath(argument_checks.path("path", path))
    add_player(name)
    return name
