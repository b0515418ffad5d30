"""
The words of statements.

A routine is a tuple of steps. `Next` and `Leave` name the loop that they speak of. An engine that
cannot stop in the middle of a function cuts a routine that waits into blocks
(`flow.resumable_blocks`).
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruleslang.flow.operation_names import Effect
from ruleslang.flow.words import Places, Raw, Variable, Word

Steps: TypeAlias = "tuple[Step, ...]"


NOWHERE = -1


@frozen
class At:
    """
    The statement of the program that the steps behind it belong to, by its number; NOWHERE: the
    body is over.
    """

    statement: int


@frozen
class Set:
    """A local takes a value."""

    variable: Variable
    value: Word


@frozen
class SetIn:
    """
    A local of the innermost frame of a routine takes a value; that routine has begun this one, or
    one that did.
    """

    routine: str
    variable: Variable
    value: Word


@frozen
class Write:
    """A cell takes a value."""

    family: str
    at: tuple[Word, ...]
    value: Word


@frozen
class Do:
    """
    An effect of `flow.operations`; `into` takes what it answers.

    `given` are its parts that are known: the name of a die, `top`, …
    """

    effect: Effect
    given: tuple[Raw | str | Places, ...]
    operands: tuple[Word, ...]
    into: Variable | None = None


@frozen
class If:
    """One of two."""

    condition: Word
    then: Steps
    otherwise: Steps = ()


@frozen
class Loop:
    """Again and again, `body` and then `tail`, until something leaves it; `Next` goes to `tail`."""

    label: str
    body: Steps
    tail: Steps = ()


@frozen
class Each:
    """Steps for each entry of a tuple, as it was before the first."""

    label: str
    variable: Variable
    over: Word
    body: Steps


@frozen
class Stretch:
    """Steps that `Leave` leaves."""

    label: str
    body: Steps


@frozen
class Landing:
    """Where a routine goes on when its run is ended from outside; nothing falls through to it."""


@frozen
class End:
    """
    The innermost run of an event that is under way is left, with all that is above it.

    It goes on at the landing of its routine. None under way is a fault, unless `if_under_way`.
    """

    event: str
    if_under_way: bool
    origin: int


@frozen
class Cancel:
    """
    A run is left, with all that is above it, and does nothing behind its body.

    `run` is the number of its frame. One that is not under way is a fault.
    """

    run: Word
    origin: int


@frozen
class Next:
    """The next pass of a loop."""

    label: str


@frozen
class Leave:
    """What stands behind a loop."""

    label: str


@frozen
class CountStep:
    """A step is counted, of which a million without a decision are a fault."""


@frozen
class CountDecision:
    """A decision is counted, though nobody was asked."""


@frozen
class Call:
    """A routine runs; `into` takes its answer."""

    routine: str
    arguments: tuple[Word, ...]
    into: Variable | None = None


@frozen
class Return:
    """The routine is over, and answers this (None: none)."""

    value: Word | None = None


@frozen
class Ask:
    """
    A player chooses one of a tuple of options, which is not empty; `into` takes it.

    One alone is taken without asking. Both count as a decision. `question` is the number of what
    is asked; `shown` are values that the names of the options need.
    """

    question: int
    who: Word
    options: Word
    into: Variable
    shown: tuple[Word, ...] = ()


@frozen
class Fail:
    """The match stops with a fault."""

    slug: str
    origin: int


@frozen
class Win:
    """The match is over."""

    winners: Word


Step: TypeAlias = (
    At
    | Set
    | SetIn
    | Write
    | Do
    | If
    | Loop
    | Each
    | Stretch
    | Landing
    | End
    | Cancel
    | Next
    | Leave
    | CountStep
    | CountDecision
    | Call
    | Return
    | Ask
    | Fail
    | Win
)
