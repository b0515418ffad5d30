"""
An expression as text, with brackets exactly where the grammar needs them.

A written bracket (`Paren`) is passed over, and set again where a node binds more loosely than its
place allows. So doubled and idle brackets go, and no other changes. One bracket is never idle: that
of `x from (S where it is …)`, since without it a member is called `x` and not `it`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TypeAlias, assert_never

from ruleslang.syntax.declarations import Index, Parameter
from ruleslang.syntax.expressions import (
    And,
    AnyPlace,
    Apply,
    AsFarAs,
    AsUsual,
    Binary,
    Braces,
    ByChance,
    ByChoice,
    ByOrder,
    ChanceOf,
    Compare,
    Criterion,
    Divide,
    EachWhere,
    Every,
    Expression,
    Extreme,
    Fold,
    ImageOf,
    Is,
    IsEmpty,
    IsIn,
    ListType,
    NamedArgument,
    NamedType,
    Negate,
    Not,
    Nothing,
    Number,
    NumberOf,
    OptionalType,
    Or,
    Paren,
    Range,
    RangeType,
    Ranked,
    SetType,
    SpreadBy,
    ThereIs,
    This,
    ThisProcedure,
    Truth,
    TruthType,
    TypeNode,
    UnderWayType,
    UpToAndWith,
    WhatWouldBe,
    WhenOtherwise,
    Where,
    With,
    ZoneType,
)
from ruleslang.syntax.node import Name


class Bond(IntEnum):
    """How tightly an expression holds together, loosest first."""

    PHRASE = 0
    WHEN = 1
    OR = 2
    AND = 3
    NOT = 4
    IMAGINED = 5
    TEST = 6
    RANGE = 7
    SUM = 8
    PRODUCT = 9
    UNARY = 10
    ATOM = 11


BONDS: dict[type, Bond] = {
    Where: Bond.PHRASE,
    EachWhere: Bond.PHRASE,
    AsFarAs: Bond.PHRASE,
    UpToAndWith: Bond.PHRASE,
    SpreadBy: Bond.PHRASE,
    WhenOtherwise: Bond.WHEN,
    Or: Bond.OR,
    And: Bond.AND,
    Not: Bond.NOT,
    WhatWouldBe: Bond.IMAGINED,
    Compare: Bond.TEST,
    Is: Bond.TEST,
    IsIn: Bond.TEST,
    IsEmpty: Bond.TEST,
    Range: Bond.RANGE,
    Divide: Bond.PRODUCT,
    Negate: Bond.UNARY,
    NumberOf: Bond.UNARY,
    Fold: Bond.UNARY,
    ImageOf: Bond.UNARY,
    ChanceOf: Bond.UNARY,
}

Logic: TypeAlias = ThereIs | Every | WhenOtherwise | Or | And | Not
Test: TypeAlias = Compare | Is | IsIn | IsEmpty | WhatWouldBe
Arithmetic: TypeAlias = Range | Binary | Divide | Negate
Aggregate: TypeAlias = NumberOf | Fold | ImageOf | ChanceOf
Stretch: TypeAlias = AsFarAs | UpToAndWith | SpreadBy
Phrase: TypeAlias = Where | EachWhere | Stretch | With | Ranked
Atom: TypeAlias = (
    Number | Truth | Nothing | AnyPlace | This | ThisProcedure | Name | Apply | AsUsual | Braces
)
Bare: TypeAlias = Logic | Test | Arithmetic | Aggregate | Phrase | Atom


def expression(node: Expression) -> str:
    """An expression where a whole line or clause is free for it."""
    return held(node, Bond.WHEN, ends=True)


def phrase(node: Expression) -> str:
    """A set phrase in its own place, as after `from`; a `when … otherwise` is in brackets there."""
    return held(node, Bond.OR if isinstance(bare(node), WhenOtherwise) else Bond.PHRASE)


def members(node: Expression) -> str:
    """A set phrase in its own place; brackets about a `where` show what it belongs to, and stay."""
    return f"({phrase(node)})" if has_its_own_members(node) else phrase(node)


def has_its_own_members(node: Expression) -> bool:
    """Whether a phrase stands in brackets, so that a member is `it` inside, whatever its name."""
    return isinstance(node, Paren) and isinstance(bare(node), Where)


def total(node: Expression) -> str:
    """A sum, as in a cost."""
    return held(node, Bond.SUM)


def atom(node: Expression) -> str:
    """An expression that needs no bracket anywhere, or has one."""
    return held(node, Bond.ATOM)


def listed(nodes: Iterable[Expression]) -> str:
    """Expressions with commas between them."""
    return ", ".join(expression(node) for node in nodes)


def held(node: Expression, bond: Bond, *, ends: bool = False) -> str:
    """
    An expression in a place that asks for a bond.

    `ends` says that nothing follows in this place, so that a quantifier, which reaches to the
    end, may stand last in it.
    """
    inner = bare(node)
    if ends if isinstance(inner, ThereIs | Every) else bond_of(inner) >= bond:
        return _written(inner, ends)
    return f"({_written(inner, True)})"


def bare(node: Expression) -> Bare:
    """The expression without the brackets that were written round it."""
    return bare(node.inner) if isinstance(node, Paren) else node


def bond_of(node: Bare) -> Bond:
    """How tightly a node binds; what brings its own brackets is an atom."""
    match node:
        case Binary():
            return Bond.PRODUCT if node.operator == "*" else Bond.SUM
        case With():
            return Bond.PHRASE if len(node.keys) == 1 else Bond.ATOM
        case _:
            return BONDS.get(type(node), Bond.ATOM)


def _written(node: Bare, ends: bool) -> str:
    match node:
        case ThereIs() | Every() | WhenOtherwise() | Or() | And() | Not():
            return _logic(node, ends)
        case Compare() | Is() | IsIn() | IsEmpty() | WhatWouldBe():
            return _test(node)
        case Range() | Binary() | Divide() | Negate():
            return _arithmetic(node)
        case NumberOf() | Fold() | ImageOf() | ChanceOf():
            return _aggregate(node)
        case Where() | EachWhere() | With() | Ranked():
            return _phrase(node)
        case AsFarAs() | UpToAndWith() | SpreadBy():
            return _phrase(node)
        case _:
            return _atom(node)


def _logic(node: Logic, ends: bool) -> str:
    match node:
        case ThereIs():
            word = "there is no" if node.negated else "there is"
            head = f"{word} {node.variable.text} in {held(node.subject, Bond.RANGE)}"
            return head + where(node.condition)
        case Every():
            head = f"every {node.variable.text} in {held(node.subject, Bond.RANGE)}"
            return f"{head} has {expression(node.condition)}"
        case WhenOtherwise():
            value = held(node.value, Bond.OR)
            condition = held(node.condition, Bond.OR, ends=True)
            return f"{value} when {condition} otherwise {held(node.otherwise, Bond.WHEN)}"
        case Or():
            return f"{held(node.left, Bond.OR)} or {_last(node.right, Bond.AND, ends)}"
        case And():
            return f"{held(node.left, Bond.AND)} and {_last(node.right, Bond.NOT, ends)}"
        case Not():
            return f"not {held(node.operand, Bond.NOT)}"
        case _:
            assert_never(node)


def _last(node: Expression, bond: Bond, ends: bool) -> str:
    """A part behind `and` or `or`; brackets about an `after` show what it belongs to, and stay."""
    if isinstance(node, Paren) and isinstance(bare(node), WhatWouldBe):
        return f"({_written(bare(node), True)})"
    return held(node, bond, ends=ends)


def _test(node: Test) -> str:
    match node:
        case Compare():
            return f"{held(node.left, Bond.RANGE)} {node.operator} {held(node.right, Bond.RANGE)}"
        case Is():
            word = "is not" if node.negated else "is"
            return f"{held(node.left, Bond.RANGE)} {word} {held(node.right, Bond.RANGE)}"
        case IsIn():
            word = "is not in" if node.negated else "is in"
            return f"{held(node.left, Bond.RANGE)} {word} {held(node.right, Bond.RANGE)}"
        case IsEmpty():
            word = "is not empty" if node.negated else "is empty"
            return f"{held(node.operand, Bond.RANGE)} {word}"
        case WhatWouldBe():
            return f"{held(node.value, Bond.TEST)} after {_atom(node.call)}"
        case _:
            assert_never(node)


def _arithmetic(node: Arithmetic) -> str:
    match node:
        case Range():
            return f"{total(node.low)}..{total(node.high)}"
        case Binary():
            left = bond_of(node)
            right = Bond.UNARY if left is Bond.PRODUCT else Bond.PRODUCT
            return f"{held(node.left, left)} {node.operator} {held(node.right, right)}"
        case Divide():
            rounding = f" rounded {node.rounding}" if node.rounding else ""
            return f"{held(node.left, Bond.PRODUCT)} / {held(node.right, Bond.UNARY)}{rounding}"
        case Negate():
            return signed("-", node.operand, Bond.UNARY)
        case _:
            assert_never(node)


def signed(sign: str, node: Expression, bond: Bond) -> str:
    """
    A sign and what follows it: close to a plain number, with a blank before anything else.

    `-1`, `- stake(p)`
    """
    blank = "" if isinstance(bare(node), Number) else " "
    return f"{sign}{blank}{held(node, bond)}"


def _aggregate(node: Aggregate) -> str:
    match node:
        case NumberOf():
            return f"number of {atom(node.operand)}"
        case Fold():
            return f"{node.word} of {atom(node.operand)}{_over(node.variable, node.subject)}"
        case ImageOf():
            return f"set of {atom(node.operand)}{_over(node.variable, node.subject)}"
        case ChanceOf():
            return f"chance of {atom(node.operand)}"
        case _:
            assert_never(node)


def _over(variable: Name | None, subject: Expression | None) -> str:
    if variable is None or subject is None:
        return ""
    return f" over {variable.text} in {atom(subject)}"


def _phrase(node: Phrase) -> str:
    match node:
        case Where():
            return f"{held(node.subject, Bond.OR)}{where(node.condition)}"
        case EachWhere():
            subject = held(node.subject, Bond.OR)
            return f"each {node.variable.text} in {subject}{where(node.condition)}"
        case AsFarAs():
            return f"{_each(node)} as far as {expression(node.condition)}"
        case UpToAndWith():
            condition = expression(node.condition)
            return f"{_each(node)} up to and with the first where {condition}"
        case SpreadBy():
            return f"{_each(node)} spread by {expression(node.step)}"
        case With():
            text = f"{held(node.subject, Bond.OR)} with {criteria(node.keys)}"
            return text if len(node.keys) == 1 else f"({text})"
        case Ranked():
            return f"({held(node.subject, Bond.OR)} ranked by {criteria(node.criteria)})"
        case _:
            assert_never(node)


def _each(node: Stretch) -> str:
    named = "" if node.variable is None else f"each {node.variable.text} in "
    return f"{named}{held(node.subject, Bond.OR)}"


def where(condition: Expression | None) -> str:
    """A `where` clause with a blank before it, or nothing."""
    return "" if condition is None else f" where {expression(condition)}"


def criteria(nodes: Iterable[Criterion]) -> str:
    """`lowest E, then highest F, then chance`."""
    return ", then ".join(criterion(node) for node in nodes)


def criterion(node: Criterion) -> str:
    """One key of an order."""
    match node:
        case Extreme():
            return f"{node.word} {total(node.value)}"
        case ByChance():
            return "chance"
        case ByOrder():
            return "order"
        case ByChoice():
            return f"choice of {atom(node.player)}"
        case _:
            assert_never(node)


def _atom(node: Atom) -> str:
    match node:
        case Name():
            return node.text
        case Number():
            return str(node.value)
        case Truth():
            return "yes" if node.value else "no"
        case Nothing():
            return "none"
        case AnyPlace():
            return "any"
        case This():
            return "this"
        case ThisProcedure():
            return f"this {node.procedure.text}"
        case Apply():
            alone = len(node.arguments) == 1
            given = ", ".join(_argument(each, alone=alone) for each in node.arguments)
            return f"{node.function.text}({given})"
        case AsUsual():
            return f"{_atom(node.call)} as usual"
        case Braces():
            return f"{{{listed(node.items)}}}"
        case _:
            assert_never(node)


def _argument(node: Expression | NamedArgument, *, alone: bool) -> str:
    """Among several arguments, a phrase of several words stands in brackets."""
    if isinstance(node, NamedArgument):
        return f"{node.name.text}: {expression(node.value)}"
    phrase = bare(node)
    unnamed = isinstance(phrase, (AsFarAs, UpToAndWith, SpreadBy)) and phrase.variable is None
    is_free = unnamed or isinstance(phrase, Where)
    is_free = is_free or (alone and isinstance(phrase, (EachWhere, With)))
    return held(node, Bond.PHRASE if is_free else Bond.WHEN, ends=True)


def type_text(node: TypeNode) -> str:
    """A type, as after a colon."""
    match node:
        case NamedType():
            return node.name.text
        case RangeType():
            return f"{total(node.low)}..{total(node.high)}"
        case TruthType():
            return "yes or no"
        case UnderWayType():
            of = "" if node.of is None else f" of {node.of.text}"
            return f"{node.procedure.text}{of} under way"
        case ZoneType():
            return f"zone of {node.kind.text}"
        case SetType():
            size = "" if node.size is None else f" up to {node.size}"
            return f"set of {type_text(node.element)}{size}"
        case ListType():
            return f"list of {type_text(node.element)} up to {node.size}"
        case OptionalType():
            return f"{type_text(node.inner)} or none"
        case _:
            assert_never(node)


def typed(node: TypeNode | None) -> str:
    """A colon and a type, or nothing."""
    return "" if node is None else f": {type_text(node)}"


def indexed(places: Iterable[Index]) -> str:
    """`(p: player, Zone)`, or nothing."""
    texts = [_index(place) for place in places]
    return f"({', '.join(texts)})" if texts else ""


def _index(place: Index) -> str:
    name = "" if place.name is None else f"{place.name.text}: "
    return name + type_text(place.type)


def parameters(nodes: Iterable[Parameter]) -> str:
    """`(p: player, changeable n: 0..3)`, or nothing."""
    texts = [_parameter(node) for node in nodes]
    return f"({', '.join(texts)})" if texts else ""


def _parameter(node: Parameter) -> str:
    word = "changeable " if node.changeable else ""
    return f"{word}{node.name.text}: {type_text(node.type)}"
