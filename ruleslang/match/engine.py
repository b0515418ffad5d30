"""An engine: something that plays one program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from ruleslang.match.chance import Chance
from ruleslang.match.match import Match, Saved
from ruleslang.match.observer import Observer
from ruleslang.program import declarations as d
from ruleslang.program.program import Program


class Engine(Protocol):
    """
    Plays the matches of one program.

    `options` and `players` are by name and number, the default where they are not given; settings
    that the program does not have raise `ValueError`.
    """

    @property
    def program(self) -> Program:
        """What is played."""

    def start(
        self,
        *,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        players: int | None = None,
        automatic: int | None = None,
        chance: Chance | None = None,
        measures: Sequence[d.Measure] = (),
        observers: Sequence[Observer] = (),
    ) -> Match:
        """A match at its first decision; `chance` instead of the generator of the seed."""

    def opening(
        self,
        *,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        players: int | None = None,
        automatic: int | None = None,
        chance: Chance | None = None,
        roll: bool = False,
        observers: Sequence[Observer] = (),
    ) -> Match:
        """
        A match in its opening position with nothing under way, to arrange and to `begin`.

        Dice that start on the table show their first face unless `roll` says to roll them.
        """

    def resume(self, saved: Saved, observers: Sequence[Observer] = ()) -> Match:
        """The match that `Match.save` told of, of this engine or of another."""
