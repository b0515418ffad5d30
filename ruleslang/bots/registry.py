"""Every bot by the name that the command line and programs call it by."""

from __future__ import annotations

from ruleslang.bots.bot import Bot
from ruleslang.bots.preference_bot import ChooserBot
from ruleslang.bots.random_bot import RandomBot
from ruleslang.program.program import Compiled

RANDOM = "random"


def bot_names(compiled: Compiled) -> tuple[str, ...]:
    """The names that can be given to a seat: `random`, and the player programs declared in the
    rulebook.
    """
    return (RANDOM, *(chooser.name for chooser in compiled.choosers))


def make_bot(name: str, compiled: Compiled, seed: int, seat: int) -> Bot:
    """The bot of that name at a seat, in the match of a seed; `KeyError` when there is none."""
    if name == RANDOM:
        return RandomBot(seed, seat)
    chooser = next((each for each in compiled.choosers if each.name == name), None)
    if chooser is None:
        raise KeyError(name)
    return ChooserBot(chooser, compiled.program, seed, seat)
