"""Nodes of expressions, set phrases and types, loosest first."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruleslang.syntax.node import Name, Node

# ---------------------------------------------------------------- quantified


@frozen(eq=False)
class ThereIs(Node):
    """`there is x in S where C`, `there is no x in S where C`."""

    variable: Name
    subject: Expression
    condition: Expression | None  # None: any member will do
    negated: bool = False


@frozen(eq=False)
class Every(Node):
    """`every x in S has C`."""

    variable: Name
    subject: Expression
    condition: Expression


# ---------------------------------------------------------------- logic


@frozen(eq=False)
class WhenOtherwise(Node):
    """`a when c otherwise b`."""

    value: Expression
    condition: Expression
    otherwise: Expression


@frozen(eq=False)
class Or(Node):
    """`a or b`."""

    left: Expression
    right: Expression


@frozen(eq=False)
class And(Node):
    """`a and b`."""

    left: Expression
    right: Expression


@frozen(eq=False)
class Not(Node):
    """`not a`."""

    operand: Expression


@frozen(eq=False)
class Compare(Node):
    """`a <= b`; the operator is one of `< <= > >=`."""

    operator: str
    left: Expression
    right: Expression


@frozen(eq=False)
class Is(Node):
    """`a is b`, `a is not b`."""

    left: Expression
    right: Expression
    negated: bool = False


@frozen(eq=False)
class IsIn(Node):
    """`a is in S`, `a is not in S`."""

    left: Expression
    right: Expression
    negated: bool = False


@frozen(eq=False)
class IsEmpty(Node):
    """`S is empty`, `S is not empty`."""

    operand: Expression
    negated: bool = False


# ---------------------------------------------------------------- arithmetic and sets


@frozen(eq=False)
class Range(Node):
    """`a..b`: the numbers, or the words of a list, between two ends."""

    low: Expression
    high: Expression


@frozen(eq=False)
class Binary(Node):
    """`a + b`, `a - b`, `a * b`, `a except b`: the operator is `+`, `-`, `*` or `except`."""

    operator: str
    left: Expression
    right: Expression


@frozen(eq=False)
class Divide(Node):
    """`a / b rounded up`; `rounding` is `up`, `down`, or `None` in a claim's exact fraction."""

    left: Expression
    right: Expression
    rounding: str | None


@frozen(eq=False)
class Negate(Node):
    """`- a`."""

    operand: Expression


@frozen(eq=False)
class NumberOf(Node):
    """`number of S`."""

    operand: Expression


@frozen(eq=False)
class Fold(Node):
    """`sum of E over x in S`, `highest of S`; `word` is `sum`, `highest` or `lowest`."""

    word: str
    operand: Expression
    variable: Name | None  # None: the operand itself is the set or list
    subject: Expression | None


@frozen(eq=False)
class ImageOf(Node):
    """`set of E over x in S`: the different values of E."""

    operand: Expression
    variable: Name
    subject: Expression


@frozen(eq=False)
class ChanceOf(Node):
    """`chance of (check >= 7)`."""

    operand: Expression


@frozen(eq=False)
class WhatWouldBe(Node):
    """`E after P(a, b)`: E in the position that P would lead to."""

    value: Expression
    call: Name | Apply


# ---------------------------------------------------------------- set phrases


@frozen(eq=False)
class Where(Node):
    """`S where C`: each member is called `it` in C."""

    subject: Expression
    condition: Expression


@frozen(eq=False)
class EachWhere(Node):
    """`each x in S where C`."""

    variable: Name
    subject: Expression
    condition: Expression


@frozen(eq=False)
class AsFarAs(Node):
    """`S as far as C`, `each x in S as far as C`: the beginning of S, up to the first without C."""

    variable: Name | None  # None: each member is called `it`
    subject: Expression
    condition: Expression


@frozen(eq=False)
class UpToAndWith(Node):
    """`S up to and with the first where C`, `each x in S …`: the beginning of S, with that one."""

    variable: Name | None  # None: each member is called `it`
    subject: Expression
    condition: Expression


@frozen(eq=False)
class SpreadBy(Node):
    """`S spread by E`, `each x in S spread by E`: S, what E is of its members, of theirs, …"""

    variable: Name | None  # None: each member is called `it`
    subject: Expression
    step: Expression


