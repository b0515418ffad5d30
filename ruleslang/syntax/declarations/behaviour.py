"""Nodes of values, procedures, actions and windows, and of the heads of plays."""

from __future__ import annotations

from attrs import frozen

from ruleslang.syntax.expressions import Expression, TypeNode
from ruleslang.syntax.node import Name, Node, Text
from ruleslang.syntax.simple_statements import Marked
from ruleslang.syntax.statements import Body, Choice, Pattern


@frozen(eq=False)
class ValueLet(Marked):
    """`let x = E` in a value's block."""

    name: Name
    type: TypeNode | None
    value: Expression


@frozen(eq=False)
class ValueCase(Marked):
    """`when C: E` in a value's block; `condition` is None for `otherwise: E`."""

    condition: Expression | None
    value: Expression


@frozen(eq=False)
class Parameter(Node):
    """`changeable p: player`."""

    name: Name
    type: TypeNode
    changeable: bool


@frozen(eq=False)
class Value(Marked):
    """`value f(p: player): T = E`, or a block; `expression` is None when there is a block."""

    name: Name
    parameters: tuple[Parameter, ...]
    type: TypeNode | None
    expression: Expression | None
    lets: tuple[ValueLet, ...] = ()
    cases: tuple[ValueCase, ...] = ()
    decided_by: tuple[Name, ...] = ()


@frozen(eq=False)
class WindowUse(Node):
    """`sanction(offender, any)` after `in`."""

    window: Name
    pattern: Pattern | None


@frozen(eq=False)
class Windows(Node):
    """`in W(…) or V(…) where C`."""

    uses: tuple[WindowUse, ...]
    condition: Expression | None


@frozen(eq=False)
class OnlyUnder(Node):
    """`only under READING is VALUE or VALUE`: there is such a thing under these values alone."""

    option: Name
    values: tuple[Name, ...]


@frozen(eq=False)
class Procedure(Marked):
    """
    `procedure p(…) answers T only under R is V, decided by R`; `word` is `procedure`, `phase` or
    `check`.
    """

    word: str
    name: Name
    parameters: tuple[Parameter, ...]
    answers: TypeNode | None
    only_under: OnlyUnder | None
    decided_by: tuple[Name, ...]
    body: Body


@frozen(eq=False)
class Action(Marked):
    """`action lay "label" by p in W(…) choosing c from hand(p)` and its body."""

    name: Name
    text: Text | None
    by: Name
    windows: Windows | None
    choices: tuple[Choice, ...]
    only_under: OnlyUnder | None
    body: Body


@frozen(eq=False)
class Asks(Marked):
    """`asks clockwise(active)`."""

    players: Expression


@frozen(eq=False)
class Offers(Marked):
    """`offers play_card, pass_on`."""

    actions: tuple[Name, ...]


@frozen(eq=False)
class Closes(Marked):
    """`closes when all pass`: `when` says it as written, from the second word on."""

    when: str


@frozen(eq=False)
class Window(Marked):
    """
    `window sanction(offender: player) "answer a sanction"`, `asks`, `offers`, `closes`; what is not
    written is None.
    """

    name: Name
    parameters: tuple[Parameter, ...]
    text: Text | None
    asks: Asks | None
    offers: Offers | None
    closes: Closes | None
