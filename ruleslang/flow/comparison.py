"""Sameness and membership, each in the variant that the program names; patterns."""

from __future__ import annotations

from typing import assert_never

from ruleslang.flow.card_titles_and_kinds import is_of_kind, title_of
from ruleslang.flow.constant_folding import apply, both, known, negated
from ruleslang.flow.context import Body, may_be_none
from ruleslang.flow.words import NO, YES, Bind, Constant, Through, Word
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import types as t
from ruleslang.program.operation_variants_by_type import Comparing


def same(b: Body, left: Word, right: Word, how: Comparing) -> Word:
    """Whether two values are the same; none is the same only as none."""
    match how:
        case "values" | "lists":
            return _plainly_same(left, right)
        case "sets":
            return apply("same members", left, right)
        case "copies":
            return apply("same copies", left, right)
        case "title":
            return apply("same", title_of(b, left), right)
        case "titles":
            return apply("same copies", titles(b, left), right)
        case "titles in order":
            return apply("same", titles(b, left), right)
        case _:
            assert_never(how)


def _plainly_same(left: Word, right: Word) -> Word:
    if right == Constant(None, right.type):
        return apply("is none", left)
    if left == Constant(None, left.type):
        return apply("is none", right)
    if left.type == t.Truth() and isinstance(right, Constant):
        return left if right.value else negated(left)
    return apply("same", left, right)


def titles(b: Body, cards: Word) -> Word:
    """What each of several cards counts as."""
    if may_be_none(cards.type):
        b.refuse("titles of what may be no set")
    card = b.fresh("card", t.Card())
    type = t.ListOf(t.Title(), len(b.whole.everyone.cards))
    return Through("members", card, cards, None, title_of(b, card), type)


def is_within(b: Body, member: Word, among: e.Expr, how: Comparing) -> Word:
    """Membership; a range of numbers is not written out for it."""
    if type(among) is e.Range and among.of == "numbers":
        return _in_range(b, member, among)
    return is_member(b, member, b.word(among), how)


def _in_range(b: Body, member: Word, among: e.Range) -> Word:
    low, high = (
        known(b.word(end), "none-in-arithmetic", b.origin) for end in (among.low, among.high)
    )
    held = b.fresh("member", t.Number(-(2**31), 2**31 - 1))
    inside = both(apply("<=", low, held), apply("<=", held, high))
    if may_be_none(member.type):
        inside = both(negated(apply("is none", held)), inside)
    return both(Bind(held, member), inside)


def is_member(b: Body, member: Word, of: Word, how: Comparing) -> Word:
    """Whether a set or list holds something; a card, whether it holds what the card counts as."""
    if isinstance(member, Constant) and member.value is None:
        return NO
    if how == "title":
        return apply("is in", title_of(b, member), of)
    return apply("is in sets" if how == "sets" else "is in", member, of)


# ---------------------------------------------------------------- patterns


def fits(b: Body, entry: patterns.Entry, value: Word) -> Word:
    """Whether one entry fits; a local may take what stands there."""
    match entry:
        case patterns.AnyEntry():
            return YES
        case patterns.BindEntry(slot=slot):
            return Bind(b.variable(slot), value)
        case patterns.EqualEntry(value=wanted, comparing=how):
            return same(b, value, b.word(wanted), how)
        case patterns.MemberEntry(set=among, comparing=how):
            return is_within(b, value, among, how)
        case patterns.KindEntry(kind=kind, of=of):
            return is_of_kind(b, value, kind, of)


def all_fit(b: Body, pattern: patterns.Pattern, values: tuple[Word, ...]) -> Word:
    """Whether every entry fits, from left to right; without a pattern, whatever the values."""
    found: Word = YES
    for entry, value in zip(pattern or (), values if pattern is not None else (), strict=True):
        found = both(found, fits(b, entry, value))
    return found
