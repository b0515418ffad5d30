"""
The words of expressions. An engine that prints these can work out every value.

A value is an `int`, a truth, none (`None`), or a tuple of values. A player is his seat, a card,
title, piece, space, team, zone place or die its place in the standard order of its population, a
word its place in its list. A set is a tuple in its order, a list a tuple too; which of them it is,
and how it is compared, has been settled by the lowering.

Operands are worked out from left to right, every one of them but for those of `Both`, `Either` and
`When`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.program import types as t

Raw: TypeAlias = "int | bool | tuple[Raw, ...] | None"


Places: TypeAlias = "tuple[tuple[str, str], ...]"  # a local of each of several routines


class Absent:
    """What stands in a cell or table where there is no value: an unset state, a missing field."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT = Absent()


@frozen
class Constant:
    """A value that is known, or for a cell that nothing is there."""

    value: Raw | Absent
    type: t.Type


@frozen
class Variable:
    """What a local of the body holds."""

    name: str
    type: t.Type


@frozen
class Cell:
    """
    One cell of a family of cells: `at` are its numbers along each dimension, counted from 0.

    The lowering has made sure that they lie in the dimensions.
    """

    family: str
    at: tuple[Word, ...]
    type: t.Type


@frozen
class Lookup:
    """An entry of a constant table, at these numbers; outside of the table it is none."""

    table: str
    at: tuple[Word, ...]
    type: t.Type


@frozen
class Apply:
    """An operation of `flow.operations`."""

    operation: str
    operands: tuple[Word, ...]
    type: t.Type


@frozen
class Both:
    """The right side is worked out only when the left holds."""

    left: Word
    right: Word
    type: t.Type = t.Truth()


@frozen
class Either:
    """The right side is worked out only when the left does not hold."""

    left: Word
    right: Word
    type: t.Type = t.Truth()


@frozen
class When:
    """One of two values; only that one is worked out."""

    condition: Word
    value: Word
    otherwise: Word
    type: t.Type


@frozen
class Invoke:
    """The answer of a function."""

    function: str
    arguments: tuple[Word, ...]
    type: t.Type


Walk: TypeAlias = Literal[
    "members", "few", "leading", "reaching", "number", "some", "every", "sum", "highest", "lowest"
]


@frozen
class Through:
    """
    What comes of running through a tuple.

    Those that meet `condition` (None: all) count. `members`: their `value`s (None: themselves) in
    order; `few`: the same, but no more than 201; `leading`: those before the first that does not
    meet it; `reaching`: the same with that one; `number`: how many; `some`, `every`: whether one
    meets it, whether all do; `sum`, `highest`, `lowest` of their values, those that are none left
    out (of nothing: 0, none, none).
    """

    what: Walk
    variable: Variable
    over: Word
    condition: Word | None
    value: Word | None
    type: t.Type


@frozen
class Find:
    """
    Whether some member meets the condition (None: whether there is one); `variable` is then the
    first that does, and keeps it.
    """

    variable: Variable
    over: Word
    condition: Word | None
    type: t.Type = t.Truth()


@frozen
class Bind:
    """Always true; `variable` takes the value."""

    variable: Variable
    value: Word
    type: t.Type = t.Truth()


@frozen
class Known:
    """A value that must not be none; else the fault."""

    value: Word
    slug: str
    origin: int
    type: t.Type


@frozen
class Present:
    """What a cell or table holds, which must not be absent; else the fault."""

    value: Word
    slug: str
    origin: int
    type: t.Type


@frozen
class Within:
    """A number from `low` to `high`, or none; else the fault."""

    value: Word
    low: int
    high: int
    slug: str
    origin: int
    type: t.Type


@frozen
class AllWithin:
    """
    A tuple of at most `most` entries (None: however many), each from `low` to `high` (None: of any
    value), or none; else the fault `out-of-range`.
    """

    value: Word
    most: int | None
    low: int | None
    high: int | None
    origin: int
    type: t.Type


@frozen
class Twins:
    """
    For each of several candidates the place of the one before that `who` cannot tell from it, or
    none: it is the first. `made` are cards that he chose before in the same action or play.
    """

    several: Word
    who: Word
    made: Word
    type: t.Type


@frozen
class OneOfEach:
    """Of several candidates those that are the first of their twins."""

    several: Word
    who: Word
    made: Word
    type: t.Type


@frozen
class RunUnderWay:
    """The number of the frame of the innermost run of an event that is under way, or none."""

    event: str
    type: t.Type


@frozen
class RunHere:
    """The number of the innermost frame, which is that of a run."""

    type: t.Type


@frozen
class PlaceOf:
    """
    What a run has in a local, by the routine of its frame; none if it has none such.

    `run` is the number of its frame. Where its text runs in a frame of its own (`original` before
    the name of the routine), that frame says it.
    """

    run: Word
    places: Places
    type: t.Type


@frozen
class Noted:
    """The value itself; it joins what is noted since the last `look anew`."""

    value: Word
    type: t.Type


@frozen
class Attempt:
    """What a function answers; the other value where it meets the fault (empty: any)."""

    invoked: Invoke
    slug: str
    otherwise: Word
    type: t.Type


@frozen
class WouldBe:
    """
    What a function would answer in the position that a routine leads to.

    Both run in a copy of the state, in which nothing is secret and no rule waits, and of which only
    the counts of steps and of the record are kept. A win, the end of a run that had begun before,
    and the cap end the routine there.
    """

    routine: str
    arguments: tuple[Word, ...]
    seen: Invoke
    type: t.Type


@frozen
class MostOften:
    """
    How often in all a player can do some actions now, and the ways that come first when he does:
    a tuple of both.

    The function `ways` answers what he can do; the routine `doing` takes him and a way.
    """

    ways: str
    doing: str
    who: Word
    origin: int
    type: t.Type


@frozen
class Standing:
    """
    How things stand that a history compares: the two halves of a hash, the higher one first.
    `values` are its named values.
    """

    history: str
    values: tuple[Word, ...]
    type: t.Type


@frozen
class Fails:
    """The fault, whenever it is worked out."""

    slug: str
    origin: int
    type: t.Type = t.Never()


Word: TypeAlias = (
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
    | Standing
    | Fails
)

YES, NO = Constant(value=True, type=t.Truth()), Constant(value=False, type=t.Truth())
NONE = Constant(None, t.Never())
