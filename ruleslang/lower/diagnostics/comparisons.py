"""What can be wrong with a comparison or a test: it never holds, or what it compares is unlike."""

from __future__ import annotations

import re

from ruleslang.lower.diagnostics.types import number_of_several
from ruleslang.program import types as t
from ruleslang.source.diagnostic import Diagnostic, Subject, error, warning
from ruleslang.source.fix import write
from ruleslang.source.span import Span
from ruleslang.types.describe import describe
from ruleslang.types.lattice import FrontType, is_collection, plain


def never_equal(span: Span, one: FrontType, other: FrontType, instead: str = "") -> Diagnostic:
    """Two things are compared that can never be the same; `instead` is the line that was meant."""
    return error(
        "never-equal",
        span,
        f"met {describe(one)} beside {describe(other)}",
        help=write(instead) if instead else _comparison(span, plain(one), plain(other)),
        about=Subject("type", describe(one), describe(other), needs=("faces",)),
    )


def _comparison(span: Span, one: FrontType, other: FrontType) -> str:
    range = re.search(r"(.+) is (not )?(\d+) ?- ?(\d+)$", span.text)
    if range and int(range[3]) < int(range[4]):
        return f"write `{range[1]} is {range[2] or ''}in {range[3]}..{range[4]}`"
    alone = re.fullmatch(r"(\S.*?) is (not )?([^\W\d]\w*(?:\([^()]*\))?)", span.text)
    if alone and is_collection(one) and isinstance(other, t.Title):
        return f"a set stands in braces: `{alone[1]} is {alone[2] or ''}{{{alone[3]}}}`"
    return _other_comparison(one, other)


def _other_comparison(one: FrontType, other: FrontType) -> str:
    if is_collection(other) and not is_collection(one):
        return "membership is `x is in S`"
    if isinstance(one, t.Player) and isinstance(other, t.Team):
        return "the team of a player is `team(p)`"
    if is_collection(one) and isinstance(other, t.Number):
        return number_of_several(one)
    if isinstance(one, t.Card | t.Player | t.Team) and isinstance(other, t.Number):
        return "say which number of it: a field or a state, as in `points(x) is 8`"
    if isinstance(one, t.Card | t.Piece) and isinstance(other, t.WordOf):
        return f"say which of its fields, one of `{other.list}`, as in `suit(c) is hearts`"
    if isinstance(one, t.Number) and isinstance(other, t.Number):
        return "they can never be the same; correct the number, or widen the declared range"
    return "they can never be the same; compare things of one type"


def never_of_kind(span: Span, met: FrontType, kind: str) -> Diagnostic:
    """Something is tested for a kind of card that it cannot be."""
    return error(
        "never-of-kind",
        span,
        f"met {describe(met)}, which is never a `{kind}`",
        help="test a card, a title, or a play under way; or compare with something else",
        about=Subject("type", describe(met), kind, needs=("decks",)),
    )


def never_none(span: Span) -> Diagnostic:
    """Something is tested for none that is always there."""
    return warning(
        "never-none",
        span,
        "this is never `none`",
        help="drop the test, or declare the type with `or none`",
    )


def settled_beforehand(span: Span, told: FrontType, so: bool) -> Diagnostic:
    """A comparison always comes to the same, because of the ranges of its sides."""
    return warning(
        "settled-beforehand",
        span,
        f"this is {'always' if so else 'never'} so: met {describe(told)}",
        help="compare it with something else, or give it another range",
    )


def never_empty(span: Span, negated: bool) -> Diagnostic:
    """Braces with something in them are tested for being empty."""
    return warning(
        "settled-beforehand",
        span,
        f"this is {'always' if negated else 'never'} so: something stands in the braces",
        help="drop the test, or test a zone or a state, as in `hand(p) is empty`",
    )


def not_comparable(span: Span, met: FrontType) -> Diagnostic:
    """`<` and the like stand between things that have no order."""
    return error(
        "not-comparable",
        span,
        f"met {describe(met)}, which has no smaller and larger",
        help=f"how many there are is `number of {span.text}`"
        if isinstance(met, t.SetOf)
        else "compare numbers, words of one list, or lists of them; sameness is `is`",
    )


def unlike_sides(span: Span, one: FrontType, other: FrontType) -> Diagnostic:
    """`<` and the like stand between unlike things."""
    return error(
        "unlike-sides",
        span,
        f"met {describe(one)} beside {describe(other)}",
        help="compare like to like: two numbers, two words of one list, two lists, two spaces "
        "of one board",
    )
