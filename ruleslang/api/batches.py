"""Begins matches in lockstep, and makes a match of one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from ruleslang.api import argument_checks
from ruleslang.api.game_settings import settings_of
from ruleslang.api.match import Match
from ruleslang.engine.c.machine import CPlay
from ruleslang.engine.engine_names import C
from ruleslang.engine.quick_engines import lock_step
from ruleslang.players.games_in_c import bots_of

if TYPE_CHECKING:
    from ruleslang.api.game import Game
    from ruleslang.engine.c.lock_step import LockStep


@frozen
class Seating:
    """The settings of a match as they are given."""

    options: Mapping[str, str] | None
    players: int | None
    automatic: int | None


def batch(
    game: Game,
    seeds: Sequence[int],
    seating: Seating,
    threads: int | None,
    bots: Sequence[str | None] | None,
    *,
    keep_choices: bool,
) -> LockStep:
    """Matches in lockstep: `Game.in_lock_step`."""
    if game.position is not None:
        raise ValueError("matches in lock step begin at the opening, not in a position")
    _, settings = settings_of(
        game.program, game.position, seating.options, seating.players, seating.automatic
    )
    if threads is not None:
        threads = argument_checks.whole_number("threads", threads, least=1)

    def matched(play: CPlay, chosen: list[int]) -> Match:
        seats, automatic = seating.players, seating.automatic
        match = game.start(
            seed=play.seed, engine=C, options=seating.options, players=seats, automatic=automatic
        )
        return match.opening.continued(play, chosen)

    keeps = matched if keep_choices else None
    if bots is None:
        return lock_step(game.program, settings, seeds, threads, matched=keeps)
    names = argument_checks.bots(bots, settings.players, game.bots, game.has_bot)
    who, seated = bots_of(game.compiled, names)
    players = who.choosers, seated
    return lock_step(
        game.program, settings, seeds, threads, *players, learns=who.learns, matched=keeps
    )
