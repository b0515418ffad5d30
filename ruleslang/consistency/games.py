"""A game as what leads to it: its seed, its settings, its choices; to be kept, and played again."""

from __future__ import annotations

from attrs import field, frozen

from ruleslang.engines.choose_engine import engine_for
from ruleslang.match.match import Match
from ruleslang.program.program import Program


@frozen
class Game:
    """How a game begins, and what was chosen up to the place."""

    seed: int
    players: int
    options: tuple[tuple[str, str], ...]
    picks: tuple[int, ...] = field(repr=False)

    @property
    def decisions(self) -> int:
        return len(self.picks)


def begun(program: Program, game: Game) -> Match:
    """The match at its beginning, with nothing chosen."""
    return engine_for(program).start(
        seed=game.seed, options=dict(game.options), players=game.players
    )
