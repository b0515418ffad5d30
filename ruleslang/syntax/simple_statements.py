"""Nodes of statements without a block."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from ruleslang.syntax.expressions import Apply, Criterion, Expression, Extreme, TypeNode
from ruleslang.syntax.node import WRITTEN, Marks, Name, Node

if TYPE_CHECKING:
    from ruleslang.syntax.statements import Choice


@frozen(eq=False, kw_only=True)
class Marked(Node):
    """A statement, with the rules it rests on."""

    marks: Marks


@frozen(eq=False)
class Let(Marked):
    """`let x: T = E`."""

    name: Name
    type: TypeNode | None
    value: Expression


@frozen(eq=False)
class Set(Marked):
    """`set PLACE to E`."""

    place: Expression = field(metadata=WRITTEN)
    value: Expression


@frozen(eq=False)
class Add(Marked):
    """`add E to PLACE`."""

    amount: Expression
    place: Expression = field(metadata=WRITTEN)


@frozen(eq=False)
class Subtract(Marked):
    """`subtract E from PLACE`."""

    amount: Expression
    place: Expression = field(metadata=WRITTEN)


@frozen(eq=False)
class Move(Marked):
    """
    `move S to PLACE on top face up`; `position` is `on top`, `at bottom`, `face up`, `face down`
    or None.
    """

    subject: Expression
    target: Expression
    position: str | None


@frozen(eq=False)
class Swap(Marked):
    """`swap A with B`."""

    left: Expression = field(metadata=WRITTEN)
    right: Expression = field(metadata=WRITTEN)


@frozen(eq=False)
class Shuffle(Marked):
    """`shuffle ZONE`."""

    zone: Expression


@frozen(eq=False)
class Roll(Marked):
    """
    `roll die as f`, `roll 2 die as f`, `roll dice(p)`, `roll n die to dice(p)`, `… seen by p`.

    `what` is the die's or the dice's name, or a choice from dice; `number` is None for one roll.
    """

    number: Expression | None
    what: Expression
    name: Name | None
    target: Expression | None
    seen_by: Expression | None


@frozen(eq=False)
class TakeAway(Marked):
    """`take away third_die(p)`: no dice lie there any more."""

    dice: Expression


@frozen(eq=False)
class Reveal(Marked):
    """`reveal S to p`."""

    subject: Expression
    to: Expression | None


@frozen(eq=False)
class Choose(Marked):
    """`p chooses …`; `player` is None for `choose …`, where you choose."""

    player: Expression | None
    choice: Choice


@frozen(eq=False)
class Do(Marked):
    """
    `p must do A, if impossible STATEMENT`, `p may do one of A, B as often as allowed`,
    `p must do A as often as possible, if once only by highest d`.

    `mode` is `must` or `may`; `one_of` says that `one of` stands before the actions. `as_often` is
    as often as allowed, or, of what must be done, as possible; `once` narrows it if it is once.
    """

    player: Expression
    mode: str
    one_of: bool
    actions: tuple[Name, ...]
    if_impossible: Simple | None
    as_often: bool = False
    once: Extreme | None = None


@frozen(eq=False)
class Note(Marked):
    """`note position`: how things stand now is noted in a history."""

    history: Name


@frozen(eq=False)
class Pick(Marked):
    """`pick x from S by lowest E, then chance`."""

    choice: Choice
    criteria: tuple[Criterion, ...]


@frozen(eq=False)
class Rank(Marked):
    """`rank S as table by highest E, then chance`."""

    subject: Expression
    name: Name
    criteria: tuple[Criterion, ...]


@frozen(eq=False)
class Open(Marked):
    """`open W(…) as users`."""

    window: Name | Apply
    name: Name | None


@frozen(eq=False)
class Perform(Marked):
    """`perform c as k by p`."""

    card: Expression
    guise: Expression | None
    by: Expression | None


@frozen(eq=False)
class Answer(Marked):
    """`answer E`."""

    value: Expression


@frozen(eq=False)
class End(Marked):
    """`end P if under way`."""

    procedure: Name
    if_under_way: bool


@frozen(eq=False)
class Cancel(Marked):
    """`cancel x`."""

    what: Expression


@frozen(eq=False)
class Stop(Marked):
    """`stop`."""


@frozen(eq=False)
class DoNothing(Marked):
    """`nothing`."""


@frozen(eq=False)
class Eliminate(Marked):
    """`eliminate p`."""

    player: Expression


@frozen(eq=False)
class Wins(Marked):
    """`p wins`, `players win`, `nobody wins`."""

    players: Expression


@frozen(eq=False)
class Call(Marked):
    """`foul(you, booked: yes)`, `p_as_usual as usual`: a procedure, for what it does."""

    call: Expression


# The statements of one line. What stands under `in any case` is a `Assigning`.
Assigning: TypeAlias = Let | Set | Add | Subtract | Move | Swap | Note
Asking: TypeAlias = Shuffle | Roll | TakeAway | Reveal | Choose | Do | Pick | Rank
Running: TypeAlias = (
    Open | Perform | Answer | End | Cancel | Stop | DoNothing | Eliminate | Wins | Call
)
Simple: TypeAlias = Assigning | Asking | Running
