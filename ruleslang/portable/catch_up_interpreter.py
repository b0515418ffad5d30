"""The interpreter comes to where a quick match stands, by the same steps."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.match.chance import Chance
from ruleslang.match.entities import Population, options_of
from ruleslang.match.match import Deed, Step
from ruleslang.match.observer import Observer
from ruleslang.meaning.engine import Interpreter
from ruleslang.meaning.match import InterpretedMatch


def opened_again(
    everyone: Population, chance: Chance, observers: Sequence[Observer], *, rolled: bool
) -> InterpretedMatch:
    """A match with the same settings in its opening position."""
    program, settings = everyone.program, everyone.settings
    return Interpreter(program).opening(
        options=options_of(program, settings),
        players=settings.players,
        automatic=settings.automatic,
        chance=chance,
        roll=rolled,
        observers=observers,
    )


def stepped(match: InterpretedMatch, steps: Sequence[Step]) -> InterpretedMatch:
    """The match, after all that was set up, begun and chosen."""
    for step in steps:
        if isinstance(step, int):
            match.choose(step)
        elif isinstance(step, Deed):
            match.begin(step)
        else:
            match.arrange(step)
    return match
