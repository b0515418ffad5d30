"""The behaviour of a game: values, procedures, actions and windows."""

from __future__ import annotations

from attrs import field, frozen

from ruleslang.program.events import Event
from ruleslang.program.expressions import Expr, Key
from ruleslang.program.locals import DEFINES, LocalDecl, Slot
from ruleslang.program.patterns import Pattern
from ruleslang.program.references import (
    Closing,
    PreferenceAbout,
    ProcedureWord,
    Text,
    TieBreak,
    names,
    shown,
)
from ruleslang.program.statements import Body, Choice, WindowUse
from ruleslang.program.types import Type
from ruleslang.source.walk import Walked


@frozen
class Parameter(Walked):
    """A parameter; `changeable` ones may be set by who answers it in a window."""

    name: str
    type: Type
    changeable: bool = False


@frozen
class ValueLet(Walked):
    """A name for a part of a value."""

    slot: Slot = field(metadata=DEFINES)
    value: Expr


@frozen
class ValueCase(Walked):
    """What a value is when `condition` (None: otherwise) holds."""

    condition: Expr | None
    value: Expr
    origin: int = shown(default=-1)


@frozen
class Value(Walked):
    """
    A computed fact: `lets` in order, then the first case that holds; the last has no condition.
    """

    name: str
    locals: tuple[LocalDecl, ...]
    parameters: tuple[Parameter, ...]
    type: Type
    lets: tuple[ValueLet, ...]
    cases: tuple[ValueCase, ...]
    origin: int = shown(default=-1)
    decided_by: tuple[str, ...] = shown(default=())


@frozen
class OnlyUnder(Walked):
    """The values, by their places, of an option under which alone there is such a procedure."""

    option: str = field(metadata=names("option"))
    values: tuple[int, ...]


@frozen
class Procedure(Walked):
    """Named steps; `word` is `procedure`, `phase` or `check`."""

    name: str
    word: ProcedureWord
    locals: tuple[LocalDecl, ...]
    parameters: tuple[Parameter, ...]
    answers: Type | None
    body: Body
    origin: int = shown(default=-1)
    decided_by: tuple[str, ...] = shown(default=())
    only_under: OnlyUnder | None = shown(default=None)


@frozen
class Action(Walked):
    """
    Something offered to a player, who is `you` in its table.

    `windows` empty: wherever it is offered; else only there.
    """

    name: str
    locals: tuple[LocalDecl, ...]
    you: Slot = field(metadata=DEFINES)
    windows: tuple[WindowUse, ...]
    window_condition: Expr | None
    choices: tuple[Choice, ...]
    body: Body
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


@frozen
class Window(Walked):
    """An occasion to react; `closes` is `after one use`, `when all were asked`, `when all pass`."""

    name: str
    locals: tuple[LocalDecl, ...]
    parameters: tuple[Parameter, ...]
    asks: Expr
    offers: tuple[str, ...] = field(metadata=names("action"))
    closes: Closing
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)


@frozen
class Measure(Walked):
    """
    A number that reports gather at the end of each `at`; None: at the end of the match.

    With `watches` the value is a condition, and 1 is gathered once, when it first holds while a
    player is asked, or at the end.
    """

    name: str
    locals: tuple[LocalDecl, ...]
    at: Event | None
    value: Expr
    origin: int = shown(default=-1)
    watches: bool = False


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
