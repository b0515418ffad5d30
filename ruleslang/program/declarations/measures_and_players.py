"""Measures, and players written in the language."""

from __future__ import annotations

from attrs import field, frozen

from ruleslang.nodes.walk import Walked
from ruleslang.program.displayed_parts import Text, shown
from ruleslang.program.enumerations import PreferenceAbout, TieBreak
from ruleslang.program.events import Event
from ruleslang.program.expressions import Expr, Key
from ruleslang.program.locals import DEFINES, LocalDecl, Slot
from ruleslang.program.patterns import Pattern


@frozen
class Measure(Walked):
    """A number that reports gather at the end of each `at`; None: at the end of the match."""

    name: str
    locals: tuple[LocalDecl, ...]
    at: Event | None
    value: Expr
    origin: int = shown(default=-1)


@frozen
class Preference(Walked):
    """
    One line of a player written in the language; `you` is the player who decides.

    `shape` is `action`, `branch`, `choice` or `otherwise`. A pattern stands for an action's
    choices.
    With `keys` or `last` it narrows what it matches to the best; else it prefers what it matches,
    or with `avoids` all the rest.
    `member` is what is chosen, for a choice.
    """

    about: PreferenceAbout
    name: str
    locals: tuple[LocalDecl, ...]
    you: Slot = field(metadata=DEFINES)
    member: Slot | None = field(metadata=DEFINES)
    pattern: Pattern
    condition: Expr | None
    keys: tuple[Key, ...]
    last: TieBreak
    avoids: bool = False
    origin: int = shown(default=-1)


@frozen
class Chooser(Walked):
    """A player written in the language: preferences, the first first."""

    name: str
    preferences: tuple[Preference, ...]
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)

    @property
    def takes_the_first(self) -> bool:
        """Whether the order of the choices, and not chance, settles what is equally good."""
        last = self.preferences[-1] if self.preferences else None
        return last is not None and last.about == "otherwise" and last.last == "order"
