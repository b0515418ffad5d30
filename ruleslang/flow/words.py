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

from typing import Literal, TypeAlias, get_args

from attrs import frozen

from ruleslang.program import types as t

# What needs no state.
Pure: TypeAlias = Literal[
    "+",
    "-",
    "*",
    "/ down",  # by 0: the fault `out-of-range`
    "/ up",
    "remainder",
    "negate",
    "distance of numbers",
    "<",
    "<=",
    ">",
    ">=",
    "same",  # also of none, and of tuples in their order
    "same members",  # of two tuples without repetitions, or none
    "same copies",  # of two tuples, each as often, or none
    "not",
    "is none",
    "is empty",
    "is in",  # a tuple; none is in none
    "is in sets",  # a tuple of tuples, as `same members`
    "smaller",  # none is ignored
    "larger",
    "tuple",  # of the operands
    "tuple of known",  # of those operands that are not none, each once
    "number of",
    "first",  # or none
    "last",  # or none
    "entry",  # counted from 1, or none
    "first so many",  # a number below 0 is 0
    "reversed",
    "range",  # of numbers, both ends included; more than 100,000 are the fault `too-much`
    "slice",  # of a tuple: from a place to a place, both included
    "joined",  # one tuple, then the other
    "union",  # each once, in the order of their first occurrence
    "distinct",
    "without",  # the members of another tuple
    "without sets",
    "sorted",  # each once, upwards; tuples by the first entries that differ; none stays none
    "around",  # players in the order of a seat and on
    "sorted around",  # players, or sets of players, by the places away from a seat
    "seats away",  # of a player, or none, from another, of so many; none is that many away
    "is earlier",  # one moment than another, as tuples; none is earlier than any
    "count of",  # of a tuple of keys, each with its count last, a key: 0 if it is not there
    "counted",  # the same tuple, with one more of a key
    "added up",  # of (key, number), each key once, with the sum of its numbers
    "finds enough",  # of (key, how much there is), and of (amount, keys …): all can be taken
    "all find",  # of amounts, tuples, and what is taken: each finds so many, none for two
    "without counts",  # the same tuple, without the keys that begin with one of these numbers
    "in turn",  # of a tuple of (moment, tuple): all entries, by their moments
    "from the next",  # of a tuple of players, clockwise after a player, himself last
    "from the previous",  # counter-clockwise
    "pieced together",  # all entries of a tuple of tuples
    "sets",  # of a tuple, with its twins (or empty: all differ), of sizes from a number to a number
    "completions",  # the same, of those that begin with these places
    "next places",  # with twins, and the places chosen so far: those that may be chosen next
    "tuple of all",  # of what "sets" makes
    "place of",  # of an entry of a tuple, from 0
    "places left",  # with twins, and the places chosen so far: those that may still be chosen
    "number of sets",  # with twins, of so many, of these sizes; no more than 201 are counted
    "alike before",  # of a tuple, for each entry the place of the last one before that is the same
    "first of each",  # of a tuple, and a key for each: those whose key is new
    "at places",  # of a tuple, the entries at these places
    "orders",  # of a tuple, with twins: all orders that differ
    "number of orders",  # with twins, of so many; no more than 201 are counted
    "subsets",  # of a tuple, of sizes from a number to a number; 20,000 at most
    "best",  # of a tuple of (key, member): the members with the highest or lowest key
    "ranked",  # of a tuple of (key, …, member) and of a word for each key: groups, the best first
    "join sides",  # as `reach`: of spaces, the neighbours of each, within others
    "spread",  # of a tuple, and what each entry of a table leads to
]

# What reads or changes the state, chance or the record.
Effect: TypeAlias = Literal[
    "lay",  # a zone place: these cards, all that lie there
    "move",  # cards to a zone place, `top` or `bottom`, with its room or none
    "shuffle",  # a zone place
    "swap zones",  # all cards of two zone places
    "swap cards",  # two cards change places
    "count as",  # a card, as a definition, from now on until its play is over
    "end counting",  # what was last begun: it goes on where the play put the card, if it did
    "keep track",  # of what was shown, after these cards came to a zone place
    "face cards",  # cards, as `up`, `down` or as the zone shows them
    "roll",  # a die: the place of a face
    "roll several",  # a die, so many times
    "throw",  # so many dice at a place
    "pick",  # one of several by chance: the name of the stream, the key in `Flow.picked`
    "stand",  # a piece, on a space or none
    "roll again",  # dice of a family, by their numbers: the places of the faces they then show
    "fill",  # all cells of a family, with a value
    "stand at",  # a statement, by its number, at which candidates are told apart
    "mark",  # cards, as shown to players
    "show",  # cells of a family, at all these numbers along its dimensions, to players
    "tell",  # by the place of a statement, of a card: a value, whether it is so, to whom
    "open secret",  # of a statement, by its number: these players are asked in secret
    "close secret",
    "freeze views",  # what is others' is shown as it is now
    "unfreeze views",
    "note",  # a safety limit that was reached
    "change place",  # the locals of a place, by their routines: of a run, a value
    "look anew",  # nothing is noted yet
    "what was noted",  # a value that is the same only if all values of `Noted` are, in their order
]

Operation: TypeAlias = Pure

PURE: tuple[Pure, ...] = get_args(Pure)
EFFECTS: tuple[Effect, ...] = get_args(Effect)


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

    operation: Operation
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
