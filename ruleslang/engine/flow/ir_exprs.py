"""
The expressions of the intermediate representation; an engine that can print these can evaluate
every value.

A value is an `int`, a truth, none (`None`), or a tuple of values. A player is a seat; a card,
title, piece, space, team, zone or die its rank in its population; a word its rank in its list. A
set is a tuple in its order, a list a tuple too; the lowering has decided how they are compared.

Operands are evaluated from left to right, all of them except in `Both`, `Either` and `When`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.program import types as t

Raw: TypeAlias = "int | bool | tuple[Raw, ...] | None"


Places: TypeAlias = "tuple[tuple[str, str], ...]"  # a local of each of several routines


class Absent:
    """The content of a cell or table without a value: an unset state, a missing field."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT = Absent()
END = object()  # the result of a search that found nothing


@frozen
class Constant:
    """A constant, or for a cell its absence."""

    value: Raw | Absent
    type: t.Type


@frozen
class Variable:
    """A local of the body."""

    name: str
    type: t.Type


@frozen
class Cell:
    """
    A cell of a family: `at` are its numbers in each dimension, counted from 0.

    The lowering guarantees that they are in range.
    """

    family: str
    at: tuple[Expr, ...]
    type: t.Type


@frozen
class Lookup:
    """An entry of a constant table at these numbers; none outside of the table."""

    table: str
    at: tuple[Expr, ...]
    type: t.Type


@frozen
class Apply:
    """An operation of `flow.operations`."""

    operation: str
    operands: tuple[Expr, ...]
    type: t.Type


@frozen
class Both:
    """A conjunction; the right side is evaluated only if the left is true."""

    left: Expr
    right: Expr
    type: t.Type = t.Truth()


@frozen
class Either:
    """A disjunction; the right side is evaluated only if the left is false."""

    left: Expr
    right: Expr
    type: t.Type = t.Truth()


@frozen
class When:
    """A conditional; only the chosen value is evaluated."""

    condition: Expr
    value: Expr
    otherwise: Expr
    type: t.Type


@frozen
class Invoke:
    """A call of a function."""

    function: str
    arguments: tuple[Expr, ...]
    type: t.Type


Walk: TypeAlias = Literal[
    "members", "few", "leading", "reaching", "number", "some", "every", "sum", "highest", "lowest"
]


@frozen
class Through:
    """
    An iteration over a tuple.

    It considers those that meet `condition` (`None`: all). `members`: their `value`s (`None`:
    themselves) in order; `few`: the same, at most 201; `leading`: those before the first that does
    not meet it; `reaching`: the same including that one; `number`: how many; `some`, `every`:
    whether one meets it, whether all do; `sum`, `highest`, `lowest` of their values, ignoring none
    (of nothing: 0, none, none).
    """

    walk: Walk
    variable: Variable
    over: Expr
    condition: Expr | None
    value: Expr | None
    type: t.Type


@frozen
class Find:
    """Whether some member meets the condition, if any; binds `variable` to the first."""

    variable: Variable
    over: Expr
    condition: Expr | None
    type: t.Type = t.Truth()


@frozen
class Bind:
    """Always true; binds `variable` to the value."""

    variable: Variable
    value: Expr
    type: t.Type = t.Truth()


@frozen
class Known:
    """A value that must not be none; otherwise the fault."""

    value: Expr
    slug: str
    origin: int
    type: t.Type


@frozen
class Present:
    """The content of a cell or table, which must not be absent; otherwise the fault."""

    value: Expr
    slug: str
    origin: int
    type: t.Type


@frozen
class Within:
    """A number from `low` to `high`, or none; otherwise the fault."""

    value: Expr
    low: int
    high: int
    slug: str
    origin: int
    type: t.Type


@frozen
class AllWithin:
    """
    A tuple of at most `most` entries (`None`: unlimited), each from `low` to `high` (`None`:
    unchecked), or none; otherwise the fault `out-of-range`.
    """

    value: Expr
    most: int | None
    low: int | None
    high: int | None
    origin: int
    type: t.Type


@frozen
class Twins:
    """
    For each candidate the index of the previous one that looks the same to `who`, or none.
    `earlier` are cards that `who` chose before in the same action or play.
    """

    several: Expr
    who: Expr
    earlier: Expr
    type: t.Type


@frozen
class OneOfEach:
    """One candidate of each class of twins."""

    several: Expr
    who: Expr
    earlier: Expr
    type: t.Type


@frozen
class RunUnderWay:
    """The frame number of the innermost run of an event in progress, or none."""

    event: str
    type: t.Type


@frozen
class RunHere:
    """The number of the innermost frame, which is that of a run."""

    type: t.Type


@frozen
class PlaceOf:
    """
    The value of a local in a run, by the routine of its frame; none if it has no such local.

    `run` is the number of its frame. If its original has its own frame (`original` before the name
    of the routine), that frame is read.
    """

    run: Expr
    places: Places
    type: t.Type


@frozen
class Noted:
    """The value itself; it is added to what is noted since the last `look anew`."""

    value: Expr
    type: t.Type


@frozen
class Attempt:
    """The result of a function; `otherwise` if it meets the fault (empty: any)."""

    invoked: Invoke
    slug: str
    otherwise: Expr
    type: t.Type


@frozen
class WouldBe:
    """
    The result of a function in the hypothetical position after a routine.

    Both run in a copy of the state, in which nothing is secret and no rule is queued, and of which
    only the counts of steps and of the record are kept. A win, the end of a run that had begun
    before, and the cap end the routine.
    """

    routine: str
    arguments: tuple[Expr, ...]
    seen: Invoke
    type: t.Type


@frozen
class MostOften:
    """
    How often in total a player can do some actions now, and the first ways that achieve it: a tuple
    of both.

    The function `ways` returns the possible ways; the routine `doing` takes the player and a way.
    """

    ways: str
    doing: str
    who: Expr
    origin: int
    type: t.Type


@frozen
class HistoryHash:
    """
    The position that a history compares: the two halves of a hash, the higher one first. `values`
    are its named values.
    """

    history: str
    values: tuple[Expr, ...]
    type: t.Type


@frozen
class Fails:
    """The fault, whenever it is evaluated."""

    slug: str
    origin: int
    type: t.Type = t.Never()


Expr: TypeAlias = (
    Constant
    | Variable
    | Cell
    | Lookup
    | Apply
    | Both
    | Either
    | When
    | Invoke
    | Through
    | Find
    | Bind
    | Known
    | Present
    | Within
    | AllWithin
    | Twins
    | OneOfEach
    | RunUnderWay
    | RunHere
    | PlaceOf
    | Noted
    | Attempt
    | WouldBe
    | MostOften
    | HistoryHash
    | Fails
)

YES, NO = Constant(value=True, type=t.Truth()), Constant(value=False, type=t.Truth())
NONE = Constant(None, t.Never())
