"""
Which of several meanings an operation has, by the types of its operands.

A program states it, so no engine has to inspect values; `types-agree` checks it against the types.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from ruleslang.program import types as t
from ruleslang.program.typing.lattice import plain

# When two things are the same, or one is a member:
# `values`: the same number, player, card, …; none only as none.
# `sets`: the same members. `lists`: the same entries in the same order.
# `copies`: a list and a set that hold the same, each as often, in whatever order.
# `title`: the card on the left counts as the title on the right.
# `titles`: what the cards on the left count as and the titles on the right, as with `copies`.
# `titles in order`: the same of two lists.
Comparing: TypeAlias = Literal[
    "values", "sets", "lists", "copies", "title", "titles", "titles in order"
]

# What is smaller: numbers by size, words as written; lists by the first entries that differ, and
# one that the other begins with is smaller.
Ordering: TypeAlias = Literal["numbers", "words", "lists of numbers", "lists of words"]

# What a phrase runs through: a set in its order, a list entry by entry; the answer is the same.
Over: TypeAlias = Literal["set", "list"]

# What `distance` measures between, and what `smaller` and `larger` compare; empty: all others.
Measured: TypeAlias = Literal["", "numbers", "words", "spaces"]

# The standard order of members: numbers upwards, `no` before `yes`; words, titles, cards, pieces
# and spaces as in the text, teams as in the header; players clockwise from the active one; sets and
# lists by the first members that differ, and one that the other begins with is first.
StandardOrder: TypeAlias = Literal[
    "numbers", "as written", "clockwise", "sets of numbers", "sets as written", "sets clockwise"
]

# What a field or kind is asked of: what the card counts as, a title itself, the card of a play.
Subject: TypeAlias = Literal["card", "title", "play", "piece"]


def comparing(left: t.Type, right: t.Type) -> Comparing:
    """
    Return how two things are compared.

    >>> comparing(t.Card(), t.Optional(t.Title()))
    'title'
    """
    left, right = plain(left), plain(right)
    both = [type for type in (left, right) if isinstance(type, (t.SetOf, t.ListOf))]
    if len(both) < 2:
        return "title" if isinstance(left, t.Card) and isinstance(right, t.Title) else "values"
    titles = comparing(both[0].element, both[1].element) == "title"
    lists = [isinstance(type, t.ListOf) for type in both]
    if all(lists):
        return "titles in order" if titles else "lists"
    if titles:
        return "titles"
    return "copies" if any(lists) else "sets"


def comparing_member(member: t.Type, of: t.Type) -> Comparing:
    """Return how a member is sought in a set or list."""
    of = plain(of)
    return comparing(member, of.element) if isinstance(of, (t.SetOf, t.ListOf)) else "values"


def ordering(type: t.Type) -> Ordering:
    """
    Return how what is of a type is ordered.

    >>> ordering(t.ListOf(t.WordOf("Rank"), 3))
    'lists of words'
    """
    type = plain(type)
    if isinstance(type, t.ListOf):
        words = isinstance(plain(type.element), t.WordOf)
        return "lists of words" if words else "lists of numbers"
    return "words" if isinstance(type, t.WordOf) else "numbers"


def standard_order(member: t.Type) -> StandardOrder:
    """
    Return the standard order of members of a type.

    >>> standard_order(t.SetOf(t.Card()))
    'sets as written'
    """
    member = plain(member)
    if isinstance(member, (t.SetOf, t.ListOf)):
        inner = standard_order(member.element)
        if inner == "numbers":
            return "sets of numbers"
        return "sets clockwise" if inner in ("clockwise", "sets clockwise") else "sets as written"
    if isinstance(member, t.Player):
        return "clockwise"
    return "numbers" if isinstance(member, (t.Number, t.Truth)) else "as written"


def declared_order(member: t.Type) -> StandardOrder:
    """Return the order in which a declared set keeps members: the standard one, players by seat."""
    order = standard_order(member)
    if order == "clockwise":
        return "as written"
    return "sets as written" if order == "sets clockwise" else order


def over(type: t.Type) -> Over:
    """Return the kind of members that a phrase over a type iterates over."""
    return "list" if isinstance(plain(type), t.ListOf) else "set"


def asked_of(type: t.Type) -> Subject:
    """Return the kind of subject whose field or kind is read."""
    match plain(type):
        case t.Title():
            return "title"
        case t.UnderWay():
            return "play"
        case t.Piece():
            return "piece"
    return "card"
