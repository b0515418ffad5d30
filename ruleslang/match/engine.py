"""An engine: something that plays one program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypedDict, Unpack

from ruleslang.match.chance import Chance
from ruleslang.match.match import Match, Saved
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
