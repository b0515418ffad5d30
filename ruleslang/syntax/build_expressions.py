"""From parse trees to nodes of expressions, set phrases and types."""

from __future__ import annotations

from typing import Any

from ruleslang.source.span import Span
from ruleslang.syntax import expressions as nodes
from ruleslang.syntax.builder_interface import Builder
from ruleslang.syntax.expressions import Expression
from ruleslang.syntax.node import Name


def plain(node: Any) -> Builder:
    """The builder of a node whose fields are the rule's parts, in order."""
    return lambda span, *parts: node(*parts, span=span)


def gathered(node: Any) -> Builder:
    """The builder of a node whose one field is all of the rule's parts."""
    return lambda span, *parts: node(parts, span=span)


def marked_by(node: Any, *words: Any) -> Builder:
    """The builder of a node whose first fields are `words`: the rule's name says them."""
    return lambda span, *parts: node(*words, *parts, span=span)


def negated(node: Any) -> Builder:
    """The builder of a node that the rule's `not` or `no` turns about."""
    return lambda span, *parts: node(*parts, negated=True, span=span)


def together(span: Span, *parts: Any) -> tuple[Any, ...]:
    """Several parts as they are."""
    return parts


def there(span: Span, *parts: Any) -> bool:
    """That a word is there at all."""
    return True


def only(span: Span, part: Any) -> Any:
    """The one part as it is."""
    return part


def phrase(span: Span, *words: str) -> str:
    """Keywords as one text."""
    return " ".join(words)


def _apply(span: Span, function: Name, *arguments: Expression | nodes.NamedArgument) -> nodes.Apply:
    return nodes.Apply(function, arguments, span=span)


def _with_one(span: Span, subject: Expression, key: nodes.Extreme) -> nodes.With:
    return nodes.With(subject, (key,), span=span)


def _with_several(span: Span, subject: Expression, *keys: nodes.Extreme) -> nodes.With:
    return nodes.With(subject, keys, span=span)


Stretch = type[nodes.AsFarAs] | type[nodes.UpToAndWith] | type[nodes.SpreadBy]


def unnamed(kind: Stretch) -> Builder:
    """A phrase whose members are called `it`; the words in its middle say nothing more."""
    return lambda span, subject, words, inside: kind(None, subject, inside, span=span)


def named(kind: Stretch) -> Builder:
    """The same with a name."""
    return lambda span, variable, subject, words, inside: kind(variable, subject, inside, span=span)


def _set_type(span: Span, element: nodes.TypeNode, size: nodes.Number | None) -> nodes.SetType:
    return nodes.SetType(element, None if size is None else size.value, span=span)


LOGIC: dict[str, Builder] = {
    "there_is": plain(nodes.ThereIs),
    "there_is_no": negated(nodes.ThereIs),
    "every": plain(nodes.Every),
    "when_otherwise": plain(nodes.WhenOtherwise),
    "or": plain(nodes.Or),
    "and": plain(nodes.And),
    "not": plain(nodes.Not),
    "compare": lambda span, left, operator, right: nodes.Compare(operator, left, right, span=span),
    "is": plain(nodes.Is),
    "is_not": negated(nodes.Is),
    "is_in": plain(nodes.IsIn),
    "is_not_in": negated(nodes.IsIn),
    "is_empty": plain(nodes.IsEmpty),
    "is_not_empty": negated(nodes.IsEmpty),
    "what_would_be": plain(nodes.WhatWouldBe),
}

ARITHMETIC: dict[str, Builder] = {
    "range": plain(nodes.Range),
    "plus": marked_by(nodes.Binary, "+"),
    "minus": marked_by(nodes.Binary, "-"),
    "times": marked_by(nodes.Binary, "*"),
    "except": marked_by(nodes.Binary, "except"),
    "divide": plain(nodes.Divide),
    "rounded": only,
    "negate": plain(nodes.Negate),
    "number_of": plain(nodes.NumberOf),
    "fold": plain(nodes.Fold),
    "image_of": plain(nodes.ImageOf),
    "chance_of": plain(nodes.ChanceOf),
}

SETS: dict[str, Builder] = {
    "where": plain(nodes.Where),
    "each_where": plain(nodes.EachWhere),
    "as_far_as": unnamed(nodes.AsFarAs),
    "each_as_far_as": named(nodes.AsFarAs),
    "up_to_and_with": unnamed(nodes.UpToAndWith),
    "each_up_to_and_with": named(nodes.UpToAndWith),
    "spread_by": unnamed(nodes.SpreadBy),
    "each_spread_by": named(nodes.SpreadBy),
    "extreme": plain(nodes.Extreme),
    "by_chance": plain(nodes.ByChance),
    "by_order": plain(nodes.ByOrder),
    "by_choice": plain(nodes.ByChoice),
    "criteria": together,
    "with_one": _with_one,
    "with_several": _with_several,
    "ranked": plain(nodes.Ranked),
}

ATOMS: dict[str, Builder] = {
    "negative": plain(nodes.Negate),
    "yes": lambda span: nodes.Truth(True, span=span),
    "no": lambda span: nodes.Truth(False, span=span),
    "none": plain(nodes.Nothing),
    "any": plain(nodes.AnyPlace),
    "this": plain(nodes.This),
    "this_procedure": plain(nodes.ThisProcedure),
    "named_argument": plain(nodes.NamedArgument),
    "apply": _apply,
    "as_usual": lambda span, call, words: nodes.AsUsual(call, span=span),
    "paren": plain(nodes.Paren),
    "braces": gathered(nodes.Braces),
    "values": together,
    "names": together,
}

TYPES: dict[str, Builder] = {
    "named_type": plain(nodes.NamedType),
    "range_type": plain(nodes.RangeType),
    "truth_type": plain(nodes.TruthType),
    "under_way_type": plain(nodes.UnderWayType),
    "zone_type": lambda span, words, kind: nodes.ZoneType(kind, span=span),
    "set_type": _set_type,
    "list_type": lambda span, element, size: nodes.ListType(element, size.value, span=span),
    "optional_type": plain(nodes.OptionalType),
}

EXPRESSIONS: dict[str, Builder] = LOGIC | ARITHMETIC | SETS | ATOMS | TYPES
