"""A saved match goes on: the same steps are done again, with the same chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ruleslang.match.chance import Again, Stream, Streams
from ruleslang.match.entities import options_of
from ruleslang.match.match import Deed, Match, Saved
from ruleslang.match.observer import Observer
from ruleslang.program.program import Program

UNFIT = (LookupError, TypeError, AttributeError, AssertionError)  # names, places, kinds of value
Resumed = TypeVar("Resumed", bound=Match)


def resumed(
    opening: Callable[..., Resumed], program: Program, saved: Saved, observers: Sequence[Observer]
) -> Resumed:
    """
    The match of an engine that was saved.

    Raises `ValueError` where it cannot be played again, or does not come to the same hash.
    """
    try:
        match = _played_again(opening, program, saved, observers)
    except UNFIT as problem:
        what = f"{type(problem).__name__}: {problem}"
        raise ValueError(f"what was saved cannot be played again ({what})") from problem
    if match.hash() != saved.hash:
        raise ValueError("what was saved leads to another position")
    return match


def _played_again(
    opening: Callable[..., Resumed], program: Program, saved: Saved, observers: Sequence[Observer]
) -> Resumed:
    streams = {name: Stream(word) for name, word in saved.streams}
    match = opening(
        options=options_of(program, saved.settings),
        players=saved.settings.players,
        automatic=saved.settings.automatic,
        chance=Again(saved.outcomes, Streams(saved.seed, streams)),
        roll=saved.rolled,
        observers=observers,
    )
    for step in saved.steps:
        if isinstance(step, int):
            match.choose(step)
        elif isinstance(step, Deed):
            match.begin(step)
        else:
            match.arrange(step)
    match.divert(match.chance)
    return match
