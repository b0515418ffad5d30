"""What the built-in functions take, and what they answer by what they are given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from attrs import frozen

from ruleslang.program import types as t
from ruleslang.program.events import CardPlay, Event
from ruleslang.program.typing import intervals
from ruleslang.program.typing.lattice import element, optional, plain
from ruleslang.program.typing.population_sizes import Sizes

Given: TypeAlias = "tuple[t.Type, ...]"
Answer: TypeAlias = Callable[[Given, Sizes], t.Type]

PLAYER = t.Player()


def _always(type: t.Type) -> Answer:
    return lambda given, sizes: type


def _cards(given: Given, sizes: Sizes) -> t.Type:
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
    "touched": _spaces_in_order,
    "whole_line": _spaces_in_order,
    "off_line": lambda given, sizes: t.Number(0, 12 * (sizes.columns + 1) * (sizes.rows + 1)),
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


@frozen
class Takes:
    """
    What a place takes when it is not a single type.

    It takes one of some classes of types, with `one or none` also none, or with `members` a set or
    list of such; no classes: of whatever. `event` narrows what is under way. Messages call it
    by its `phrase`.
    """

    phrase: str
    classes: tuple[type, ...]
    how: Literal["one", "one or none", "members"] = "one"
    event: Event | None = None

    def takes(self, given: t.Type) -> bool:
        """
        Whether it takes what an expression of a program may be.

        What may be none passes: a fault says where it is none in play.
        """
        if self.how == "members":
            inner = element(given)
            of_classes = isinstance(plain(inner or t.Never()), (*self.classes, t.Never))
            return inner is not None and (not self.classes or of_classes)
        one = plain(given)
        if isinstance(one, t.UnderWay) and self.event is not None:
            return one.event == self.event
        return isinstance(one, (*self.classes, t.Never))


Place: TypeAlias = "t.Type | Takes"
Signature: TypeAlias = "tuple[Place, ...]"  # what each place takes

NUMBER, SPACE = Takes("a number", (t.Number,)), t.Space()
ZONE = Takes("a zone", (t.Card,), "members")
COLLECTION = Takes("a set or list", (), "members")
PLAYERS = Takes("a set of players", (t.Player,), "members")
SPACES = Takes("a set of spaces", (t.Space,), "members")
_SPACE_OR_WORD = Takes("a space or a word", (t.Space, t.WordOf))
_NUMBER_OR_WORD = Takes("a number or a word", (t.Number, t.WordOf), "one or none")
PLAY = Takes("a play under way", (t.UnderWay,), event=CardPlay())
UNDER_WAY = Takes("a play or an action under way", (t.UnderWay,))
CELL_OF_BOARD: Signature = (SPACES, NUMBER, NUMBER, PLAYER)  # as a rulebook may say it

# What the places of each built-in function take; the last ones may be left out.
SIGNATURES: Mapping[str, Signature] = {
    "top": (ZONE, NUMBER),
    "bottom": (ZONE, NUMBER),
    "next": (PLAYER, PLAYERS),
    "previous": (PLAYER, PLAYERS),
    "clockwise": (PLAYER, PLAYERS),
    "opponent": (PLAYER,),
    "first": (COLLECTION,),
    "item": (COLLECTION, NUMBER),
    "holder": (t.Card(),),
    "owner": (t.Piece(),),
    "title": (t.Card(),),
    "card": (PLAY,),
    "player": (UNDER_WAY,),
    "space": (t.Piece(),),
    "pieces": (PLAYER,),
    "piece_on": (SPACE,),
    "row": (SPACE, PLAYER),
    "column": (SPACE,),
    "cell": (NUMBER, NUMBER, PLAYER),
    "adjacent": (SPACE, SPACE),
    "neighbours": (SPACE,),
    "distance": (_SPACE_OR_WORD, _SPACE_OR_WORD),
    "line": (SPACE, SPACE),
    "touched": (SPACE, SPACE),
    "whole_line": (SPACE, SPACE),
    "off_line": (SPACE, SPACE, SPACE),
    "crosses": (SPACE, SPACE, SPACE, SPACE),
    "shifted": (SPACE, NUMBER, NUMBER, PLAYER),
    "ray": (SPACE, SPACE),
    "reach": (SPACES, SPACES),
    "smaller": (_NUMBER_OR_WORD, _NUMBER_OR_WORD),
    "larger": (_NUMBER_OR_WORD, _NUMBER_OR_WORD),
    "remainder": (NUMBER, NUMBER),
    "team": (PLAYER,),
    "members": (t.Team(),),
    "allies": (PLAYER,),
    "seat": (PLAYER,),
    "zone_of": (t.Card(),),
    "index_of": (t.ZonePlace(),),
}
