"""Nodes of expressions, set phrases and types, loosest first."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from ruleslang.language.syntax.node import Level, Name, Node, form

# ---------------------------------------------------------------- quantified


@form("there is {variable} in {subject:rangex} [where {condition}]", level=Level.QUANTIFIED)
@form(
    "there is no {variable} in {subject:rangex} [where {condition}]",
    rule="there_is_no",
    level=Level.QUANTIFIED,
    negated=True,
)
@frozen(eq=False)
class ThereIs(Node):
    variable: Name
    subject: Expression
    condition: Expression | None  # None: the member has no name
    negated: bool = False


@form("for every {variable} in {subject:rangex}: {condition}", level=Level.QUANTIFIED)
@frozen(eq=False)
class Every(Node):
    variable: Name
    subject: Expression
    condition: Expression


# ---------------------------------------------------------------- logic


@form("{value:or_e} when {condition:test} otherwise {otherwise:sexpr}", level=Level.SEXPR)
@frozen(eq=False)
class WhenOtherwise(Node):
    value: Expression
    condition: Expression
    otherwise: Expression


@form("{left:or_e} or {right:and_q}", level=Level.OR_E)
@frozen(eq=False)
class Or(Node):
    left: Expression
    right: Expression


@form("{left:and_e} and {right:not_q}", level=Level.AND_E)
@frozen(eq=False)
class And(Node):
    left: Expression
    right: Expression


@form("not {operand:not_e}", level=Level.NOT_E)
@frozen(eq=False)
class Not(Node):
    operand: Expression


@form("{left:rangex} {operator} {right:rangex}", level=Level.COMP)
@frozen(eq=False)
class Compare(Node):
    """The operator is `<`, `<=`, `>` or `>=`."""

    operator: str
    left: Expression
    right: Expression


@form("{left:rangex} is {right:rangex}", level=Level.COMP)
@form("{left:rangex} is not {right:rangex}", rule="is_not", level=Level.COMP, negated=True)
@frozen(eq=False)
class Is(Node):
    left: Expression
    right: Expression
    negated: bool = False


@form("{left:rangex} is in {right:rangex}", level=Level.COMP)
@form("{left:rangex} is not in {right:rangex}", rule="is_not_in", level=Level.COMP, negated=True)
@frozen(eq=False)
class IsIn(Node):
    left: Expression
    right: Expression
    negated: bool = False


@form("{operand:rangex} is empty", level=Level.COMP)
@form("{operand:rangex} is not empty", rule="is_not_empty", level=Level.COMP, negated=True)
@frozen(eq=False)
class IsEmpty(Node):
    operand: Expression
    negated: bool = False


# ---------------------------------------------------------------- arithmetic and sets


@form("{low:sum}..{high:sum}", level=Level.RANGEX)
@frozen(eq=False)
class Range(Node):
    """The numbers, or the words of a list, between two ends."""

    low: Expression
    high: Expression


@form("{left:sum} + {right:prod}", rule="plus", level=Level.SUM, operator="+")
@form("{left:sum} - {right:prod}", rule="minus", level=Level.SUM, operator="-")
@form("{left:sum} except {right:prod}", rule="except", level=Level.SUM, operator="except")
@form("{left:prod} * {right:unary}", rule="times", level=Level.PROD, operator="*")
@frozen(eq=False)
class Binary(Node):
    """The operator is `+`, `-`, `*` or `except`."""

    operator: str
    left: Expression
    right: Expression


@form("{left:prod} / {right:unary} [rounded {rounding}]", level=Level.PROD)
@frozen(eq=False)
class Divide(Node):
    """`rounding` is `up`, `down`, or None for an exact fraction in a claim."""

    left: Expression
    right: Expression
    rounding: str | None


@form("-{operand:signed_unary}", rule="negate negative", level=Level.UNARY)
@frozen(eq=False)
class Negate(Node):
    operand: Expression


@form("number of {operand:postfix}", level=Level.UNARY)
@frozen(eq=False)
class NumberOf(Node):
    operand: Expression


@form("{word} of {operand:postfix} [over {variable} in {subject:postfix}]", level=Level.UNARY)
@frozen(eq=False)
class Fold(Node):
    """`word` is `sum`, `highest` or `lowest`."""

    word: str
    operand: Expression
    variable: Name | None  # None: the operand is the set or list
    subject: Expression | None


@form("set of {operand:postfix} over {variable} in {subject:postfix}", level=Level.UNARY)
@frozen(eq=False)
class ImageOf(Node):
    """The distinct values of the operand."""

    operand: Expression
    variable: Name
    subject: Expression


@form("chance of {operand:postfix}", level=Level.UNARY)
@frozen(eq=False)
class ChanceOf(Node):
    operand: Expression


@form("{value:comp} after {call:postfix}", level=Level.IMAGINED)
@frozen(eq=False)
class WhatWouldBe(Node):
    """An expression in the position after a procedure."""

    value: Expression
    call: Name | Apply


# ---------------------------------------------------------------- set phrases


@form("{subject:or_e} where {condition}", level=Level.SETPHRASE)
@frozen(eq=False)
class Where(Node):
    """`it` is the member in the condition."""

    subject: Expression
    condition: Expression


@form("each {variable} in {subject:or_e} where {condition}", level=Level.SETPHRASE)
@frozen(eq=False)
class EachWhere(Node):
    variable: Name
    subject: Expression
    condition: Expression


@form("{subject:or_e} as far as {condition}", level=Level.SETPHRASE)
@form(
    "each {variable} in {subject:or_e} as far as {condition}",
    rule="each_as_far_as",
    level=Level.SETPHRASE,
)
@frozen(eq=False)
class AsFarAs(Node):
    """The longest prefix whose members satisfy the condition."""

    variable: Name | None  # None: each member is called `it`
    subject: Expression
    condition: Expression


@form("{subject:or_e} up to and with the first where {condition}", level=Level.SETPHRASE)
@form(
    "each {variable} in {subject:or_e} up to and with the first where {condition}",
    rule="each_up_to_and_with",
    level=Level.SETPHRASE,
)
@frozen(eq=False)
class UpToAndWith(Node):
    """The prefix up to and including the first member that satisfies the condition."""

    variable: Name | None  # None: each member is called `it`
    subject: Expression
    condition: Expression


@form("{subject:or_e} spread by {step}", level=Level.SETPHRASE)
@form(
    "each {variable} in {subject:or_e} spread by {step}",
    rule="each_spread_by",
    level=Level.SETPHRASE,
)
@frozen(eq=False)
class SpreadBy(Node):
    """The transitive closure of a step from a set."""

    variable: Name | None  # None: each member is called `it`
    subject: Expression
    step: Expression


@form("{word} {value:sum}")
@frozen(eq=False)
class Extreme(Node):
    """A criterion, or the condition after `with`; `word` is `highest` or `lowest`."""

    word: str
    value: Expression


@form("chance")
@frozen(eq=False)
class ByChance(Node):
    """`chance`: breaks ties at random."""


@form("order")
@frozen(eq=False)
class ByOrder(Node):
    """`order`: breaks ties by standard order."""


@form("choice of {player:postfix}")
@frozen(eq=False)
class ByChoice(Node):
    """`choice of p`: a player breaks ties."""

    player: Expression


Criterion: TypeAlias = Extreme | ByChance | ByOrder | ByChoice


@form("{subject:or_e} with {keys*:then}", rule="with_one with_several", level=Level.SETPHRASE)
@frozen(eq=False)
class With(Node):
    """The members tied on all keys."""

    subject: Expression
    keys: tuple[Extreme, ...]


@form("{subject:or_e} ranked by {criteria:then}", level=Level.BRACKETED)
@frozen(eq=False)
class Ranked(Node):
    """A set's members as a list."""

    subject: Expression
    criteria: tuple[Criterion, ...]


