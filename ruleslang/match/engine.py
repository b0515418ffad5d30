"""An engine: something that plays one program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypedDict, TypeVar, Unpack

from ruleslang.match.chance import Chance, ReplayedOutcomes, Stream, Streams
from ruleslang.match.entities import options_of
from ruleslang.match.match import Deed, Match, Saved
from ruleslang.match.observer import Observer
from ruleslang.program import declarations as d
from ruleslang.program.program import Program


class Beginning(TypedDict, total=False):
    """
    How a match begins: what is not given is the default.

    `options` are by name, `chance` stands in the place of the generator of the seed.
    """

    seed: int
    options: Mapping[str, str] | None
    players: int | None
    automatic: int | None
    chance: Chance | None
    observers: Sequence[Observer]


class Engine(Protocol):
    """Plays the matches of one program; settings that it does not have raise `ValueError`."""

    @property
    def program(self) -> Program:
        """What is played."""

    def start(self, *, measures: Sequence[d.Measure] = (), **how: Unpack[Beginning]) -> Match:
        """A match at its first decision."""

    def opening(self, *, roll: bool = False, **how: Unpack[Beginning]) -> Match:
        """
        A match in its opening position with nothing under way, to arrange and to `begin`.

        Dice that start on the table show their first face unless `roll` says to roll them.
        """

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> Match:
        """The match that `Match.save` told of, of this engine or of another."""


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
        chance=ReplayedOutcomes(saved.outcomes, Streams(saved.seed, streams)),
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
