"""Arithmetic, comparison, sameness, truth."""

from __future__ import annotations

from ruleslang.flow.card_titles_and_kinds import is_of_kind, title_of
from ruleslang.flow.comparison import is_within, same
from ruleslang.flow.constant_folding import apply, both, either, known, negated, when
from ruleslang.flow.context import Body, may_be_none
from ruleslang.flow.expressions.reading import zone_count
from ruleslang.flow.words import NO, Constant, Lookup, Word
from ruleslang.program import expressions as e
from ruleslang.program import types as t


def arithmetic(x: e.Arithmetic, b: Body) -> Word:
    """`+`, `-`, `*` of whole numbers; none is a fault."""
    left, right = (
        known(b.word(side), "none-in-arithmetic", x.origin) for side in (x.left, x.right)
    )
    type = b.type_of(x)
    b.whole.count_up_to(type, x.origin)
    return apply(x.operator, left, right, type=type)


def divide(x: e.Divide, b: Body) -> Word:
    """Rounded towards more (`up`) or towards less (`down`)."""
    if x.rounding == "exact":
        b.refuse("fractions")
    left, right = (
        known(b.word(side), "none-in-arithmetic", x.origin) for side in (x.left, x.right)
    )
    return apply("/ up" if x.rounding == "up" else "/ down", left, right, type=b.type_of(x))


def negate(x: e.Negate, b: Body) -> Word:
    """The number with the other sign."""
    return apply(
        "negate", known(b.word(x.operand), "none-in-arithmetic", x.origin), type=b.type_of(x)
    )


def compare(x: e.Compare, b: Body) -> Word:
    """Numbers by size, words by place, lists first entry first; none is a fault."""
    left, right = (
        known(b.word(side), "none-in-arithmetic", x.origin) for side in (x.left, x.right)
    )
    return apply(x.operator, left, right)


def equal(x: e.Equal, b: Body) -> Word:
    """`is`."""
    return same(b, b.word(x.left), b.word(x.right), x.comparing)


def within(x: e.In, b: Body) -> Word:
    """`is in`."""
    return is_within(b, b.word(x.member), x.set, x.comparing)


def is_kind(x: e.IsKind, b: Body) -> Word:
    """`c is spell`."""
    return is_of_kind(b, b.word(x.subject), x.kind, x.of)


def is_title(x: e.IsTitle, b: Body) -> Word:
    """Whether a card counts as a title; none on either side does not."""
    title = b.word(x.title)
    subject = title_of(b, b.word(x.subject))
    if not (may_be_none(title.type) and may_be_none(subject.type)):
        return apply("same", subject, title)
    held = b.fresh("title", title.type)
    is_so = both(negated(apply("is none", held)), apply("same", subject, held))
    return b.bound(held, title, is_so)


def is_piece(x: e.IsPiece, b: Body) -> Word:
    """`m is keeper`."""
    return is_of_kind(b, b.word(x.subject), x.piece, "piece")


def is_automatic(x: e.IsAutomatic, b: Body) -> Word:
    """Whether a player's seat never decides."""
    players = b.whole.everyone.players
    name = b.whole.table(
        "is automatic", (len(players),), t.Truth(), lambda: [each.automatic for each in players]
    )
    subject = b.word(x.player)
    if isinstance(subject, Constant) and subject.value is None:
        return NO
    if not may_be_none(subject.type):
        return Lookup(name, (subject,), t.Truth())
    held = b.fresh("player", subject.type)
    is_so = both(negated(apply("is none", held)), Lookup(name, (held,), t.Truth()))
    return b.bound(held, subject, is_so)


def is_empty(x: e.IsEmpty, b: Body) -> Word:
    """Whether there is nothing in it."""
    if b.has_eyes and isinstance(x.operand, e.ReadZone):
        return apply("same", zone_count(x.operand, b), Constant(0, t.Number(0, 0)))
    return apply("is empty", b.word(x.operand))


def negation(x: e.Not, b: Body) -> Word:
    """The contrary."""
    return negated(b.word(x.operand))


def conjunction(x: e.And, b: Body) -> Word:
    """The right side is read only when the left holds."""
    left = b.word(x.left)
    return left if left == NO else both(left, b.word(x.right))


def disjunction(x: e.Or, b: Body) -> Word:
    """The right side is read only when the left does not hold."""
    left = b.word(x.left)
    return left if left == Constant(value=True, type=t.Truth()) else either(left, b.word(x.right))


def when_otherwise(x: e.WhenOtherwise, b: Body) -> Word:
    """One of two values; only that one is read."""
    condition = b.word(x.condition)
    if isinstance(condition, Constant):
        return b.word(x.value if condition.value else x.otherwise)
    return when(condition, b.word(x.value), b.word(x.otherwise), b.type_of(x))
