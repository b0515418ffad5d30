"""The matches that Python plays."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.engine.cells.match import CompiledMatch
from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.engine.match.interface import MOST_DECISIONS
from ruleslang.engine.python.printed_game import Printed
from ruleslang.program import declarations as d


class PythonMatch(CompiledMatch):
    """One playing of a program by printed Python; see `match.Match` for the interface."""

    game: Printed

    def preferred(self, chooser: d.Chooser) -> Sequence[int] | None:
        """Return the indices of the choices that a player prefers, if the player can be lowered."""
        play = self.play
        return None if play is None else self.game.preferred(play, chooser)

    def finish(
        self, seed: int, players: Sequence[d.Chooser | None], decisions: int = MOST_DECISIONS
    ) -> tuple[int, ...] | None:
        """Play to the end with the rulebook's players and at random; returns the payoffs."""
        self._moved()
        game, play = self.game, self.play
        if play is None or any(player and game.player(player) is None for player in players):
            return None
        deciding, seats = dict(enumerate(players)), range(len(game.automatic))
        streams = [Stream(derive(seed, stream_number(f"bot {seat}"))) for seat in seats]
        while (pending := play.pending) is not None and decisions > 0:
            decisions -= 1
            chooser = deciding.get(pending.who)
            left: Sequence[int] = range(len(pending.options))
            if chooser is not None:
                left = game.preferred(play, chooser) or left
            is_first = chooser is not None and chooser.takes_the_first
            play.choose(left[0 if is_first else streams[pending.who].below(len(left))])
        return play.payoffs
