"""Learned players as bots of the games that a program loads."""

from __future__ import annotations

import os

from ruleslang.api import argument_checks
from ruleslang.players.learned_bot import add_player


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
