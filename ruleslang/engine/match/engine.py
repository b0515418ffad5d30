"""The interface of engines, and how they restore a saved match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypedDict, TypeVar, Unpack

from ruleslang.engine.match.chance import Chance, ReplayedOutcomes, Stream, Streams
from ruleslang.engine.match.entities import options_of
from ruleslang.engine.match.interface import Deed, Match, Observer, Saved, Step
from ruleslang.program import declarations as d
from ruleslang.program.program import Program
from ruleslang.source.errors import RuleslangError


class Beginning(TypedDict, total=False):
    """
    How a match starts; missing keys mean the defaults.

    `options` are by name, `chance` replaces the generator of the seed.
    """

    seed: int
    measures: Sequence[d.Measure]
    options: Mapping[str, str] | None
    players: int | None
    automatic: int | None
    chance: Chance | None
    observers: Sequence[Observer]


class Engine(Protocol):
    """Plays the matches of one program; impossible settings raise `ValueError`."""

    @property
    def program(self) -> Program: ...

    def start(self, **how: Unpack[Beginning]) -> Match:
        """Start a match, up to its first decision."""

    def opening(self, *, roll: bool = False, **how: Unpack[Beginning]) -> Match:
        """
        Return a match in its opening position, to `arrange` and to `begin`.

        Dice that start on the table show their first face, unless `roll` is set.
        """

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> Match:
        """Restore a match saved by this engine or another."""


class EnginesDiffer(RuleslangError, ValueError):
    """An engine cannot repeat a match of another one, because of its own limit, such as memory."""


UNFIT = (LookupError, TypeError, AttributeError, AssertionError)  # names, places, kinds of value
Resumed = TypeVar("Resumed", bound=Match)


def resumed(
    opening: Callable[..., Resumed], program: Program, saved: Saved, observers: Sequence[Observer]
) -> Resumed:
    """
    Restore a saved match of an engine.

    Raises `ValueError` if it cannot be replayed, or the hash differs.
    """
    try:
        match = _played_again(opening, program, saved, observers)
    except UNFIT as problem:
        reason = f"{type(problem).__name__}: {problem}"
        raise ValueError(f"the save can't be replayed ({reason})") from problem
    if match.hash() != saved.hash:
        raise ValueError("the save leads to a different position")
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
    take_steps(match, saved.steps)
    match.divert(match.chance)
    return match


def take_steps(match: Match, steps: Sequence[Step]) -> None:
    """
    Set up, begin and choose what a match did before.

    Raises `EnginesDiffer` if the match is over before the last choice.
    """
    for place, step in enumerate(steps):
        if isinstance(step, int):
            refuse_if_over(match, sum(isinstance(later, int) for later in steps[place:]))
            match.choose(step)
        elif isinstance(step, Deed):
            match.begin(step)
        else:
            match.arrange(step)


def refuse_if_over(match: Match, left: int) -> None:
    """Raise `EnginesDiffer` if a match that repeats another one is over, with choices left."""
    if match.waits_for is not None:
        return
    fault, there = match.fault, "a choice is left" if left == 1 else f"{left:,} choices are left"
    raise EnginesDiffer(
        f"on another engine the match {'is over' if fault is None else f'stops with `{fault}`'}, "
        f"where on this one {there if left else 'a player is asked'}"
    )
