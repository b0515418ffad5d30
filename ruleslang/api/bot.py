"""Who decides in a match for a seat."""

from __future__ import annotations

from attrs import define, field

from ruleslang.analysis.replay import IllegalChoice
from ruleslang.api import argument_checks
from ruleslang.api.match import Match
from ruleslang.bots.preference_bot import Bot as Seated
from ruleslang.bots.registry import make_bot
from ruleslang.match.decision import Option as Choice
from ruleslang.program.program import Compiled


@define(eq=False)
class Bot:
    """
    `random`, or a player that the rulebook writes down; it answers for whichever seat is asked.

    It goes by what that seat may see, and where several choices are equally good by a chance of
    its own, which the seed decides.
    """

    compiled: Compiled = field(repr=False)
    name: str
    seed: int = field(default=0, repr=False)
    _seated: dict[int, Seated] = field(factory=dict, init=False, repr=False)

    def choose(self, match: Match) -> Choice:
        """What it would choose now; raises `IllegalChoice` when nothing is asked any more."""
        if not isinstance(match, Match):
            raise TypeError(f"`match` is a match of a game, not {argument_checks.met(match)}")
        argument_checks.refuse_other_game(self.compiled.program, match.game.program)
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
