"""
The types of the built-in functions: what each place takes, and what the answer then is.

A test holds the names equal to those of `program.words`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from attrs import field, frozen

from ruleslang.program import types as t
from ruleslang.program.typing import intervals
from ruleslang.types.lattice import FrontType, Maybe, Unknown, element, plain, stored


@frozen
class World:
    """
    The sizes of one game, for ranges and bounds.

    `single` names pieces of which every player has his own, or none: those have an owner for
    certain
    when they are in `owned`. `board` is the only board there is, or None. `maps` are the boards
    without directions, with None among them when no board has any.
    """

    seats: int = 2
    team_size: int = 0
    rows: int = 1
    columns: int = 1
    spaces: int = 1
    pieces: int = 1
    board: str | None = None
    maps: frozenset[str | None] = frozenset()
    words: Mapping[str, int] = field(factory=dict)
    owned: frozenset[str] = frozenset()


@frozen
class Wanted:
    """What a place takes when it is not a single type: how a message calls it, and a test."""

    phrase: str
    accepts: Callable[[FrontType], bool]


Place: TypeAlias = "FrontType | Wanted"
Answer: TypeAlias = Callable[[tuple[FrontType, ...], World], FrontType]


@frozen
class Signature:
    """
    What the places of a built-in function take, the last ones perhaps left out, and its answer.
    """

    places: tuple[Place, ...]
    answer: Answer


def _has_members(type: FrontType) -> bool:
    return isinstance(type, (t.SetOf, t.ListOf, Unknown))


def _members_are(*classes: type) -> Callable[[FrontType], bool]:
    def accepts(given: FrontType) -> bool:
        inner = element(given) if _has_members(given) else None
        return isinstance(inner, (*classes, t.Never, Unknown))

    return accepts


def _one_of(*classes: type) -> Callable[[FrontType], bool]:
    return lambda given: isinstance(plain_or_strict(given), (*classes, Unknown))


def plain_or_strict(type: FrontType) -> FrontType:
    """The type without `Maybe`; what is declared `or none` stays so, and is refused."""
    return type.inner if isinstance(type, Maybe) else type


NUMBER = Wanted("a number", _one_of(t.Number))
SPACE = t.Space()
ZONE = Wanted("a zone", _members_are(t.Card))
COLLECTION = Wanted("a set or list", _has_members)
PLAYERS = Wanted("a set of players", _members_are(t.Player))
SPACES = Wanted("a set of spaces", _members_are(t.Space))
SPACE_OR_WORD = Wanted("a space or a word", _one_of(t.Space, t.WordOf))
NUMBER_OR_WORD = Wanted(
    "a number or a word",
    lambda given: isinstance(plain(given), (t.Number, t.WordOf, Unknown)) or given == t.Never(),
)
PLAY = Wanted(
    "a play under way",
    lambda given: (
        isinstance(given, Unknown) or (isinstance(given, t.UnderWay) and given.procedure == "play")
    ),
)
UNDER_WAY = Wanted("a play or an action under way", _one_of(t.UnderWay))


def _always(type: FrontType) -> Answer:
    return lambda given, world: type


def _cards(given: tuple[FrontType, ...], world: World) -> FrontType:
    card = element(given[0]) or t.Card()
    if len(given) == 1:
        return Maybe(stored(card))
    most = plain(given[1])
    return t.ListOf(stored(card), max(0, most.high) if isinstance(most, t.Number) else 0)


def _members(given: tuple[FrontType, ...], world: World) -> FrontType:
    inner = element(given[0])
    return Unknown() if inner is None or isinstance(inner, Unknown) else Maybe(stored(inner))


def _players(given: tuple[FrontType, ...], world: World) -> FrontType:
    return t.ListOf(t.Player(), world.seats)


def _owner(given: tuple[FrontType, ...], world: World) -> FrontType:
    what = plain(given[0])
    certain = isinstance(what, t.Piece) and what.piece in world.owned
    return t.Player() if certain else Maybe(t.Player())


def _title(given: tuple[FrontType, ...], world: World) -> FrontType:
    card = plain(given[0])
    return t.Title(card.kind) if isinstance(card, t.Card) else t.Title()


def _card_of(given: tuple[FrontType, ...], world: World) -> FrontType:
    play = given[0]
    return t.Card(play.kind) if isinstance(play, t.UnderWay) else t.Card()


def _space(given: tuple[FrontType, ...], world: World) -> FrontType:
    return Maybe(t.Space(world.board))


def _cell(given: tuple[FrontType, ...], world: World) -> FrontType:
    board = element(given[0]) if _has_members(given[0]) else None
    return board if isinstance(board, t.Space) else t.Space(world.board)


def _board_of(type: FrontType, world: World) -> t.Space:
    space = plain(type)
    return space if isinstance(space, t.Space) and space.board else t.Space(world.board)


def _spaces(given: tuple[FrontType, ...], world: World) -> FrontType:
    return t.SetOf(_board_of(given[0], world), world.spaces)


def _spaces_in_order(given: tuple[FrontType, ...], world: World) -> FrontType:
    return t.ListOf(_board_of(given[0], world), world.spaces)


def _shifted(given: tuple[FrontType, ...], world: World) -> FrontType:
    return t.Optional(_board_of(given[0], world))


def _reached(given: tuple[FrontType, ...], world: World) -> FrontType:
    inner = element(given[1])
    return t.SetOf(inner if isinstance(inner, t.Space) else t.Space(world.board), world.spaces)


def _distance(given: tuple[FrontType, ...], world: World) -> FrontType:
    what = plain(given[0])
    if isinstance(what, t.WordOf):
        return t.Number(0, max(0, world.words.get(what.list, 1) - 1))
    return t.Number(0, max(0, world.spaces - 1))


def _extreme(lowest: bool) -> Answer:
    choose = min if lowest else max

    def answer(given: tuple[FrontType, ...], world: World) -> FrontType:
        a, b = plain(given[0]), plain(given[1])
        surely = [x for x in given if not isinstance(x, (t.Optional, Maybe)) and x != t.Never()]
        if isinstance(a, t.Number) and isinstance(b, t.Number):
            both = t.Number(choose(a.low, b.low), choose(a.high, b.high))
            wide = intervals.hull(a, b)
            return both if len(surely) == 2 else (wide if surely else t.Optional(wide))
        one = b if a == t.Never() else a
        return one if surely or isinstance(one, Unknown) else t.Optional(stored(one))

    return answer


def _remainder(given: tuple[FrontType, ...], world: World) -> FrontType:
    """What is left over has the sign of the divisor, and is nearer to 0."""
    divided, divisor = plain(given[0]), plain(given[1])
    if not isinstance(divided, t.Number) or not isinstance(divisor, t.Number):
        return Unknown()
    low, high = min(0, divisor.low + 1), max(0, divisor.high - 1)
    if divided.low >= 0 and divisor.low > 0:
        high = min(high, divided.high)
    return t.Number(low, high)


PLAYER = t.Player()
TURNS = Signature((PLAYER, PLAYERS), _always(Maybe(PLAYER)))
CELL = Signature((NUMBER, NUMBER, PLAYER), _cell)
CELL_OF_BOARD = Signature((SPACES, NUMBER, NUMBER, PLAYER), _cell)

SIGNATURES: Mapping[str, Signature] = {
    "top": Signature((ZONE, NUMBER), _cards),
    "bottom": Signature((ZONE, NUMBER), _cards),
    "next": TURNS,
    "previous": TURNS,
    "clockwise": Signature((PLAYER, PLAYERS), _players),
    "opponent": Signature((PLAYER,), _always(PLAYER)),
    "first": Signature((COLLECTION,), _members),
    "item": Signature((COLLECTION, NUMBER), _members),
    "holder": Signature((t.Card(),), _always(Maybe(PLAYER))),
    "owner": Signature((t.Piece(),), _owner),
    "title": Signature((t.Card(),), _title),
    "card": Signature((PLAY,), _card_of),
    "player": Signature((UNDER_WAY,), _always(PLAYER)),
    "space": Signature((t.Piece(),), _space),
    "pieces": Signature((PLAYER,), lambda given, world: t.SetOf(t.Piece(), world.pieces)),
    "piece_on": Signature((SPACE,), _always(t.Optional(t.Piece()))),
    "row": Signature((SPACE, PLAYER), lambda given, world: t.Number(1, world.rows)),
    "column": Signature((SPACE,), lambda given, world: t.Number(1, world.columns)),
    "cell": CELL,
    "adjacent": Signature((SPACE, SPACE), _always(t.Truth())),
    "neighbours": Signature((SPACE,), _spaces),
    "distance": Signature((SPACE_OR_WORD, SPACE_OR_WORD), _distance),
    "line": Signature((SPACE, SPACE), _spaces_in_order),
    "crosses": Signature((SPACE, SPACE, SPACE, SPACE), _always(t.Truth())),
    "shifted": Signature((SPACE, NUMBER, NUMBER), _shifted),
    "ray": Signature((SPACE, SPACE), _spaces_in_order),
    "reach": Signature((SPACES, SPACES), _reached),
    "smaller": Signature((NUMBER_OR_WORD, NUMBER_OR_WORD), _extreme(lowest=True)),
    "larger": Signature((NUMBER_OR_WORD, NUMBER_OR_WORD), _extreme(lowest=False)),
    "remainder": Signature((NUMBER, NUMBER), _remainder),
    "team": Signature((PLAYER,), _always(t.Team())),
    "members": Signature((t.Team(),), lambda given, world: t.SetOf(PLAYER, world.team_size)),
    "allies": Signature((PLAYER,), lambda given, world: t.SetOf(PLAYER, world.team_size)),
    "seat": Signature((PLAYER,), lambda given, world: t.Number(1, world.seats)),
    "zone_of": Signature((t.Card(),), _always(Maybe(t.ZonePlace()))),
    "index_of": Signature((t.ZonePlace(),), _always(Unknown())),
}