# ---------------------------------------------------------------- atoms


@frozen(eq=False)
class Number(Node):
    """`12`."""

    value: int


@form("yes", rule="yes", value=True)
@form("no", rule="no", value=False)
@frozen(eq=False)
class Truth(Node):
    value: bool


@form("none", rule="none")
@frozen(eq=False)
class Nothing(Node):
    """No value."""


@form("any", rule="any")
@frozen(eq=False)
class AnyPlace(Node):
    """A wildcard in a pattern, or the union over an index."""


@form("this")
@frozen(eq=False)
class This(Node):
    """The card whose text it is in."""


@form("this {procedure}")
@frozen(eq=False)
class ThisProcedure(Node):
    """The running invocation, passed to a window."""

    procedure: Name


@form("{name}: {value}")
@frozen(eq=False)
class NamedArgument(Node):
    """An argument of an `Apply`."""

    name: Name
    value: Expression


@form("{function}({arguments*:arguments})")
@frozen(eq=False)
class Apply(Node):
    """`name(…)`: an element, a state, a zone, a value or a call."""

    function: Name
    arguments: tuple[Expression | NamedArgument, ...]


@form("{call:postfix} as usual")
@frozen(eq=False)
class AsUsual(Node):
    call: Name | Apply


@form("({inner})")
@frozen(eq=False)
class Paren(Node):
    """`( … )`, kept for the formatter and for `where`."""

    inner: Expression