@frozen(eq=False)
class Extreme(Node):
    """`highest E`, `lowest E`, in a criterion or after `with`."""

    word: str
    value: Expression


@frozen(eq=False)
class ByChance(Node):
    """`chance`, the criterion that settles ties by lot."""


@frozen(eq=False)
class ByOrder(Node):
    """`order`, the criterion that settles ties by standard order."""


@frozen(eq=False)
class ByChoice(Node):
    """`choice of p`, the criterion that lets a player settle ties."""

    player: Expression


Criterion: TypeAlias = Extreme | ByChance | ByOrder | ByChoice


@frozen(eq=False)
class With(Node):
    """`S with highest E, then lowest F`: the members equal on all keys."""

    subject: Expression
    keys: tuple[Extreme, ...]


@frozen(eq=False)
class Ranked(Node):
    """`S ranked by highest E, then order`: a list."""

    subject: Expression
    criteria: tuple[Criterion, ...]


# ---------------------------------------------------------------- atoms


@frozen(eq=False)
class Number(Node):
    """`12`."""

    value: int


@frozen(eq=False)
class Truth(Node):
    """`yes`, `no`."""

    value: bool


@frozen(eq=False)
class Nothing(Node):
    """`none`."""


@frozen(eq=False)
class AnyPlace(Node):
    """`any`: whatever stands there, or the union over an index."""


@frozen(eq=False)
class This(Node):
    """`this`: the card whose text it is."""


@frozen(eq=False)
class ThisProcedure(Node):
    """`this fight`: the present one, handed to a window."""

    procedure: Name


@frozen(eq=False)
class NamedArgument(Node):
    """`booked: yes`, among the arguments of an `Apply`."""

    name: Name
    value: Expression


@frozen(eq=False)
class Apply(Node):
    """`f(a, b)`: everything about something."""

    function: Name
    arguments: tuple[Expression | NamedArgument, ...]


@frozen(eq=False)
class AsUsual(Node):
    """`throw as usual`, `throw(home) as usual`."""

    call: Name | Apply


@frozen(eq=False)
class Paren(Node):
    """`( … )`, kept so that the formatter and `where` know how far it reaches."""

    inner: Expression


@frozen(eq=False)
class Braces(Node):
    """`{a, b}`: a set, or a list where a list is expected."""

    items: tuple[Expression, ...]


Expression: TypeAlias = (
    ThereIs
    | Every
    | WhenOtherwise
    | Or
    | And
    | Not
    | Compare
    | Is
    | IsIn
    | IsEmpty
    | Range
    | Binary
    | Divide
    | Negate
    | NumberOf
    | Fold
    | ImageOf
    | ChanceOf
    | WhatWouldBe
    | Where
    | EachWhere
    | AsFarAs
    | UpToAndWith
    | SpreadBy
    | With
    | Ranked
    | Number
    | Truth
    | Nothing
    | AnyPlace
    | This
    | ThisProcedure
    | Name
    | Apply
    | AsUsual
    | Paren
    | Braces
)

# ---------------------------------------------------------------- types


@frozen(eq=False)
class NamedType(Node):
    """`player`, `card`, `Zone`, a kind, a die, a board."""

    name: Name


@frozen(eq=False)
class RangeType(Node):
    """`0..5`."""

    low: Expression
    high: Expression


@frozen(eq=False)
class TruthType(Node):
    """`yes or no`."""


@frozen(eq=False)
class UnderWayType(Node):
    """`fight under way`, `play of spell under way`."""

    procedure: Name
    of: Name | None  # None: whatever is played


@frozen(eq=False)
class ZoneType(Node):
    """`zone of card`: the type of a parameter of a procedure, which is given a zone."""

    kind: Name


@frozen(eq=False)
class SetType(Node):
    """`set of card up to 4`."""

    element: TypeNode
    size: int | None  # None: as many as there are


@frozen(eq=False)
class ListType(Node):
    """`list of 0..5 up to 2`."""

    element: TypeNode
    size: int


@frozen(eq=False)
class OptionalType(Node):
    """`card or none`."""

    inner: TypeNode


TypeNode: TypeAlias = (
    NamedType | RangeType | TruthType | UnderWayType | ZoneType | SetType | ListType | OptionalType
)
