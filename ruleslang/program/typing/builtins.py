"""What the built-in functions answer, by what they are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from ruleslang.program import types as t
from ruleslang.program.typing import intervals
from ruleslang.program.typing.lattice import element, optional, plain
from ruleslang.program.typing.sizes import Sizes

Given: TypeAlias = "tuple[t.Type, ...]"
Answer: TypeAlias = Callable[[Given, Sizes], t.Type]

PLAYER = t.Player()


def _always(type: t.Type) -> Answer:
    return lambda given, sizes: type


def _cards(given: Given, sizes: Sizes) -> t.Type:
    """One card, or a list of up to so many."""
    card = element(given[0]) or t.Card()
    if len(given) == 1:
        return t.Optional(card)
    most = plain(given[1])
    return t.ListOf(card, max(0, most.high) if isinstance(most, t.Number) else 0)


def _member(given: Given, sizes: Sizes) -> t.Type:
    return optional(element(given[0]) or t.Never())


def _players(given: Given, sizes: Sizes) -> t.Type:
    return t.ListOf(PLAYER, sizes.seats)


def _team(given: Given, sizes: Sizes) -> t.Type:
    return t.SetOf(PLAYER, sizes.team_size)


def _owner(given: Given, sizes: Sizes) -> t.Type:
    what = plain(given[0])
    certain = isinstance(what, t.Piece) and what.piece in sizes.owned
    return PLAYER if certain else t.Optional(PLAYER)


def _title(given: Given, sizes: Sizes) -> t.Type:
    card = plain(given[0])
    return t.Title(card.kind) if isinstance(card, t.Card) else t.Title()


def _card_of(given: Given, sizes: Sizes) -> t.Type:
    play = plain(given[0])
    return t.Card(play.kind) if isinstance(play, t.UnderWay) else t.Card()


def _cell(given: Given, sizes: Sizes) -> t.Type:
    board = element(given[0])
    return t.Optional(board if isinstance(board, t.Space) else t.Space(sizes.board))


def _on_board(given: Given, sizes: Sizes) -> t.Space:
    space = plain(given[0])
    return space if isinstance(space, t.Space) and space.board else t.Space(sizes.board)


def _spaces(given: Given, sizes: Sizes) -> t.Type:
    return t.SetOf(_on_board(given, sizes), sizes.spaces)


def _spaces_in_order(given: Given, sizes: Sizes) -> t.Type:
    return t.ListOf(_on_board(given, sizes), sizes.spaces)


def _reached(given: Given, sizes: Sizes) -> t.Type:
    inner = element(given[1])
    return t.SetOf(inner if isinstance(inner, t.Space) else t.Space(sizes.board), sizes.spaces)


def _distance(given: Given, sizes: Sizes) -> t.Type:
    what = plain(given[0])
    if isinstance(what, t.WordOf):
        return t.Number(0, max(0, sizes.words.get(what.list, 1) - 1))
    return t.Optional(t.Number(0, max(0, sizes.spaces - 1)))


def _extreme(choose: Callable[[int, int], int]) -> Answer:
    """The smaller or larger of two, of which one may be none."""

    def answer(given: Given, sizes: Sizes) -> t.Type:
        a, b = plain(given[0]), plain(given[1])
        surely = [each for each in given if not isinstance(each, (t.Optional, t.Never))]
        if isinstance(a, t.Number) and isinstance(b, t.Number):
            both = t.Number(choose(a.low, b.low), choose(a.high, b.high))
            wide = intervals.hull(a, b)
            return both if len(surely) == 2 else (wide if surely else t.Optional(wide))
        one = b if a == t.Never() else a
        return one if surely else optional(one)

    return answer


def _remainder(given: Given, sizes: Sizes) -> t.Type:
    """What is left over has the sign of the divisor, and is nearer to 0."""
    divided, divisor = plain(given[0]), plain(given[1])
    if not isinstance(divided, t.Number) or not isinstance(divisor, t.Number):
        return t.Never()
    return intervals.remainder(divided, divisor)


# What may be none here is in a sound rulebook there: a text uses it without a test.
SURELY_THERE = frozenset(
    {
        "top",
        "bottom",
        "next",
        "previous",
        "first",
        "item",
        "holder",
        "owner",
        "space",
        "zone_of",
        "cell",
        "distance",
        "index_of",
    }
)

ANSWERS: Mapping[str, Answer] = {
    "top": _cards,
    "bottom": _cards,
    "next": _always(t.Optional(PLAYER)),
    "previous": _always(t.Optional(PLAYER)),
    "clockwise": _players,
    "opponent": _always(PLAYER),
    "first": _member,
    "item": _member,
    "holder": _always(t.Optional(PLAYER)),
    "owner": _owner,
    "title": _title,
    "card": _card_of,
    "player": _always(PLAYER),
    "space": lambda given, sizes: t.Optional(t.Space(sizes.board)),
    "pieces": lambda given, sizes: t.SetOf(t.Piece(), sizes.pieces),
    "piece_on": _always(t.Optional(t.Piece())),
    "row": lambda given, sizes: t.Number(1, sizes.rows),
    "column": lambda given, sizes: t.Number(1, sizes.columns),
    "cell": _cell,
    "adjacent": _always(t.Truth()),
    "neighbours": _spaces,
    "distance": _distance,
    "line": _spaces_in_order,
    "crosses": _always(t.Truth()),
    "shifted": lambda given, sizes: t.Optional(_on_board(given, sizes)),
    "ray": _spaces_in_order,
    "reach": _reached,
    "smaller": _extreme(min),
    "larger": _extreme(max),
    "remainder": _remainder,
    "team": _always(t.Team()),
    "members": _team,
    "allies": _team,
    "seat": lambda given, sizes: t.Number(1, sizes.seats),
    "zone_of": _always(t.Optional(t.ZonePlace())),
    "index_of": lambda given, sizes: optional(sizes.zone_index),
}


def answer_of(word: str, given: Given, sizes: Sizes) -> t.Type:
    """
    What a built-in function answers.

    >>> answer_of("seat", (t.Player(),), Sizes(seats=4))
    Number(low=1, high=4)
    """
    return ANSWERS[word](given, sizes)


# ---------------------------------------------------------------- what they take

Takes: TypeAlias = "t.Type | Callable[[t.Type], bool]"


def _one(*classes: type) -> Takes:
    """One of these, or none."""
    return lambda type: isinstance(plain(type), (*classes, t.Never))


def _of(*classes: type) -> Takes:
    """A set or list of these; nothing is in an empty one."""
    return lambda type: (
        element(type) is not None
        and isinstance(plain(element(type) or t.Never()), (*classes, t.Never))
    )


def _collection(type: t.Type) -> bool:
    return element(type) is not None


def _number_or_set(type: t.Type) -> bool:
    """The column of a cell, or its board."""
    return _collection(type) or isinstance(plain(type), t.Number)


NUMBER, SPACE, CARD, ORDERED = _one(t.Number), t.Space(), t.Card(), _one(t.Number, t.WordOf)
PLAYERS, SPACES = _of(t.Player), _of(t.Space)

# What the places of each built-in function take; the last ones may be left out.
TAKES: Mapping[str, tuple[Takes, ...]] = {
    "top": (_of(t.Card), NUMBER),
    "bottom": (_of(t.Card), NUMBER),
    "next": (PLAYER, PLAYERS),
    "previous": (PLAYER, PLAYERS),
    "clockwise": (PLAYER, PLAYERS),
    "opponent": (PLAYER,),
    "first": (_collection,),
    "item": (_collection, NUMBER),
    "holder": (CARD,),
    "owner": (t.Piece(),),
    "title": (CARD,),
    "card": (_one(t.UnderWay),),
    "player": (_one(t.UnderWay),),
    "space": (t.Piece(),),
    "pieces": (PLAYER,),
    "piece_on": (SPACE,),
    "row": (SPACE, PLAYER),
    "column": (SPACE,),
    "cell": (_number_or_set, NUMBER, _one(t.Number, t.Player), PLAYER),
    "adjacent": (SPACE, SPACE),
    "neighbours": (SPACE,),
    "distance": (_one(t.Space, t.WordOf), _one(t.Space, t.WordOf)),
    "line": (SPACE, SPACE),
    "crosses": (SPACE, SPACE, SPACE, SPACE),
    "shifted": (SPACE, NUMBER, NUMBER),
    "ray": (SPACE, SPACE),
    "reach": (SPACES, SPACES),
    "smaller": (ORDERED, ORDERED),
    "larger": (ORDERED, ORDERED),
    "remainder": (NUMBER, NUMBER),
    "team": (PLAYER,),
    "members": (t.Team(),),
    "allies": (PLAYER,),
    "seat": (PLAYER,),
    "zone_of": (CARD,),
    "index_of": (t.ZonePlace(),),
}
