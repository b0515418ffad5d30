"""What may happen: values, procedures, actions and windows."""

from __future__ import annotations

from attrs import field, frozen

from ruleslang.nodes.walk import Walked
from ruleslang.program.displayed_parts import Text, shown
from ruleslang.program.enumerations import Closing, ProcedureWord
from ruleslang.program.expressions import Expr
from ruleslang.program.find_references import names
from ruleslang.program.locals import DEFINES, LocalDecl, Slot
from ruleslang.program.statements import Body, Choice, WindowUse
from ruleslang.program.types import Type


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
    """
    An occasion to react; `closes` is `after one use`, `when all were asked` or `when all pass`.
    """

    name: str
    locals: tuple[LocalDecl, ...]
    parameters: tuple[Parameter, ...]
    asks: Expr
    offers: tuple[str, ...] = field(metadata=names("action"))
    closes: Closing
    text: Text | None = shown(default=None)
    origin: int = shown(default=-1)
