"""The engine of C."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from ruleslang.match.entities import Settings
from ruleslang.native.compiled_game import Choosers, compiled
from ruleslang.native.match import NativeMatch
from ruleslang.portable.engine import Portable
from ruleslang.portable.match import PortableMatch
from ruleslang.portable.printed_game import Measures, Printed


@frozen(eq=False, slots=False)
class Native(Portable):
    """
    Plays a program by C that is made of it.

    When a match is to be made, raises `NotLowered` of a program that holds what it does not play,
    `NotCompiled` where there is no compiler. `choosers` are players of the language who may decide
    inside of C.
    """

    choosers: Choosers = ()
    match_class: ClassVar[type[PortableMatch]] = NativeMatch

    def game(self, settings: Settings, measures: Measures = ()) -> Printed:
        """What all matches with these settings share."""
        return compiled(self.program, settings, measures, None, self.choosers)