@form("{{{items*}}}")
@frozen(eq=False)
class Braces(Node):
    """A set, or a list where a list is expected."""

    items: tuple[Expression, ...]


Expression: TypeAlias = (
    ThereIs | Every | WhenOtherwise | Or | And | Not | Compare | Is | IsIn | IsEmpty | Range
    | Binary | Divide | Negate | NumberOf | Fold | ImageOf | ChanceOf | WhatWouldBe | Where
    | EachWhere | AsFarAs | UpToAndWith | SpreadBy | With | Ranked | Number | Truth | Nothing
    | AnyPlace | This | ThisProcedure | Name | Apply | AsUsual | Paren | Braces
)  # fmt: skip


def unwrapped(node: Expression) -> Expression:
    """Return a node without enclosing parentheses."""
    while isinstance(node, Paren):
        node = node.inner
    return node


def head_name(node: Expression) -> Name | None:
    """Return the name of an expression that is a name, or has one before its brackets."""
    head = node.function if isinstance(node, Apply) else node
    return head if isinstance(head, Name) else None


# ---------------------------------------------------------------- types


@form("{name}")
@frozen(eq=False)
class NamedType(Node):
    """`player`, `card`, a list of words, a kind, a die, a board."""

    name: Name


@form("{low:sum}..{high:sum}")
@frozen(eq=False)
class RangeType(Node):
    low: Expression
    high: Expression


@form("yes or no")
@frozen(eq=False)
class TruthType(Node):
    """The type of a condition."""


@form("{procedure} [of {of}] under way")
@frozen(eq=False)
class UnderWayType(Node):
    procedure: Name
    of: Name | None  # None: plays of any card


@form("zone of {kind}")
@frozen(eq=False)
class ZoneType(Node):
    """The type of a parameter for which a zone is passed."""

    kind: Name


@form("set of {element} [up to {size}]")
@frozen(eq=False)
class SetType(Node):
    element: TypeNode
    size: int | None  # None: unbounded


@form("list of {element} up to {size}")
@frozen(eq=False)
class ListType(Node):
    element: TypeNode
    size: int


@form("{inner} or none")
@frozen(eq=False)
class OptionalType(Node):
    inner: TypeNode


TypeNode: TypeAlias = (
    NamedType | RangeType | TruthType | UnderWayType | ZoneType | SetType | ListType | OptionalType
)
